// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.Patience;
import io.handlersocket.client.PatientClient;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.ReplicatedMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A replica whose position was set while its process was running: to a later one, which skips transactions, and to that
 * of a backup. The latter is the harder way to restore it: only its position and its rows become older than they were.
 */
@Timeout(120)
@TestMethodOrder(OrderAnnotation.class)
class RestoredReplicaIT {

    private static final String MOVED = "its position was set from 0-1-";

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(1);

    private static Replicas replicas;
    private static Index items;

    @BeforeAll
    static void open() {
        DB.primary()
                .execute("CREATE TABLE item (id INT PRIMARY KEY, v BIGINT NOT NULL)", "INSERT INTO item VALUES (1, 0)");
        replicas = Replicas.builder(PatientClient.builder().name("db").dataSource(DB.primaryDataSource()))
                .replica("db2", PatientClient.builder().dataSource(DB.server(2).dataSource()))
                .build();
        items = Patience.answer(() -> replicas.client().index("item"));
    }

    @AfterAll
    static void close() {
        replicas.close();
    }

    private static HandlerSocketMariaDB replica() {
        return DB.server(2);
    }

    /** The pause is that of a DBA who types. */
    @Test
    @Order(1)
    void isLeftAloneAfterItsPositionWasSetToALaterOne() throws InterruptedException {
        awaitReplica();
        replica().execute("STOP SLAVE");
        awaitReason("SQL thread stopped");
        TimeUnit.MILLISECONDS.sleep(1_000);
        DB.primary().execute("INSERT INTO item VALUES (50, 50)", "INSERT INTO item VALUES (51, 51)");
        replica().execute("SET GLOBAL gtid_slave_pos = '" + position() + "'");
        awaitReason(MOVED);
        replica().execute("START SLAVE");
        DB.primary().execute("INSERT INTO item VALUES (52, 52)");
        DB.awaitReplica(0, Patience.LIMIT);
        awaitReason(MOVED);
        Patience.await().until(() -> {
            try (ReadScope scope = replicas.open(Freshness.ANY)) {
                assertThat(items.find(50)).as("%s", scope.answers()).isPresent();
                assertThat(scope.answers().get(0).primary()).isTrue();
                return true;
            }
        });
        replica().kill();
        replica().start();
        awaitReplica();
    }

    private static void awaitReason(String part) {
        Patience.await()
                .untilAsserted(
                        () -> assertThat(replicas.servers().get(1).reason()).contains(part));
    }

    private static void awaitReplica() {
        Patience.await().untilAsserted(() -> {
            try (ReadScope scope = replicas.open(Freshness.ANY)) {
                v();
                assertThat(scope.answers().get(0).primary())
                        .as("%s", replicas.servers())
                        .isFalse();
            }
        });
    }

    @Test
    @Order(2)
    void isNeverOlderThanWasAskedFor() throws SQLException {
        String backup = positionOfTheReplica();
        DB.primary().execute("UPDATE item SET v = 7 WHERE id = 1");
        GtidPosition after = position();
        ReadSession session = replicas.session();
        Patience.await().until(() -> {
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
        int answers = 0;
        while (answers < 3 || System.nanoTime() - end < 0) {
            try {
                assertThat(replicas.read(Freshness.within(Duration.ofMillis(300)), RestoredReplicaIT::v))
                        .isEqualTo(7);
                assertThat(replicas.read(Freshness.atLeast(after), RestoredReplicaIT::v))
                        .isEqualTo(7);
                try (ReadScope scope = replicas.open(Freshness.ANY, session)) {
                    assertThat(v()).as("%s", scope.answers()).isEqualTo(7);
                }
                answers++;
            } catch (HandlerSocketException e) {
                assertThat(e.retryable()).isTrue(); // no answer is not an old one
                assertThat(System.nanoTime() - end).isLessThan(Patience.LIMIT.toNanos());
            }
        }
    }

    private static GtidPosition position() {
        return Patience.answer(replicas::position);
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
