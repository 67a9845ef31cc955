// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import com.mysql.cj.jdbc.MysqlDataSource;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that must not or cannot be used: building a client never fails, and it says what to do. */
@Timeout(60)
class NotUsableIT {

    private static final String MEANWHILE =
            ". Hibernate and repositories use JDBC meanwhile, and the client tries again. ";
    private static final String SECRET = "sesame-but-wrong";

    private Logs logs;

    @BeforeEach
    void listen() {
        logs = new Logs();
    }

    @AfterEach
    void noSecretWasLogged() {
        logs.assertNothingOf(SECRET);
        logs.close();
    }

    /** What a client says after its first attempt, and what opening an index then says. */
    private static ClientSnapshot attempt(HandlerSocketClientBuilder builder) throws Exception {
        try (HandlerSocketClient client = builder.build()) {
            ClientSnapshot snapshot =
                    client.firstAttempt().toCompletableFuture().get(20, TimeUnit.SECONDS);
            for (ThrowingCallable opening : List.<ThrowingCallable>of(
                    () -> client.index(IndexSpec.primary("test", "t")), () -> client.index("t"))) {
                assertThatThrownBy(opening)
                        .isInstanceOf(UnavailableException.class)
                        .hasMessageMatching("\\w+: " + snapshot.state() + ' ' + anyAttempt(snapshot.reason())
                                + "\\. (Check|Remove) .+")
                        .hasMessageNotContaining(SECRET)
                        .matches(e -> ((UnavailableException) e).fate() == HandlerSocketException.Fate.NOT_SENT);
            }
            assertThat(client.toString() + snapshot).doesNotContain(SECRET);
            Awaitility.await() // those that were made are being closed
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> client.snapshot().connections() == 0);
            return snapshot;
        }
    }

    /** A pattern of the reason, with the number of any connection: the client may have tried again meanwhile. */
    private static String anyAttempt(String reason) {
        return Pattern.quote(reason).replaceAll("#\\d+", "\\\\E#\\\\d+\\\\Q");
    }

    private static HandlerSocketClientBuilder builder(HandlerSocketMariaDB db) {
        return PatientClient.builder().name("unusable").dataSource(db.dataSource());
    }

    /** Without a provider the server is a cluster of no nodes, and never ready. */
    @Test
    void aGaleraNodeThatIsNotReadyIsNotUsedWhateverTheEndpoint() throws Exception {
        HandlerSocketMariaDB node =
                new HandlerSocketMariaDB().withServerArguments("--wsrep-on=ON", "--binlog-format=ROW");
        node.start();
        try {
            node.execute("CREATE TABLE test.t (id INT PRIMARY KEY)");
            ClientSnapshot snapshot = attempt(builder(node).host(node.getHost()).port(node.readPort()));
            assertThat(snapshot.state()).isEqualTo(ClientState.UNREACHABLE);
            assertThat(snapshot.reason()).startsWith("SQL: the Galera node is not ready");
            assertThat(node.globalStatus("Handlersocket_hs_table_lock")).isZero();
        } finally {
            node.stop();
        }
    }

    @Test
    void aWrongSecretIsNamedButNotShown() throws Exception {
        ClientSnapshot snapshot = attempt(builder(HandlerSocketMariaDB.shared()).secret(SECRET));
        assertThat(snapshot.state()).isEqualTo(ClientState.UNREACHABLE);
        assertThat(snapshot.reason()).contains("authentication").contains("unauth");
        assertThat(snapshot.isOtherProduct()).isFalse();
        assertThat(logs.lines(Level.WARN))
                .singleElement()
                .asString()
                .contains("unauth", MEANWHILE)
                .endsWith(" Check the secret (in Spring Boot handlersocket.secret): it must be the"
                        + " handlersocket_plain_secret of the server at this port");
    }

    @Test
    void aClosedPortIsUnreachable() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        ClientSnapshot snapshot = attempt(builder(HandlerSocketMariaDB.shared()).port(port));
        assertThat(snapshot.state()).isEqualTo(ClientState.UNREACHABLE);
        assertThat(snapshot.reason()).contains(String.valueOf(port)).containsIgnoringCase("refused");
        assertThat(logs.lines(Level.WARN))
                .singleElement()
                .asString()
                .contains("refused", MEANWHILE)
                .endsWith(
                        " Check host and port (in Spring Boot handlersocket.host and handlersocket.port), and that the"
                                + " server runs");
    }

    @Test
    void aWaitForReadinessNamesTheStateAndTheOption() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        try (HandlerSocketClient client =
                builder(HandlerSocketMariaDB.shared()).port(port).build()) {
            client.firstAttempt().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThatThrownBy(() -> client.awaitReady(Duration.ofMillis(1)))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContainingAll("not ready within PT0.001S", "UNREACHABLE", "refused", "host and port");
        }
        HandlerSocketClient client = builder(HandlerSocketMariaDB.shared()).build();
        try (client) {
            client.awaitReady(Duration.ofSeconds(30));
            assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
        }
        assertThatThrownBy(() -> client.awaitReady(Duration.ofSeconds(30)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("CLOSED");
    }

    /** It sends no SET STATEMENT … FOR SELECT as a query, so the guard could never ask. */
    @Test
    void theDriverOfMySqlIsNamed() throws Exception {
        HandlerSocketMariaDB db = HandlerSocketMariaDB.shared();
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(db.getJdbcUrl().replace("jdbc:mariadb:", "jdbc:mysql:"));
        dataSource.setUser(db.getUsername());
        dataSource.setPassword(db.getPassword());
        ClientSnapshot snapshot =
                attempt(PatientClient.builder().name("unusable").dataSource(dataSource));
        assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
        assertThat(snapshot.isOtherProduct()).isFalse();
        assertThat(logs.lines(Level.WARN))
                .singleElement()
                .asString()
                .contains(
                        "the JDBC driver MySQL Connector/J is not supported: use MariaDB Connector/J",
                        "jdbc:mariadb:",
                        MEANWHILE);
    }

    @Test
    void aPortThatAcceptsButNeverAnswersIsUnreachable() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            ClientSnapshot snapshot = attempt(builder(HandlerSocketMariaDB.shared())
                    .port(silent.getLocalPort())
                    .secret(SECRET));
            assertThat(snapshot.state()).isEqualTo(ClientState.UNREACHABLE);
        }
    }

    @Test
    void aPortOfAnotherServerIsNotUsed() {
        String table = "CREATE OR REPLACE TABLE test.same_server (id INT PRIMARY KEY)";
        HandlerSocketMariaDB.shared().execute(table);
        HandlerSocketMariaDB other = new HandlerSocketMariaDB().withSecrets(SECRET, SECRET);
        other.start();
        other.execute(table, "INSERT INTO test.same_server VALUES (1)");
        try (HandlerSocketClient client = builder(HandlerSocketMariaDB.shared())
                .host(other.getHost())
                .port(other.readPort())
                .secret(SECRET)
                .build()) {
            assertThatThrownBy(() -> client.index("same_server"))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.NOT_USABLE))
                    .hasMessageContaining("not the server that SQL reaches");
        } finally {
            other.stop();
        }
    }

    @Test
    void aPortOfAnotherServerIsFoundOutBeforeAnyTableIsOpenedWhereWorkersCanBeSeen() throws Exception {
        HandlerSocketMariaDB other = new HandlerSocketMariaDB().withSecrets(SECRET, SECRET);
        other.start();
        try {
            // A worker that has not counted the end of an earlier connection would seem to get a new one.
            Workers.awaitNoConnection(HandlerSocketMariaDB.shared());
            ClientSnapshot snapshot = attempt(builder(HandlerSocketMariaDB.shared())
                    .dataSource(HandlerSocketMariaDB.shared().rootDataSource())
                    .host(other.getHost())
                    .port(other.readPort())
                    .secret(SECRET));
            assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
            assertThat(snapshot.reason()).contains("not the server that SQL reaches");
            assertThat(other.globalStatus("Handlersocket_hs_table_open")).isZero();
        } finally {
            other.stop();
        }
    }

    @Test
    void aServerWithoutThePluginSaysWhatToPutIntoMyCnf() throws Exception {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB().withoutPlugin();
        db.start();
        try {
            ClientSnapshot snapshot = attempt(builder(db));
            assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
            assertThat(snapshot.reason())
                    .contains("no HandlerSocket plugin", "my.cnf", "plugin-load-add=handlersocket.so")
                    .contains("handlersocket_port=9998", "lock_wait_timeout=10")
                    .doesNotContain("port_wr");
            assertThat(logs.lines(Level.WARN)).hasSize(1);
            try (Logs ofDrain = new Logs();
                    DrainLock lock = DrainLock.acquire(db.dataSource())) {
                assertThat(lock.isHeld()).isTrue();
                assertThat(ofDrain.lines(Level.INFO)).as("not worth a line").isEmpty();
                assertThat(ofDrain.lines(Level.DEBUG))
                        .singleElement()
                        .asString()
                        .contains("schema migration");
            }
        } finally {
            db.stop();
        }
    }

    @Test
    void aServerWithoutThePluginIsAskedAgainAndAgain() throws Exception {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB().withoutPlugin();
        db.start();
        try (HandlerSocketClient client = builder(db).build()) {
            client.firstAttempt().toCompletableFuture().get(20, TimeUnit.SECONDS);
            long before = db.globalStatus("Connections");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(300))
                    .until(() -> db.globalStatus("Connections") - before > 2);
            long asked = db.globalStatus("Connections");
            client.resume();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(300))
                    .until(() -> db.globalStatus("Connections") - asked > 2);
            assertThat(client.snapshot().state()).isEqualTo(ClientState.NOT_USABLE);
        } finally {
            db.stop();
        }
    }

    @Test
    void aPluginThatDoesNotListenSaysWhatToPutIntoMyCnf() throws Exception {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB().withPluginNotListening();
        db.start();
        try {
            ClientSnapshot snapshot = attempt(builder(db));
            assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
            assertThat(snapshot.reason()).contains("does not listen", "my.cnf", "handlersocket_port=9998");
        } finally {
            db.stop();
        }
    }

    @Test
    void anotherDatabaseIsNoTroubleAndSilent() throws Exception {
        ClientSnapshot snapshot = attempt(PatientClient.builder().name("h2").dataSource(database("H2")));
        assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
        assertThat(snapshot.reason()).contains("H2");
        assertThat(snapshot.isOtherProduct()).isTrue();
        assertThat(logs.lines(Level.INFO)).isEmpty();
    }

    @Test
    void aDataSourceThatFailsIsUnreachable() throws Exception {
        DataSource broken = (DataSource) proxy(DataSource.class, Map.of());
        ClientSnapshot snapshot = attempt(PatientClient.builder().dataSource(broken));
        assertThat(snapshot.state()).isEqualTo(ClientState.UNREACHABLE);
    }

    private static DataSource database(String product) {
        Object metaData =
                proxy(DatabaseMetaData.class, Map.of("getDatabaseProductName", product, "getURL", "jdbc:h2:mem:test"));
        Object connection = proxy(
                Connection.class,
                Map.of("getMetaData", metaData, "getAutoCommit", true, "getNetworkTimeout", 0, "isClosed", false));
        return (DataSource) proxy(DataSource.class, Map.of("getConnection", connection));
    }

    private static Object proxy(Class<?> type, Map<String, Object> answers) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            Object answer = answers.get(method.getName());
            if (answer == null && method.getReturnType() != void.class) {
                throw new IOException("no " + method.getName() + " here");
            }
            return answer;
        });
    }
}
