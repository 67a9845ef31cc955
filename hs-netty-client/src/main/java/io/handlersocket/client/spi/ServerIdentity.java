// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

/** SQL expressions by which an integration checks whether its connections reach the client's server and account. */
public final class ServerIdentity {

    /**
     * An expression whose value differs for every server process; {@code ServerFacts.identity()} is this value. Two
     * containers can agree in all variables. The end of a UUID contains a random number that the server chooses at
     * start and the address of its network card; {@code server_uid} is only a hash of that address.
     */
    public static final String SQL = "CONCAT_WS('/', @@hostname, @@port, @@server_id, @@pid_file, SUBSTR(UUID(), 20))";

    /** An expression for a connection's account and role; {@code ServerFacts.account()} is its value. */
    public static final String ACCOUNT_SQL = "CONCAT_WS(' as ', CURRENT_USER(), CURRENT_ROLE())";

    private ServerIdentity() {}
}
