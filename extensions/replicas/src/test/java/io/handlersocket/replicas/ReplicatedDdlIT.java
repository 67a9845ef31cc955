// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.client.Index;
import io.handlersocket.client.Patience;
import io.handlersocket.client.PatientClient;
import io.handlersocket.testkit.ReplicatedMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An idle reader on a replica blocks DDL from the primary, and with it all replication, unless the guard is on. */
@Timeout(120)
class ReplicatedDdlIT {

    /** Shorter than lock_wait_timeout, after which the replica tries again. */
    private static final Duration BLOCKED = Duration.ofMillis(5_500);

    private static final Duration GUARDED = Duration.ofSeconds(30);
    private static final Duration BACK_WITHIN = Duration.ofSeconds(60);

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(1);

    private static HandlerSocketClientBuilder builder(String name) {
        return PatientClient.builder().name(name).dataSource(DB.replica(0).dataSource());
    }

    private static Index idleReader(HandlerSocketClient client, String table) {
        DB.primary().execute("CREATE TABLE " + table + " (id INT PRIMARY KEY)", "INSERT INTO " + table + " VALUES (1)");
        DB.awaitReplica(0, Duration.ofSeconds(30));
        Index index = Patience.answer(() -> client.index(table));
        assertThat(Patience.answer(() -> index.find(1))).isPresent();
        return index;
    }

    private static void alter(String table) {
        DB.primary().execute("ALTER TABLE " + table + " ADD COLUMN w INT NOT NULL DEFAULT 7");
    }

    private static String position() throws SQLException {
        try (Connection connection = DB.replica(0).dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@gtid_slave_pos")) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }

    @Test
    void withoutAGuardTheReplicaStandsStillUntilTheReaderIsGone() throws SQLException {
        // An opening on a new direct connection would see the DDL wait, and close the table.
        try (HandlerSocketClient client =
                builder("unguarded").withoutGuard().maxDirectConnections(0).build()) {
            idleReader(client, "unguarded");
            String before = position();
            alter("unguarded");
            assertThatThrownBy(() -> DB.awaitReplica(0, BLOCKED)).isInstanceOf(IllegalStateException.class);
            assertThat(position()).isEqualTo(before);
        }
        long closed = System.nanoTime();
        DB.awaitReplica(0, GUARDED);
        System.out.printf(
                "ReplicatedDdlIT: without guard: > %d ms, %d ms after the reader%n",
                BLOCKED.toMillis(), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - closed));
    }

    @Test
    void theGuardLetsReplicatedDdlPassAndLookupsComeBack() {
        try (HandlerSocketClient client = builder("guarded").build()) {
            Index index = idleReader(client, "guarded");
            long start = System.nanoTime();
            alter("guarded");
            DB.awaitReplica(0, GUARDED);
            System.out.printf(
                    "ReplicatedDdlIT: with guard: %d ms%n", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            Awaitility.await()
                    .atMost(BACK_WITHIN)
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(index.find(1).orElseThrow().get("w", Integer.class))
                            .isEqualTo(7));
        }
    }
}
