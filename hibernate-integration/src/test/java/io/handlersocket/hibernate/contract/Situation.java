// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import io.handlersocket.hibernate.Route;

/**
 * A row of the table in docs/session-contract.md.
 *
 * @param name the situation, as the table says it
 * @param route which way a load goes in it
 * @param reason a part of the reason that is counted; empty over HandlerSocket
 */
record Situation(String name, Route route, String reason) {

    static final String TEMPORARY = "a temporary table of a connection has the name of a mapped table";
    static final String LIMITED = "the connections have sql_select_limit";
    static final String SILENT = "the session state of a connection cannot be read";
    static final String WRITTEN = "the transaction has written, or ran something that is not a plain read";
    static final String SOURCE = "which may choose another server, schema or account for each of them";

    static Situation fast(String name) {
        return new Situation(name, Route.HANDLERSOCKET, "");
    }

    static Situation jdbc(String name, String reason) {
        return new Situation(name, Route.JDBC, reason);
    }

    /** The row as it stands in the table. */
    String row() {
        return "| " + name + " | " + (route == Route.JDBC ? "JDBC" : "HandlerSocket") + " | " + reason + " |";
    }

    @Override
    public String toString() {
        return name;
    }
}
