// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.Index;
import io.handlersocket.client.Patience;
import io.handlersocket.client.PatientClient;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.ReplicatedMariaDB;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A replica of which something is not proven is left alone, with the reason, and used again afterwards. */
@Timeout(120)
@TestMethodOrder(OrderAnnotation.class)
class LeftAloneIT {

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

    @BeforeEach
    void usable() {
        Patience.await().untilAsserted(() -> {
            assertThat(replicas.servers().get(1).reason()).isEmpty();
            assertThat(answeredByReplica()).isTrue();
        });
    }

    private static boolean answeredByReplica() {
        return answeredByReplica(items);
    }

    private static boolean answeredByReplica(Index index) {
        try (ReadScope scope = replicas.open(Freshness.ANY)) {
            index.find(1);
            return !scope.answers().get(0).primary();
        }
    }

    private static HandlerSocketMariaDB replica() {
        return DB.server(2);
    }

    private static void assertLeftAlone(String reason) {
        Patience.await().untilAsserted(() -> {
            ServerSnapshot server = replicas.servers().get(1);
            assertThat(server.reason()).contains(reason);
            assertThat(server.usable()).isFalse();
        });
        Patience.await().until(() -> !answeredByReplica()); // a writable replica fences the primary for a moment
    }

    @Test
    @Order(1)
    void aWritableReplica() {
        replica().execute("SET GLOBAL read_only = 0");
        assertLeftAlone("it is writable");
        replica().execute("SET GLOBAL read_only = 1");
    }

    @Test
    @Order(2)
    void aReplicaWithoutGtid() {
        DB.withoutGtid(0);
        assertLeftAlone("master_use_gtid");
        DB.rejoin(2);
    }

    @Test
    @Order(3)
    void aFilteredReplica() {
        replica().execute("STOP SLAVE", "SET GLOBAL replicate_ignore_table = 'test.other'", "START SLAVE");
        assertLeftAlone("replicate_ignore_table=test.other");
        replica().execute("STOP SLAVE", "SET GLOBAL replicate_ignore_table = ''", "START SLAVE");
    }

    @Test
    @Order(4)
    void aReplicaThatIgnoresADomain() {
        replica().execute("STOP SLAVE", "CHANGE MASTER TO IGNORE_DOMAIN_IDS = (7)", "START SLAVE");
        assertLeftAlone("replicate_ignore_domain_ids=7");
        replica().execute("STOP SLAVE", "CHANGE MASTER TO IGNORE_DOMAIN_IDS = ()", "START SLAVE");
    }

    @Test
    @Order(5)
    void aReplicaThatPassesOverErrors() {
        replica().execute("SET GLOBAL slave_exec_mode = IDEMPOTENT");
        assertLeftAlone("slave_exec_mode=IDEMPOTENT");
        replica().execute("SET GLOBAL slave_exec_mode = STRICT");
    }

    @Test
    @Order(5)
    void aReplicaThatSkipsMarkedEvents() {
        String variable = "SET GLOBAL replicate_events_marked_for_skip = ";
        replica().execute("STOP SLAVE", variable + "FILTER_ON_SLAVE", "START SLAVE");
        assertLeftAlone("replicate_events_marked_for_skip=FILTER_ON_SLAVE");
        replica().execute("STOP SLAVE", variable + "REPLICATE", "START SLAVE");
    }

    @Test
    @Order(6)
    void anAccountThatMayNotReadThePosition() {
        replica().execute("SET sql_log_bin = 0", "REVOKE SELECT ON mysql.gtid_slave_pos FROM test@'%'");
        assertLeftAlone("GRANT SELECT ON mysql.gtid_slave_pos");
        replica().execute("SET sql_log_bin = 0", "GRANT SELECT ON mysql.gtid_slave_pos TO test@'%'");
    }

    @Test
    @Order(7)
    void anAccountThatMayNotSeeTheReplication() {
        replica().execute("SET sql_log_bin = 0", "REVOKE SLAVE MONITOR ON *.* FROM test@'%'");
        replica().execute("KILL USER test"); // privileges on *.* are read when a session begins
        assertLeftAlone("GRANT SLAVE MONITOR ON *.*");
        replica().execute("SET sql_log_bin = 0", "GRANT SLAVE MONITOR ON *.* TO test@'%'");
    }

    /** What the server hides of triggers does not describe rows, so this one is used. */
    @Test
    @Order(8)
    void anAccountThatMayNotSeeTriggers() {
        replica().execute("SET sql_log_bin = 0", "REVOKE TRIGGER ON test.* FROM test@'%'");
        DB.primary().execute("CREATE TABLE hidden (id INT PRIMARY KEY)", "INSERT INTO hidden VALUES (1)");
        Index hidden = Patience.answer(() -> replicas.client().index("hidden"));
        Patience.await().until(() -> answeredByReplica(hidden));
        replica().execute("SET sql_log_bin = 0", "GRANT TRIGGER ON test.* TO test@'%'");
    }

    @Test
    @Order(9)
    void aReplicaThatWasKilled() {
        replica().kill();
        assertLeftAlone("");
        replica().start();
    }

    /** Last, because it lasts. */
    @Test
    @Order(10)
    void aReplicaThatHasDiverged() {
        DB.writeLocally(0, "INSERT INTO item VALUES (99, 99)");
        assertLeftAlone("diverged");
        replica().execute("DELETE FROM item WHERE id = 99");
        assertLeftAlone("diverged");
    }
}
