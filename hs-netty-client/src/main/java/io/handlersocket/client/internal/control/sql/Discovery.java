// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.catalog.CatalogRecords.DefaultServerFacts;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.spi.ServerIdentity;
import io.handlersocket.client.spi.SqlAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks the server, over SQL, what it is and where HandlerSocket listens. Any SQL account may read all of this, even
 * the secret; a server without a configured secret draws a new one at each start.
 */
public record Discovery(ClientOptions options) {

    private static final Set<String> TESTED_LINES = Set.of("10.11", "11.8");
    private static final Pattern SPREADING = Pattern.compile(
            "jdbc:(?:mariadb|mysql):(?:load-?balance(?:-read)?|failover):.*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern LOCAL_SOCKET = Pattern.compile("[?&](?:localSocket|pipe)=");

    /**
     * A server that the client can use.
     *
     * @param settings the settings that the server's workers and new SQL sessions share
     * @param readersMayWrite whether the secret of the read port, or none, opens the write port
     * @param onlySqlEncrypted whether SQL crosses the network encrypted, and lookups cross it as plain text
     */
    public record Found(
            ServerFacts facts,
            Target target,
            WorkerSettings settings,
            boolean readersMayWrite,
            boolean noReadSecret,
            boolean onlySqlEncrypted) {

        public Endpoint endpoint() {
            return target.endpoint();
        }
    }

    /** A server of any kind, and what prevents a client from using it, each with what to change. */
    public record Survey(ServerFacts facts, List<String> obstacles) {}

    public Found discover(SqlSession session) throws SQLException, NotUsableException {
        requireMariaDb(session);
        Map<String, String> variables = variables(session);
        ServerFacts facts = facts(session, variables);
        List<String> obstacles = obstacles(facts, socketPath(variables));
        if (!obstacles.isEmpty()) {
            throw new NotUsableException(obstacles.get(0));
        }
        session.toNode(node(facts));
        WorkerSettings settings = WorkerSettings.read(session);
        Target target = target(session, facts, variables);
        return new Found(
                facts,
                target,
                settings,
                readersMayWrite(facts, variables),
                variables.getOrDefault("handlersocket_plain_secret", "").isEmpty(),
                isPlainOnNetwork(target.endpoint()) && isEncrypted(session));
    }

    /** Returns the identity of a node of a Galera cluster; null for another server. */
    public static @Nullable String node(ServerFacts facts) {
        return facts.galera() ? facts.identity() : null;
    }

    /** Through a tunnel of this machine, such as a sidecar, the client cannot know. */
    private boolean isPlainOnNetwork(Endpoint endpoint) {
        return options.address().tls() == null && !endpoint.isUnixSocket() && !isLoopback(endpoint.host());
    }

    private static boolean isEncrypted(SqlSession session) throws SQLException {
        return session.query(row -> nullToEmpty(row.getString(2)), "SHOW SESSION STATUS LIKE 'Ssl_cipher'").stream()
                .anyMatch(cipher -> !cipher.isEmpty());
    }

    /** Asks what {@link #discover} asks, also of a server that the client cannot use. */
    public Survey survey(SqlSession session) throws SQLException, NotUsableException {
        requireMariaDb(session);
        Map<String, String> variables = variables(session);
        ServerFacts facts = facts(session, variables);
        List<String> obstacles = new ArrayList<>(obstacles(facts, socketPath(variables)));
        try {
            if (facts.readPort() == 0 && socketPath(variables).isEmpty()) {
                host(session, facts); // where it would be
            } else {
                target(session, facts, variables);
            }
        } catch (NotUsableException e) {
            obstacles.add(String.valueOf(e.getMessage()));
        }
        session.toNode(node(facts));
        obstacles.addAll(WorkerSettings.refusals(session));
        return new Survey(facts, obstacles);
    }

    private static void requireMariaDb(SqlSession session) throws SQLException, NotUsableException {
        if (!session.product().toLowerCase(Locale.ROOT).matches("mariadb|mysql")) {
            throw NotUsableException.otherProduct(session.product());
        }
        String version = session.version();
        if (!version.contains("MariaDB")) { // first: MySQL does not understand the statements below
            throw NotUsableException.otherProduct(session.product() + ' ' + version);
        }
        if (session.driver().startsWith("MySQL")) { // it refuses SET STATEMENT … FOR SELECT
            throw NotUsableException.unsupported("the JDBC driver " + session.driver() + " is not supported:"
                    + " use MariaDB Connector/J (org.mariadb.jdbc:mariadb-java-client) with a URL that begins with"
                    + " jdbc:mariadb:");
        }
    }

    private static boolean readersMayWrite(ServerFacts facts, Map<String, String> variables) {
        String secret = variables.getOrDefault("handlersocket_plain_secret_wr", "");
        return facts.writePort() != 0
                && (secret.isEmpty() || secret.equals(variables.getOrDefault("handlersocket_plain_secret", "")));
    }

    private static Map<String, String> variables(SqlSession session) throws SQLException {
        Map<String, String> variables = new HashMap<>();
        session.query(
                row -> variables.put(row.getString(1).toLowerCase(Locale.ROOT), nullToEmpty(row.getString(2))),
                "SHOW GLOBAL VARIABLES WHERE Variable_name LIKE 'handlersocket%' OR Variable_name"
                        + " IN ('version','hostname','port','server_id','system_time_zone','log_bin','read_only',"
                        + "'wsrep_on')");
        return variables;
    }

    private static ServerFacts facts(SqlSession session, Map<String, String> variables) throws SQLException {
        SessionAnswers answers =
                session.query(SessionAnswers::of, SessionAnswers.SQL).get(0);
        return new DefaultServerFacts(
                variables.getOrDefault("version", ""),
                answers.identity(),
                answers.schema(),
                answers.account(),
                SqlAddress.of(session.url()),
                variables.getOrDefault("system_time_zone", ""),
                answers.timeZone(),
                answers.zoneOffset(),
                answers.lastTimestamp(),
                isOn(variables.get("log_bin")),
                isOn(variables.get("read_only")),
                isOn(variables.get("wsrep_on")),
                variables.containsKey("handlersocket_port"),
                variables.getOrDefault("handlersocket_address", ""),
                port(variables.get("handlersocket_port")),
                port(variables.get("handlersocket_port_wr")));
    }

    /** What SQL answers about the session and its server. */
    private record SessionAnswers(
            String schema,
            String timeZone,
            String identity,
            String account,
            @Nullable Instant lastTimestamp,
            @Nullable ZoneOffset zoneOffset) {

        private static final Instant LAST_OF_31_BITS = Instant.ofEpochSecond(0x7fff_ffffL);
        private static final Instant LAST_OF_32_BITS = Instant.ofEpochSecond(0xffff_ffffL);

        /** Columns 5 to 7: does TIMESTAMP hold the second after 31 bits, the last of 32 bits, the one after? */
        static final String SQL = "SELECT DATABASE(), @@session.time_zone, " + ServerIdentity.SQL + ", "
                + ServerIdentity.ACCOUNT_SQL + ", FROM_UNIXTIME(" + (LAST_OF_31_BITS.getEpochSecond() + 1)
                + ") IS NOT NULL, FROM_UNIXTIME(" + LAST_OF_32_BITS.getEpochSecond() + ") IS NOT NULL, FROM_UNIXTIME("
                + (LAST_OF_32_BITS.getEpochSecond() + 1) + ") IS NOT NULL, " + ZoneOffsets.SQL;

        static SessionAnswers of(ResultSet row) throws SQLException {
            return new SessionAnswers(
                    nullToEmpty(row.getString(1)),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    lastTimestamp(row.getBoolean(5), row.getBoolean(6), row.getBoolean(7)),
                    ZoneOffsets.of(row.getString(8)));
        }

        private static @Nullable Instant lastTimestamp(boolean after31Bits, boolean last, boolean after32Bits) {
            if (!after31Bits) {
                return LAST_OF_31_BITS;
            }
            return last && !after32Bits ? LAST_OF_32_BITS : null;
        }
    }

    /** Returns what prevents the client from using the server, the most important first. */
    private List<String> obstacles(ServerFacts facts, String socketPath) {
        List<String> obstacles = new ArrayList<>();
        if (!facts.plugin()) {
            obstacles.add("the server has no HandlerSocket plugin. To have it, put into my.cnf under"
                    + " [mariadbd] and restart: " + MY_CNF);
        } else if (facts.readPort() == 0
                && options.address().port() == 0
                && options.address().unixSocket() == null
                && socketPath.isEmpty()) {
            obstacles.add("the HandlerSocket plugin does not listen. To make it listen, put into my.cnf"
                    + " under [mariadbd] and restart: " + MY_CNF);
        }
        if (!TESTED_LINES.contains(facts.line()) && !options.allowUntestedServer()) {
            obstacles.add("server line " + facts.line() + " is not tested with this client (tested: "
                    + String.join(", ", TESTED_LINES) + "); allowUntestedServer lets it be used");
        }
        if (facts.galera() && !options.guard()) {
            obstacles.add("the server is a node of a Galera cluster (wsrep_on is ON), and this client has no DDL guard:"
                    + " DDL of a table that it has open would stop all writes of the cluster. Build the client without"
                    + " withoutGuard()");
        }
        return obstacles;
    }

    /** The lines that an operator adds so that the plugin is loaded and listens. */
    private static final String MY_CNF = "plugin-load-add=handlersocket.so; plugin-maturity=beta;"
            + " handlersocket_address=127.0.0.1; handlersocket_port=9998;"
            + " handlersocket_plain_secret=<a long random text>; handlersocket_timeout=30;"
            + " lock_wait_timeout=10";

    private Target target(SqlSession session, ServerFacts facts, Map<String, String> variables)
            throws SQLException, NotUsableException {
        if (SPREADING.matcher(session.url()).matches()) {
            throw new NotUsableException(
                    "the JDBC URL spreads its connections over several hosts: SQL would reach another"
                            + " server than HandlerSocket. Use a URL with one host, or with sequential:");
        }
        if (SqlAddress.isSequence(session.url())
                && (options.address().host() != null || options.address().unixSocket() != null)) {
            throw new NotUsableException("the JDBC URL names several hosts (sequential:), and HandlerSocket's host is"
                    + " configured: SQL may reach another one. Remove the host, so that the client follows SQL, or use"
                    + " a URL with one host");
        }
        String configured = options.address().secret();
        String secret = configured == null ? variables.getOrDefault("handlersocket_plain_secret", "") : configured;
        String file = options.address().unixSocket();
        if (file != null) {
            return new Target(new Endpoint(file, 0), secret);
        }
        String found = socketPath(variables);
        if (!found.isEmpty() && options.address().port() == 0) {
            return new Target(new Endpoint(ofThisMachine(found, session.url()), 0), secret);
        }
        int port = options.address().port() == 0
                ? facts.readPort()
                : options.address().port();
        return new Target(new Endpoint(host(session, facts), port), secret);
    }

    /** Returns the file that the plugin listens on instead of a TCP port; empty if it listens on a port. */
    private static String socketPath(Map<String, String> variables) {
        String path = variables.getOrDefault("handlersocket_port", "");
        return variables.getOrDefault("handlersocket_address", "").equals("/") && path.startsWith("/") ? path : "";
    }

    private static String ofThisMachine(String path, String url) throws NotUsableException {
        boolean local =
                isLocalSocket(url) || host(url).map(Discovery::isLoopback).orElse(false);
        if (!local || !Files.exists(Path.of(path))) {
            throw new NotUsableException("the HandlerSocket plugin listens on the unix socket " + path
                    + " of the database host, not on a TCP port, and "
                    + (local ? "there is no such file here" : "SQL goes to another host"));
        }
        return path;
    }

    private String host(SqlSession session, ServerFacts facts) throws SQLException, NotUsableException {
        String configured = options.address().host();
        if (configured != null) {
            return configured;
        }
        Optional<String> host = SqlAddress.isSequence(session.url()) ? session.reachedHost() : host(session.url());
        if (host.isEmpty()) {
            throw new NotUsableException(
                    "the JDBC URL names several hosts or none: configure HandlerSocket's host and port");
        }
        String address = facts.address();
        if (address.isEmpty() || address.equals("0.0.0.0")) {
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

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
    }

    private static int port(@Nullable String text) {
        return text == null || !text.matches("\\d{1,5}") ? 0 : Integer.parseInt(text);
    }

    private static boolean isOn(@Nullable String value) {
        return value != null && (value.equals("1") || value.equalsIgnoreCase("ON"));
    }

    private static String nullToEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }
}
