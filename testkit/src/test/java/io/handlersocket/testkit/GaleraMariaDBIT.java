// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The tests of the other modules start clusters, too. */
@Tag("exhaustive")
class GaleraMariaDBIT {
    private static final int UNKNOWN_COMMAND = 1047;
    private static final String IST = "IST completed on joiner";
    private static final String SST = "SST completed on joiner";

    @RegisterExtension
    static final GaleraMariaDB db = new GaleraMariaDB(3);

    /** Whatever the test before has done: all nodes are synced, and the table is empty. */
    @BeforeEach
    void everyNodeIsSynced() {
        for (int i = 1; i <= 3; i++) {
            if (!db.node(i).isRunning()) {
                db.restart(i);
            }
        }
        db.awaitSize(3);
        db.node(1).execute("CREATE OR REPLACE TABLE item (id INT PRIMARY KEY, name VARCHAR(20))");
        db.moveAddress(1);
    }

    private static void insert(int node, int id) throws SQLException {
        try (Connection connection = db.node(node).dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO item VALUES (" + id + ", 'by " + node + "')");
        }
    }

    private static String value(DataSource dataSource, String query) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    /** Over SQL, which waits for what the others have committed. */
    private static String items(int node) throws SQLException {
        return value(
                db.node(node).dataSource(),
                "SET STATEMENT wsrep_sync_wait = 1 FOR SELECT GROUP_CONCAT(id ORDER BY id) FROM item");
    }

    /** Over HandlerSocket. */
    private static List<String> names(int node, int... ids) throws IOException {
        HandlerSocketMariaDB server = db.node(node);
        try (RawConnection connection = new RawConnection(server.getHost(), server.readPort())) {
            connection.ask("A\t1\t" + server.readSecret());
            connection.ask("P\t1\ttest\titem\tPRIMARY\tname");
            return IntStream.of(ids)
                    .mapToObj(id -> {
                        try {
                            return connection.ask("1\t=\t1\t" + id);
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    })
                    .toList();
        }
    }

    @Test
    void aRowThatOneNodeWritesIsReadOnEach() throws Exception {
        for (int i = 1; i <= 3; i++) {
            insert(i, i);
        }
        for (int i = 1; i <= 3; i++) {
            assertThat(items(i)).isEqualTo("1,2,3");
            assertThat(names(i, 1, 2, 3, 4)).containsExactly("0\t1\tby 1", "0\t1\tby 2", "0\t1\tby 3", "0\t1");
        }
    }

    @Test
    void aKilledNodeGetsWhatItHasMissed() throws Exception {
        insert(1, 1);
        assertThat(items(2)).isEqualTo("1"); // killed in the middle of the DDL, it would need all data
        db.kill(2);
        db.awaitSize(2);
        insert(3, 2);
        int before = db.node(2).getLogs().length();
        db.restart(2);
        assertThat(db.node(2).getLogs().substring(before)).contains(IST).doesNotContain(SST);
        assertThat(items(2)).isEqualTo("1,2");
        assertThat(names(2, 1, 2)).containsExactly("0\t1\tby 1", "0\t1\tby 3");
        db.awaitSize(3);
    }

    @Test
    void aNodeWithoutDataGetsAll() throws Exception {
        insert(2, 1);
        int before = db.node(1).getLogs().length();
        db.restartWithoutData(1);
        assertThat(db.node(1).getLogs().substring(before)).contains(SST).doesNotContain(IST);
        insert(1, 2);
        assertThat(items(1)).isEqualTo("1,2");
        assertThat(items(3)).isEqualTo("1,2");
        assertThat(names(1, 1, 2)).containsExactly("0\t1\tby 2", "0\t1\tby 1");
    }

    @Test
    void anIsolatedNodeRefusesSqlAndTheOthersGoOn() throws Exception {
        insert(3, 1);
        db.isolate(3);
        try {
            db.awaitSize(2);
            insert(1, 2);
            assertThat(items(2)).isEqualTo("1,2");
            DataSource isolated = db.node(3).dataSource();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThatThrownBy(() -> value(isolated, "SELECT name FROM item"))
                            .isInstanceOfSatisfying(
                                    SQLException.class,
                                    e -> assertThat(e.getErrorCode()).isEqualTo(UNKNOWN_COMMAND)));
            assertThat(names(3, 1, 2)).containsExactly("0\t1\tby 3", "0\t1");
        } finally {
            db.rejoin(3);
        }
        assertThat(items(3)).isEqualTo("1,2");
    }

    @Test
    void aPausedNodeIsLeftOutAndComesBack() throws Exception {
        db.pause(2);
        try {
            db.awaitSize(2);
            insert(3, 1);
        } finally {
            db.resume(2);
        }
        db.awaitSynced(2);
        assertThat(items(2)).isEqualTo("1");
    }

    @Test
    void aNodeStopsInOrder() throws Exception {
        insert(1, 1);
        db.restart(1);
        assertThat(items(1)).isEqualTo("1");
        db.awaitSize(3);
    }

    @Test
    void aNodeCanFallBehind() throws SQLException {
        db.desync(2, true);
        try {
            assertThat(GaleraState.of(db.node(2)).state()).isEqualTo("Donor/Desynced");
            insert(1, 1);
            assertThat(items(2)).isEqualTo("1");
        } finally {
            db.desync(2, false);
        }
        db.awaitSize(3);
    }

    @Test
    void theAddressMoves() throws SQLException {
        String url = db.addressUrl();
        try (Connection kept = db.addressDataSource().getConnection()) {
            for (int i = 1; i <= 3; i++) {
                db.moveAddress(i);
                assertThat(value(db.addressDataSource(), "SELECT @@port"))
                        .isEqualTo(db.node(i).getMappedPort(3306).toString());
            }
            assertThat(kept.isValid(5)).isTrue();
            db.address().cutAll();
            assertThat(kept.isValid(5)).isFalse();
        }
        assertThat(db.addressUrl()).isEqualTo(url);
    }

    @Test
    void numbersAreChecked() {
        assertThatThrownBy(() -> new GaleraMariaDB(0)).hasMessageContaining("nodes: 0 (expected 1 to 5)");
        assertThatThrownBy(() -> new GaleraMariaDB(6)).hasMessageContaining("nodes: 6 (expected 1 to 5)");
        assertThatThrownBy(() -> db.node(4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(new GaleraMariaDB(1)::addressUrl).hasMessageContaining("not started");
    }
}
