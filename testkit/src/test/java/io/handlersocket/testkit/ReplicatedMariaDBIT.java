// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReplicatedMariaDBIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @RegisterExtension
    static final ReplicatedMariaDB db = new ReplicatedMariaDB(2);

    /** Whatever the test before has done: two replicas follow the primary, and the table is empty on all servers. */
    @BeforeEach
    void everyServerFollows() {
        for (int id = 1; id <= 3; id++) {
            if (!db.server(id).equals(db.primary())) {
                db.rejoin(id);
            }
        }
        db.primary().execute("CREATE OR REPLACE TABLE item (id INT PRIMARY KEY, name VARCHAR(20)) ENGINE=InnoDB");
        awaitReplicas();
    }

    private static void awaitReplicas() {
        db.awaitReplica(0, LIMIT);
        db.awaitReplica(1, LIMIT);
    }

    private static void insert(int id) throws SQLException {
        try (Connection connection = db.primaryDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO item VALUES (" + id + ", 'one')");
        }
    }

    private static String items(HandlerSocketMariaDB server) {
        return value(server.dataSource(), "SELECT GROUP_CONCAT(id ORDER BY id) FROM item");
    }

    private static String value(DataSource dataSource, String query) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    @Test
    void aRowArrivesAndNoServerHasTransactionsOfItsOwn() throws SQLException {
        insert(1);
        awaitReplicas();
        assertThat(items(db.replica(0))).isEqualTo("1");
        assertThat(items(db.replica(1))).isEqualTo("1");
        String position = value(db.primaryDataSource(), "SELECT @@gtid_binlog_state");
        for (int i = 0; i < 2; i++) {
            DataSource replica = db.replica(i).dataSource();
            assertThat(domainsAndServers(value(replica, "SELECT @@gtid_binlog_state")))
                    .isSubsetOf(domainsAndServers(position));
            assertThat(value(replica, "SELECT @@global.read_only")).isEqualTo("1");
            assertThatThrownBy(() -> value(replica, "INSERT INTO item VALUES (2, 'two') RETURNING id"))
                    .hasStackTraceContaining("read-only");
        }
    }

    private static Set<String> domainsAndServers(String state) {
        Set<String> pairs = new HashSet<>();
        for (String gtid : state.split(",", -1)) {
            pairs.add(gtid.substring(0, gtid.lastIndexOf('-')));
        }
        return pairs;
    }

    @Test
    void theApplicationsAccountSeesPositionsAndTheStateOfReplication() throws SQLException {
        insert(1);
        awaitReplicas();
        for (int id = 1; id <= 3; id++) {
            value(db.server(id).dataSource(), "SHOW MASTER STATUS");
        }
        DataSource replica = db.replica(0).dataSource();
        assertThat(value(replica, "SHOW ALL SLAVES STATUS")).isEmpty(); // the name of the connection
        assertThat(value(replica, "SELECT MAX(seq_no) FROM mysql.gtid_slave_pos"))
                .isEqualTo(value(db.primaryDataSource(), "SELECT @@gtid_binlog_pos")
                        .replaceFirst(".*-", ""));
    }

    @Test
    void oneReplicaAppliesInParallelAndOneInAnotherIsolation() {
        assertThat(db.server(2).globalVariable("slave_parallel_mode")).isEqualTo("optimistic");
        assertThat(db.server(2).globalVariable("slave_parallel_threads")).isEqualTo("4");
        assertThat(db.server(3).globalVariable("tx_isolation")).isEqualTo("READ-COMMITTED");
        assertThat(IntStream.rangeClosed(1, 3).mapToObj(id -> db.server(id).globalVariable("server_id")))
                .containsExactly("1", "2", "3");
    }

    @Test
    void aStoppedReplicaStaysBehindAndCatchesUp() throws SQLException {
        db.stopSqlThread(0);
        insert(1);
        db.awaitReplica(1, LIMIT);
        assertThatThrownBy(() -> db.awaitReplica(0, Duration.ofMillis(200)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("within 200 ms")
                .hasMessageContaining("Slave_SQL_Running No");
        assertThat(items(db.replica(0))).isEqualTo("null");
        db.startSqlThread(0);
        db.awaitReplica(0, LIMIT);
        assertThat(items(db.replica(0))).isEqualTo("1");
    }

    @Test
    void anOrderlyPromotionLosesNothingAndTheOldPrimaryRejoins() throws SQLException {
        HandlerSocketMariaDB old = db.primary();
        HandlerSocketMariaDB next = db.replica(0);
        HandlerSocketMariaDB other = db.replica(1);
        String url = db.primaryUrl();
        db.stopSqlThread(0);
        insert(1);
        try (Connection kept = db.primaryDataSource().getConnection()) {
            db.promote(0);
            assertThat(kept.isValid(1)).isFalse();
        }
        assertThat(db.primary()).isSameAs(next);
        assertThat(db.replica(0)).isSameAs(other);
        assertThat(db.primaryUrl()).isEqualTo(url);
        assertThat(old.globalVariable("read_only")).isEqualTo("ON");
        insert(2);
        db.awaitReplica(0, LIMIT);
        assertThat(items(next)).isEqualTo("1,2");
        assertThat(items(other)).isEqualTo("1,2");
        assertThat(items(old)).isEqualTo("1");
        db.rejoin(Integer.parseInt(old.globalVariable("server_id")));
        assertThat(db.replica(1)).isSameAs(old);
        assertThat(items(old)).isEqualTo("1,2");
    }

    @Test
    void anOldPrimaryCanStayWritableAndConnected() throws SQLException {
        HandlerSocketMariaDB old = db.primary();
        HandlerSocketMariaDB next = db.replica(0);
        String id = old.globalVariable("server_id");
        insert(1);
        try (Connection kept = db.primaryDataSource().getConnection();
                Statement statement = kept.createStatement()) {
            db.promoteUnfenced(0);
            try (ResultSet row = statement.executeQuery("SELECT @@server_id, @@read_only")) {
                row.next();
                assertThat(row.getString(1)).isEqualTo(id);
                assertThat(row.getInt(2)).isZero();
            }
        }
        assertThat(db.primary()).isSameAs(next);
        insert(2);
        db.awaitReplica(0, LIMIT);
        assertThat(items(next)).isEqualTo("1,2");
        assertThat(items(db.replica(0))).isEqualTo("1,2");
        assertThat(items(old)).isEqualTo("1");
        db.rejoin(Integer.parseInt(id));
        assertThat(items(old)).isEqualTo("1,2");
        assertThat(old.globalVariable("read_only")).isEqualTo("ON");
    }

    @Test
    void aReplicaTakesThePlaceOfAKilledPrimary() throws SQLException {
        HandlerSocketMariaDB old = db.primary();
        int id = Integer.parseInt(old.globalVariable("server_id"));
        db.stopSqlThread(1);
        insert(1);
        db.awaitReplica(0, LIMIT);
        db.killPrimary();
        assertThatThrownBy(() -> insert(2)).isInstanceOf(SQLException.class);
        db.promote(0);
        insert(2);
        db.awaitReplica(0, LIMIT);
        assertThat(items(db.primary())).isEqualTo("1,2");
        assertThat(items(db.replica(0))).isEqualTo("1,2");
        assertThat(old.isRunning()).isFalse();
        db.rejoin(id);
        assertThat(items(old)).isEqualTo("1,2");
        assertThat(old.globalVariable("read_only")).isEqualTo("ON");
    }

    @Test
    void aReplicaTakesThePlaceOfAPausedPrimary() throws SQLException {
        HandlerSocketMariaDB old = db.primary();
        insert(1);
        awaitReplicas();
        old.pause();
        try {
            db.promote(0);
            insert(2);
            db.awaitReplica(0, LIMIT);
        } finally {
            old.resume();
        }
        assertThat(items(old)).isEqualTo("1");
        assertThat(old.globalVariable("read_only")).isEqualTo("OFF"); // it does not know
    }

    @Test
    void aReplicaCanFollowWithoutGtid() throws SQLException {
        db.withoutGtid(0);
        assertThat(Replication.status(db.replica(0))).containsEntry("Using_Gtid", "No");
        insert(1);
        db.awaitReplica(0, LIMIT);
        assertThat(items(db.replica(0))).isEqualTo("1");
    }

    @Test
    void aReplicaIsKilledAndComesBack() throws SQLException {
        HandlerSocketMariaDB replica = db.replica(1);
        replica.kill();
        insert(1);
        replica.start();
        db.awaitReplica(1, LIMIT);
        assertThat(items(replica)).isEqualTo("1");
        assertThat(replica.globalVariable("read_only")).isEqualTo("ON");
    }

    @Test
    void aLocalWriteMakesAReplicaDiverge() throws SQLException {
        try (ReplicatedMariaDB two = new ReplicatedMariaDB(1)) {
            two.start();
            two.primary().execute("CREATE TABLE item (id INT PRIMARY KEY)");
            two.awaitReplica(0, LIMIT);
            two.writeLocally(0, "INSERT INTO item VALUES (7)");
            assertThat(value(two.replica(0).dataSource(), "SELECT @@gtid_binlog_state"))
                    .isEqualTo("0-1-1,0-2-2");
            assertThat(items(two.primary())).isEqualTo("null");
            assertThatThrownBy(() -> two.rejoin(2))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("1236");
        }
    }

    @Test
    void thePrimaryDoesNotRejoinAndNumbersAreChecked() {
        int id = Integer.parseInt(db.primary().globalVariable("server_id"));
        assertThatThrownBy(() -> db.rejoin(id)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> db.replica(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new ReplicatedMariaDB(0)).hasMessageContaining("replicas: 0 (expected 1 to 8)");
        assertThatThrownBy(new ReplicatedMariaDB(1)::primaryUrl).hasMessageContaining("not started");
    }
}
