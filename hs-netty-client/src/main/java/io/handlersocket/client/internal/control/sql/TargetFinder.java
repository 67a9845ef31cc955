// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.control.ClientOptions.Address;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.spi.SqlAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds where HandlerSocket of the server that SQL reaches listens.
 *
 * @param configured what the application has said of it
 */
record TargetFinder(Address configured) {

    private static final Pattern SPREADING = Pattern.compile(
            "jdbc:(?:mariadb|mysql):(?:load-?balance(?:-read)?|failover):.*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern LOCAL_SOCKET = Pattern.compile("[?&](?:localSocket|pipe)=");

    /** Nothing, 0.0.0.0, or :: in any spelling. To connect to one of these would reach this machine. */
    private static final Pattern ALL_INTERFACES = Pattern.compile("[0.:]*");

    /** @param variables those of the server that concern the plugin */
    Target target(SqlSession session, ServerFacts facts, Map<String, String> variables)
            throws SQLException, NotUsableException {
        if (SPREADING.matcher(session.url()).matches()) {
            throw new NotUsableException(
                    "the JDBC URL spreads its connections over several hosts: SQL would reach another"
                            + " server than HandlerSocket. Use a URL with one host, or with sequential:");
        }
        if (SqlAddress.isSequence(session.url()) && (configured.host() != null || configured.unixSocket() != null)) {
            throw new NotUsableException("the JDBC URL names several hosts (sequential:), and HandlerSocket's host is"
                    + " configured: SQL may reach another one. Remove the host, so that the client follows SQL, or use"
                    + " a URL with one host");
        }
        String secret = configured.secret() == null
                ? variables.getOrDefault("handlersocket_plain_secret", "")
                : configured.secret();
        String file = configured.unixSocket();
        if (file != null) {
            return new Target(new Endpoint(file, 0), secret);
        }
        String found = socketPath(variables);
        if (!found.isEmpty() && configured.port() == 0) {
            return new Target(new Endpoint(ofThisMachine(found, session.url()), 0), secret);
        }
        int port = configured.port() == 0 ? facts.readPort() : configured.port();
        return new Target(new Endpoint(host(session, facts), port), secret);
    }

    /** Returns the file that the plugin listens on instead of a TCP port; empty if it listens on a port. */
    static String socketPath(Map<String, String> variables) {
        String path = variables.getOrDefault("handlersocket_port", "");
        return variables.getOrDefault("handlersocket_address", "").equals("/") && path.startsWith("/") ? path : "";
    }

    private static String ofThisMachine(String path, String url) throws NotUsableException {
        boolean local =
                isLocalSocket(url) || host(url).map(TargetFinder::isLoopback).orElse(false);
        if (!local || !Files.exists(Path.of(path))) {
            throw new NotUsableException("the HandlerSocket plugin listens on the unix socket " + path
                    + " of the database host, not on a TCP port, and "
                    + (local ? "there is no such file here" : "SQL goes to another host"));
        }
        return path;
    }

    /** Returns the host of the read port, also if the plugin does not listen yet. */
    String host(SqlSession session, ServerFacts facts) throws SQLException, NotUsableException {
        if (configured.host() != null) {
            return configured.host();
        }
        Optional<String> host = SqlAddress.isSequence(session.url()) ? session.reachedHost() : host(session.url());
        if (host.isEmpty()) {
            throw new NotUsableException(
                    "the JDBC URL names several hosts or none: configure HandlerSocket's host and port");
        }
        String address = facts.address();
        if (ALL_INTERFACES.matcher(address).matches()) {
            return host.get();
        }
        if (isLoopback(address) && !isLoopback(host.get())) {
            throw new NotUsableException("the HandlerSocket plugin listens only on " + address
                    + " of the database host, which is another host (" + host.get()
                    + "): set handlersocket_address to an address of a private network");
        }
        return address;
    }

    /** Returns the host of a JDBC URL; empty if it names several or none, so that the next session may reach any. */
    static Optional<String> host(String url) {
        String address = isLocalSocket(url) || SqlAddress.isSequence(url) ? "" : SqlAddress.of(url);
        String host =
                address.substring(0, Math.max(0, address.lastIndexOf(':'))).replaceAll("[\\[\\]]", "");
        return Optional.of(host).filter(name -> !name.isEmpty());
    }

    /** Returns whether a JDBC URL names a unix-domain socket or a pipe of this machine. */
    static boolean isLocalSocket(String url) {
        return LOCAL_SOCKET.matcher(url).find();
    }

    static boolean isLoopback(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
    }
}
