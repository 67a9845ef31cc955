// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

/** Tells one server process from another. */
final class Identity {

    /**
     * Host, port, id and process file. A restart of the same server is not told apart by it, but breaks the session that asks,
     * and with it everything that was known.
     */
    static final String EXPRESSION = "CONCAT_WS('/', @@hostname, @@port, @@server_id, @@pid_file)";

    private Identity() {}
}
