// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Where a HandlerSocket read port listens.
 *
 * @param host name or address
 * @param port 1 to 65535
 * @param secret the plain secret of that port; empty if the server has none. Never printed
 */
public record Endpoint(String host, int port, String secret) {

    public Endpoint {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port: " + port + " (expected 1 to 65535)");
        }
    }

    @Override
    public String toString() {
        return host + ':' + port;
    }
}
