// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.spi.SqlAddress;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks the server, over SQL, what it is and where HandlerSocket listens. Any SQL account may read all of this, even
 * the secret; a server without a configured secret draws a new one at each start.
 */
public record Discovery(ClientOptions options) {

    private static final Set<String> TESTED_LINES = Set.of("10.11", "11.8");

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
        List<String> obstacles = obstacles(facts, TargetFinder.socketPath(variables));
        if (!obstacles.isEmpty()) {
            throw new NotUsableException(obstacles.get(0));
        }
        session.toNode(node(facts));
        WorkerSettings settings = WorkerSettings.read(session);
        Target target = new TargetFinder(options.address()).target(session, facts, variables);
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
        return options.address().tls() == null && !endpoint.isUnixSocket() && !TargetFinder.isLoopback(endpoint.host());
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
        List<String> obstacles = new ArrayList<>(obstacles(facts, TargetFinder.socketPath(variables)));
        TargetFinder finder = new TargetFinder(options.address());
        try {
            if (facts.readPort() == 0 && TargetFinder.socketPath(variables).isEmpty()) {
                finder.host(session, facts); // where it would be
            } else {
                finder.target(session, facts, variables);
            }
        } catch (NotUsableException e) {
            obstacles.add(String.valueOf(e.getMessage()));
        }
        session.toNode(node(facts));
        obstacles.addAll(WorkerSettings.refusals(session));
        return new Survey(facts, obstacles);
    }

    private static void requireMariaDb(SqlSession session) throws SQLException, NotUsableException {
        String product = session.metaData().getDatabaseProductName();
        if (!product.toLowerCase(Locale.ROOT).matches("mariadb|mysql")) {
            throw NotUsableException.otherProduct(product);
        }
        String version = session.version();
        if (!version.contains("MariaDB")) { // first: MySQL does not understand the statements below
            throw NotUsableException.otherProduct(product + ' ' + version);
        }
        String driver = session.metaData().getDriverName();
        if (driver.startsWith("MySQL")) { // it refuses SET STATEMENT … FOR SELECT
            throw NotUsableException.unsupported("the JDBC driver " + driver + " is not supported:"
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

    /**
     * Every 2,000,000 seconds (23 days): no daylight saving time is shorter. There are more than 1,000 until 2038. A
     * server that limits recursion answers fewer, and nothing is proven.
     */
    private static final String MOMENTS = "WITH RECURSIVE d AS (SELECT 0 n UNION ALL SELECT n + 1 FROM d WHERE n < 46),"
            + " moments AS (SELECT 2000000 * (a.n * 47 + b.n + 1) s FROM d a, d b),"
            + " times AS (SELECT TIMESTAMP('1970-01-01') + INTERVAL s SECOND utc FROM moments"
            + " WHERE FROM_UNIXTIME(s) IS NOT NULL)";

    /**
     * The seconds that all three zones are ahead of UTC at all moments; NULL if there is more than one such number. The
     * name of a zone proves nothing: with {@code TZ=UTC-9}, the system zone is called UTC and is nine hours ahead of
     * it. HandlerSocket prints in the system zone. The global zone must be alike too, because a worker takes a copy of
     * it.
     */
    private static final String AHEAD_OF_UTC = "(" + MOMENTS + ", ahead AS (SELECT " + ahead("'SYSTEM'") + " o, "
            + ahead("@@global.time_zone") + " g, " + ahead("@@session.time_zone") + " c FROM times)"
            + " SELECT IF(COUNT(*) > 1000 AND COUNT(*) = COUNT(o + g + c)"
            + " AND MIN(LEAST(o, g, c)) = MAX(GREATEST(o, g, c)), MIN(o), NULL) FROM ahead)";

    private static final Instant LAST_OF_31_BITS = Instant.ofEpochSecond(0x7fff_ffffL);
    private static final Instant LAST_OF_32_BITS = Instant.ofEpochSecond(0xffff_ffffL);

    /** Columns 5 to 7: does TIMESTAMP hold the second after 31 bits, the last of 32 bits, the one after? */
    private static final String ABOUT_SESSION = "SELECT DATABASE(), @@session.time_zone, " + ServerFacts.IDENTITY_SQL
            + ", "
            + ServerFacts.ACCOUNT_SQL + ", FROM_UNIXTIME(" + (LAST_OF_31_BITS.getEpochSecond() + 1)
            + ") IS NOT NULL, FROM_UNIXTIME(" + LAST_OF_32_BITS.getEpochSecond() + ") IS NOT NULL, FROM_UNIXTIME("
            + (LAST_OF_32_BITS.getEpochSecond() + 1) + ") IS NOT NULL, " + AHEAD_OF_UTC;

    private static ServerFacts facts(SqlSession session, Map<String, String> variables) throws SQLException {
        String sqlAddress = SqlAddress.of(session.url());
        return session.query(
                        row -> new ServerFacts(
                                variables.getOrDefault("version", ""),
                                row.getString(3),
                                nullToEmpty(row.getString(1)),
                                row.getString(4),
                                sqlAddress,
                                variables.getOrDefault("system_time_zone", ""),
                                row.getString(2),
                                zoneOffset(row.getString(8)),
                                lastTimestamp(row.getBoolean(5), row.getBoolean(6), row.getBoolean(7)),
                                isOn(variables.get("log_bin")),
                                isOn(variables.get("read_only")),
                                isOn(variables.get("wsrep_on")),
                                variables.containsKey("handlersocket_port"),
                                variables.getOrDefault("handlersocket_address", ""),
                                port(variables.get("handlersocket_port")),
                                port(variables.get("handlersocket_port_wr"))),
                        ABOUT_SESSION)
                .get(0);
    }

    private static String ahead(String zone) {
        return "TIMESTAMPDIFF(SECOND, utc, CONVERT_TZ(utc, '+00:00', " + zone + "))";
    }

    /** Returns the offset that the server answered; null if the zones have no common offset. */
    private static @Nullable ZoneOffset zoneOffset(@Nullable String seconds) {
        int total = seconds == null ? Integer.MAX_VALUE : Integer.parseInt(seconds);
        return Math.abs(total) <= ZoneOffset.MAX.getTotalSeconds() ? ZoneOffset.ofTotalSeconds(total) : null;
    }

    private static @Nullable Instant lastTimestamp(boolean after31Bits, boolean last, boolean after32Bits) {
        if (!after31Bits) {
            return LAST_OF_31_BITS;
        }
        return last && !after32Bits ? LAST_OF_32_BITS : null;
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
