// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

/**
 * What lookups cost a server and the bare loop that calls it. All in microseconds of one core.
 *
 * @param wakeMicros until a thread that slept runs
 * @param fixedMicros of each round of a worker: it waits for events, locks its tables, opens and ends a snapshot
 * @param connectionMicros of each connection in a round: a read and a write
 * @param lookupMicros of each lookup
 * @param callerReadMicros of the caller, for each read of replies and the send that follows
 * @param callerLookupMicros of the caller, for each reply
 * @param slowdown how many times as long all of this takes while another core works: cores share memory and caches
 */
record LookupCosts(
        double wakeMicros,
        double fixedMicros,
        double connectionMicros,
        double lookupMicros,
        double callerReadMicros,
        double callerLookupMicros,
        double slowdown) {

    /** Returns the costs of a worker whose neighbours on other cores work too. */
    LookupCosts besideBusyCores() {
        return new LookupCosts(
                wakeMicros * slowdown,
                fixedMicros * slowdown,
                connectionMicros * slowdown,
                lookupMicros * slowdown,
                callerReadMicros * slowdown,
                callerLookupMicros * slowdown,
                1);
    }

    /** Returns how long a round takes. */
    double roundMicros(int connections, int lookups) {
        return fixedMicros + connections * connectionMicros + lookups * lookupMicros;
    }

    /** Returns how long the caller takes for the replies of one connection. */
    double callerMicros(int replies) {
        return callerReadMicros + replies * callerLookupMicros;
    }
}
