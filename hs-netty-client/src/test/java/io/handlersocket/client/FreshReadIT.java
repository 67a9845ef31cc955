// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was committed over JDBC is what a lookup sent after the commit reads. */
@Timeout(900)
class FreshReadIT {

    private static final int WRITERS = 4;
    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @Test
    void aLookupAfterACommitSeesIt() throws Exception {
        int pairs = Seed.size("fresh.pairs", 3_000);
        DB.execute(
                "SET GLOBAL innodb_flush_log_at_trx_commit = 2",
                "CREATE OR REPLACE TABLE test.fresh (id INT PRIMARY KEY, v INT NOT NULL)",
                "INSERT INTO test.fresh SELECT seq, 0 FROM seq_1_to_1000");
        try (HandlerSocketClient client = PatientClient.unguarded()
                        .name("fresh")
                        .dataSource(DB.dataSource())
                        .build();
                LookupNoise noise = new LookupNoise(PatientClient.index(client, "fresh"))) {
            Index fresh = PatientClient.index(client, "fresh");
            var writers = Executors.newFixedThreadPool(WRITERS);
            List<CompletableFuture<Integer>> stale = IntStream.range(0, WRITERS)
                    .mapToObj(writer ->
                            CompletableFuture.supplyAsync(() -> write(fresh, writer, pairs / WRITERS), writers))
                    .toList();
            for (CompletableFuture<Integer> one : stale) {
                assertThat(one.get()).isZero();
            }
            writers.shutdown();
            System.out.printf("FreshReadIT: %d pairs, %d other lookups meanwhile%n", pairs, noise.lookups());
            assertThat(noise.lookups()).isGreaterThan(pairs);
        } finally {
            DB.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        }
    }

    /** Commits and looks up, again and again; returns how often the lookup did not see the commit. */
    private static int write(Index fresh, int writer, int pairs) {
        int stale = 0;
        try (Connection connection = DB.dataSource().getConnection();
                PreparedStatement update = connection.prepareStatement("UPDATE fresh SET v = ? WHERE id = ?")) {
            connection.setAutoCommit(false);
            for (int i = 1; i <= pairs; i++) {
                int id = 1 + writer + WRITERS * (i % 50);
                update.setInt(1, i);
                update.setInt(2, id);
                update.executeUpdate();
                connection.commit();
                if (fresh.find(id).orElseThrow().intAt(1) != i) {
                    stale++;
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return stale;
    }

    /** Keeps all connections busy with lookups of the same rows. */
    private static final class LookupNoise implements AutoCloseable {
        private final Index index;
        private final Thread thread = new Thread(this::run, "lookup-noise");
        private volatile boolean running = true;
        private volatile long lookups;

        LookupNoise(Index index) {
            this.index = index;
            thread.start();
        }

        private void run() {
            long done = 0;
            while (running) {
                List<CompletableFuture<?>> burst = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    burst.add(index.findAsync(1 + i).toCompletableFuture());
                }
                burst.forEach(CompletableFuture::join);
                done += burst.size();
                lookups = done;
            }
        }

        long lookups() {
            return lookups;
        }

        @Override
        public void close() throws InterruptedException {
            running = false;
            thread.join();
        }
    }
}
