// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Where a HandlerSocket read port listens: a TCP port, or the file of a unix-domain socket.
 *
 * @param host name or address; of a unix-domain socket its absolute path
 * @param port 1 to 65535; of a unix-domain socket 0
 * @param secret the plain secret of that port; empty if the server has none. Never printed
 */
public record Endpoint(String host, int port, String secret) {

    public Endpoint {
        if (host.startsWith("/") ? port != 0 : port < 1 || port > 65535) {
            throw new IllegalArgumentException("port: " + port + " (expected 1 to 65535)");
        }
    }

    /** The file of a unix-domain socket. */
    public static Endpoint unixSocket(String path, String secret) {
        return new Endpoint(path, 0, secret);
    }

    /** Whether {@link #host()} is a path. */
    public boolean isUnixSocket() {
        return host.startsWith("/");
    }

    @Override
    public String toString() {
        return isUnixSocket() ? host : host + ':' + port;
    }
}
