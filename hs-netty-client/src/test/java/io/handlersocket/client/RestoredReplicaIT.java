// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.ReplicatedMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A replica that is restored from a backup, in the process that was running. This is the harder way: only its position
 * and its rows become older than they were.
 */
@Timeout(120)
class RestoredReplicaIT {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(1);

    private static Replicas replicas;
    private static Index items;

    @BeforeAll
    static void open() {
        DB.primary()
                .execute("CREATE TABLE item (id INT PRIMARY KEY, v BIGINT NOT NULL)", "INSERT INTO item VALUES (1, 0)");
        replicas = Replicas.builder(HandlerSocketClient.builder().name("db").dataSource(DB.primaryDataSource()))
                .replica(
                        "db2",
                        HandlerSocketClient.builder().dataSource(DB.server(2).dataSource()))
                .build();
        items = replicas.client().index("item");
    }

    @AfterAll
    static void close() {
        replicas.close();
    }

    private static HandlerSocketMariaDB replica() {
        return DB.server(2);
    }

    @Test
    void isNeverOlderThanWasAskedFor() throws SQLException {
        String backup = positionOfTheReplica();
        DB.primary().execute("UPDATE item SET v = 7 WHERE id = 1");
        GtidPosition after = replicas.position();
        ReadSession session = replicas.session();
        Awaitility.await().atMost(PATIENCE).until(() -> {
            try (ReadScope scope = replicas.open(Freshness.ANY, session)) {
                return v() == 7 && !scope.answers().get(0).primary();
            }
        });

        replica()
                .execute(
                        "STOP SLAVE",
                        "RESET MASTER",
                        "SET sql_log_bin = 0",
                        "UPDATE item SET v = 0 WHERE id = 1",
                        "SET GLOBAL gtid_slave_pos = '" + backup + "'");

        long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        while (System.nanoTime() - end < 0) {
            assertThat(replicas.read(Freshness.within(Duration.ofMillis(300)), RestoredReplicaIT::v))
                    .isEqualTo(7);
            assertThat(replicas.read(Freshness.atLeast(after), RestoredReplicaIT::v))
                    .isEqualTo(7);
            try (ReadScope scope = replicas.open(Freshness.ANY, session)) {
                assertThat(v()).as("%s", scope.answers()).isEqualTo(7);
            }
        }
    }

    private static long v() {
        return items.find(1).orElseThrow().longAt(1);
    }

    private static String positionOfTheReplica() throws SQLException {
        try (Connection connection = replica().rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@global.gtid_slave_pos")) {
            row.next();
            return row.getString(1);
        }
    }
}
