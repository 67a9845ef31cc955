// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

/**
 * Where a server answers.
 *
 * @param readPort HandlerSocket's read port; 0: not listening
 * @param writePort HandlerSocket's write port; 0: not listening
 */
record Endpoint(String host, int sqlPort, int readPort, int writePort, String readSecret, String writeSecret) {
    /** Asks the server itself: its secrets and ports are variables any account may read. */
    static Endpoint of(String host, int sqlPort, Sql sql) {
        return new Endpoint(
                host,
                sqlPort,
                port(sql.variable("handlersocket_port")),
                port(sql.variable("handlersocket_port_wr")),
                sql.variable("handlersocket_plain_secret"),
                sql.variable("handlersocket_plain_secret_wr"));
    }

    private static int port(String variable) {
        return variable.matches("[0-9]{1,5}") ? Integer.parseInt(variable) : 0;
    }

    boolean listens() {
        return readPort != 0 || writePort != 0;
    }

    @Override
    public String toString() {
        return host + ":" + sqlPort
                + (listens() ? ", HandlerSocket " + readPort : ", no HandlerSocket")
                + (writePort == 0 ? "" : ", writes " + writePort);
    }
}
