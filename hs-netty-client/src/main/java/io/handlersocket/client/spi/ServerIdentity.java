// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

/** SQL expressions by which an integration finds out whether its own connections reach the client's server. */
public final class ServerIdentity {

    /**
     * Tells one start of a server from every other server and start; {@code ServerFacts.identity()} is its value.
     * Containers can agree in all variables. The end of a UUID holds a number that the server draws when it starts, and
     * the address of its network card, of which {@code server_uid} is only a hash.
     */
    public static final String SQL = "CONCAT_WS('/', @@hostname, @@port, @@server_id, @@pid_file, SUBSTR(UUID(), 20))";

    /** Gives the account and role whose privileges a connection has; {@code ServerFacts.account()} is its value. */
    public static final String ACCOUNT_SQL = "CONCAT_WS(' as ', CURRENT_USER(), CURRENT_ROLE())";

    private ServerIdentity() {}
}
