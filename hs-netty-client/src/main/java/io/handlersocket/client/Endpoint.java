// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.util.Objects;

/**
 * Identifies where HandlerSocket listens: a TCP port or a unix-domain socket.
 *
 * @param host the name or address of the host, or the absolute path of a unix-domain socket
 * @param port the TCP port, 1 to 65535; 0 for a unix-domain socket
 */
public record Endpoint(String host, int port) {

    public Endpoint {
        Objects.requireNonNull(host, "host: null (expected a name, an address or a path)");
        if (host.startsWith("/") ? port != 0 : port < 1 || port > 65535) {
            throw new IllegalArgumentException("port: " + port + " (expected 1 to 65535, or 0 for a socket's path)");
        }
    }

    /** Returns whether {@link #host()} is the path of a unix-domain socket. */
    public boolean isUnixSocket() {
        return host.startsWith("/");
    }

    @Override
    public String toString() {
        return isUnixSocket() ? host : host + ':' + port;
    }
}
