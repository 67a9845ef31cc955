// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.served;

/**
 * How a part of a request was served.
 *
 * @param part its name
 * @param route where the rows came from
 * @param lookups calls of repositories that HandlerSocket answered; 1 if Hibernate loaded by itself
 * @param sqlCommands commands that this thread sent to the server, those that begin and end transactions included
 * @param sqlRoundTrips times that this thread waited for the server's answer to them
 * @param micros how long the part took, in microseconds
 * @param reason why SQL answered a lookup, as the starter says it; empty if it did not
 */
public record Serving(
        String part, Route route, int lookups, int sqlCommands, int sqlRoundTrips, long micros, String reason) {

    /** Where rows came from. */
    public enum Route {
        /** All of them over HandlerSocket; no SQL was sent. */
        HANDLERSOCKET,
        /** All of them by SQL. */
        JDBC,
        /** Some each way. */
        MIXED,
        /** No SQL was sent and nothing was loaded: the persistence context had it, or nothing was asked. */
        MEMORY
    }
}
