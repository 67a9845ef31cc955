// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What answers one request is one snapshot, as one SQL statement would be. */
@Timeout(60)
class SnapshotIT {

    private static final int ROWS = 60;
    private static final int READS = 3_000;
    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @Test
    void keysThatFitIntoOneRequestAreReadBetweenTheSameCommits() throws Exception {
        DB.execute(
                "CREATE OR REPLACE TABLE test.snapshot (id INT PRIMARY KEY, v INT NOT NULL)",
                "INSERT INTO test.snapshot SELECT seq, 0 FROM seq_1_to_" + ROWS);
        List<Integer> keys = IntStream.rangeClosed(1, ROWS).boxed().toList();
        Set<Integer> versions = new HashSet<>();
        AtomicBoolean running = new AtomicBoolean(true);
        try (HandlerSocketClient client =
                PatientClient.unguarded().dataSource(DB.dataSource()).build()) {
            Index snapshot = PatientClient.index(client, "snapshot");
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(running));
            try {
                Awaitility.await().until(() -> snapshot.find(1).orElseThrow().intAt(1) > 0);
                for (int i = 0; i < READS; i++) {
                    Set<Integer> seen = snapshot.findAll(keys).stream()
                            .map(row -> row.orElseThrow().intAt(1))
                            .collect(Collectors.toSet());
                    assertThat(seen).as("versions in one answer").hasSize(1);
                    versions.addAll(seen);
                }
            } finally {
                running.set(false);
                writer.join();
            }
        }
        assertThat(versions).hasSizeGreaterThan(20);
    }

    /** All rows in one transaction, again and again. */
    private static void write(AtomicBoolean running) {
        try (Connection connection = DB.dataSource().getConnection();
                PreparedStatement update = connection.prepareStatement("UPDATE snapshot SET v = ?")) {
            for (int version = 1; running.get(); version++) {
                update.setInt(1, version);
                update.executeUpdate();
            }
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
