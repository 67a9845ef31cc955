// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

/**
 * What the control side of the clients costs a server, in microseconds of one core.
 *
 * @param sessionMicros of a guard's check without tables: a new SQL session and the question about the drain lock
 * @param tableMicros of each table in the statement that asks for waiting sessions
 * @param statementMicros of a small statement
 * @param startMicros of the start of a client with 4 connections and 10 indexes
 * @param startStatements the SQL statements of a start, about
 * @param acceptMicros of a connection that is accepted and authenticated
 * @param wokenMicros of each reader thread that a new connection wakes up: all of them wait for it
 */
record FleetCosts(
        double sessionMicros,
        double tableMicros,
        double statementMicros,
        double startMicros,
        int startStatements,
        double acceptMicros,
        double wokenMicros) {

    /** Returns what a new connection costs. */
    double acceptMicros(int threads) {
        return acceptMicros + threads * wokenMicros;
    }

    /** Returns what a check costs. */
    double checkMicros(int tables) {
        return sessionMicros + tables * tableMicros;
    }
}
