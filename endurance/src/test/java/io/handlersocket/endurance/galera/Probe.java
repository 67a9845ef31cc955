// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

/**
 * One attempt to read from a node over SQL, in a session with {@code wsrep_sync_wait=0}.
 *
 * @param outcome what became of it
 * @param begin before the call
 * @param end after its return
 */
record Probe(Outcome outcome, long begin, long end) {

    enum Outcome {
        ANSWERED,
        /** Error 1047: the node is no member of the majority, or joins it. */
        REFUSED,
        /** No connection: the process does not run, or does not listen yet. */
        DOWN
    }
}
