// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HandlerSocketMariaDBIT {
    @RegisterExtension
    static final HandlerSocketMariaDB db =
            new HandlerSocketMariaDB().withProcessControl().withDatabaseName("shop");

    @BeforeEach
    void table() {
        db.start();
        db.execute(
                "CREATE OR REPLACE TABLE item (id INT PRIMARY KEY, name VARCHAR(20))",
                "INSERT INTO item VALUES (1, 'büch😀')");
    }

    @Test
    void theApplicationsAccountReadsByJdbc() throws SQLException {
        try (Connection connection = db.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT name, DATABASE(), @@global.lock_wait_timeout, @@system_time_zone FROM item")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("büch😀");
            assertThat(rows.getString(2)).isEqualTo("shop");
            assertThat(rows.getInt(3)).isEqualTo(10);
            assertThat(rows.getString(4)).isEqualTo("UTC");
        }
        assertThat(db.getUsername()).isEqualTo("test");
    }

    @Test
    void theApplicationsAccountHasNoRightsElsewhere() {
        assertThatThrownBy(() -> new Sql(db.getJdbcUrl(), "test", "test").execute("SELECT 1 FROM mysql.global_priv"))
                .hasMessageContaining("denied");
    }

    @Test
    void noAccountIsWithoutPassword() {
        String url = db.getJdbcUrl();
        assertThatThrownBy(() -> DriverManager.getConnection(url, "root", "").close())
                .hasMessageContaining("denied");
        assertThatThrownBy(() -> DriverManager.getConnection(url, "", "").close())
                .hasMessageContaining("denied");
    }

    @Test
    void handlerSocketFindsTheRow() throws IOException {
        long reads = db.globalStatus("Handler_read_key");
        assertThat(find(db)).isEqualTo("0\t2\t1\tbüch😀");
        assertThat(db.globalStatus("Handler_read_key")).isGreaterThan(reads);
    }

    @Test
    void noWritePortIsOpenUnlessAskedFor() throws SQLException {
        try (Connection connection = db.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@global.handlersocket_port_wr")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).isNullOrEmpty();
        }
        assertThat(db.readSecret()).hasSize(16);
        assertThatThrownBy(db::writePort)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("withWritePort()");
        assertThatThrownBy(db::writeSecret)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("withWritePort()");
        assertThatThrownBy(() -> db.getMappedPort(9999)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void looksLikeARunningContainer() {
        assertThat(db.isRunning()).isTrue();
        assertThat(db.isCreated()).isTrue();
        assertThat(db.isHealthy()).isTrue();
        assertThat(db.getDockerImageName())
                .isEqualTo("mariadb:" + Objects.requireNonNullElse(ServerVersion.configured(), "10.11"));
        assertThat(db.getExposedPorts()).containsExactly(3306, 9998);
        assertThat(db.getFirstMappedPort()).isEqualTo(db.getMappedPort(3306));
        assertThat(db.getJdbcUrl()).startsWith("jdbc:mariadb://127.0.0.1:" + db.getMappedPort(3306) + "/shop");
        assertThat(db.getLogs()).contains("ready for connections");
        assertThatThrownBy(() -> db.getMappedPort(80)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsDataPortsAndSecretsOverARestart() throws IOException {
        int port = db.readPort();
        String secret = db.readSecret();
        db.restart();
        assertThat(db.readPort()).isEqualTo(port);
        assertThat(db.readSecret()).isEqualTo(secret);
        assertThat(find(db)).isEqualTo("0\t2\t1\tbüch😀");
    }

    @Test
    void changesSecretsWhenAskedTo() throws IOException {
        int port = db.readPort();
        String before = db.readSecret();
        db.restartWithNewSecrets();
        assertThat(db.readPort()).isEqualTo(port);
        assertThat(db.readSecret()).isNotEqualTo(before);
        assertThat(find(db)).isEqualTo("0\t2\t1\tbüch😀");
        try (RawConnection read = new RawConnection(db.getHost(), db.readPort())) {
            assertThat(read.ask("A\t1\t" + before)).isEqualTo("3\t1\tunauth");
        }
    }

    @Test
    void comesBackWithItsDataAfterSigkill() throws IOException {
        long pid = db.pid();
        db.kill();
        assertThat(db.isRunning()).isFalse();
        assertThat(ProcessHandle.of(pid)).isEmpty();
        assertThatThrownBy(() -> db.dataSource().getConnection().close()).isInstanceOf(SQLException.class);
        db.start();
        assertThat(find(db)).isEqualTo("0\t2\t1\tbüch😀");
    }

    @Test
    void saysNothingWhilePaused() throws IOException {
        try (RawConnection read = new RawConnection(db.getHost(), db.readPort())) {
            db.pause();
            try {
                read.timeout(300).send("A\t1\t" + db.readSecret() + "\n");
                assertThatThrownBy(read::line).isInstanceOf(SocketTimeoutException.class);
            } finally {
                db.resume();
            }
            assertThat(read.timeout(5_000).line()).isEqualTo("0\t1");
        }
    }

    @Test
    void stopsAPausedServer() {
        HandlerSocketMariaDB other = new HandlerSocketMariaDB().withProcessControl();
        other.start();
        long pid = other.pid();
        other.pause();
        other.stop();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> ProcessHandle.of(pid).isEmpty());
    }

    @Nested
    class Inside {
        @Test
        void usesTheServerOfTheOuterClass() throws IOException {
            assertThat(find(db)).isEqualTo("0\t2\t1\tbüch😀");
        }
    }

    static String find(HandlerSocketMariaDB server) throws IOException {
        try (RawConnection read = new RawConnection(server.getHost(), server.readPort())) {
            assertThat(read.ask("A\t1\t" + server.readSecret())).isEqualTo("0\t1");
            assertThat(read.ask("P\t1\t" + server.getDatabaseName() + "\titem\tPRIMARY\tid,name"))
                    .isEqualTo("0\t1");
            return new String(read.ask("1\t=\t1\t1").getBytes(ISO_8859_1), UTF_8);
        }
    }
}
