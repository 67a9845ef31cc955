// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

/** How Connector/J is configured. */
enum JdbcSetting {

    /** As it comes: each statement is text that the server parses. */
    TEXT("text", ""),

    /**
     * Prepared on the server once a connection and kept there (the pool hands out the same few connections): nothing is parsed,
     * values travel in binary, and since MariaDB 10.6 the columns are described once.
     */
    PREPARED("prepared", "useServerPrepStmts=true&cachePrepStmts=true&prepStmtCacheSize=256");

    final String label;
    final String options;

    JdbcSetting(String label, String options) {
        this.label = label;
        this.options = options;
    }
}
