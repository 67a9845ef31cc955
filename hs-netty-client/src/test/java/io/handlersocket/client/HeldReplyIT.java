// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The server holds a small reply until the one before is acknowledged: the client must not delay that. */
class HeldReplyIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private static final int ROUNDS = 40;
    /** Less than the 40 ms by which the kernel delays an acknowledgement. */
    private static final Duration HELD = Duration.ofMillis(35);

    @Test
    void aReplyDoesNotWaitForTheAcknowledgementOfTheOneBefore() throws InterruptedException {
        DB.execute(
                "CREATE OR REPLACE TABLE test.held (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL)",
                "INSERT INTO test.held SELECT seq, CONCAT('name ', seq) FROM seq_1_to_20000");
        try (HandlerSocketClient client = PatientClient.builder()
                .dataSource(DB.dataSource())
                .connections(1)
                .maxDirectConnections(0)
                .build()) {
            Index index = PatientClient.index(client, "held");
            Range scan = Range.all(Comparison.GREATER_OR_EQUAL, 0).where("name", Comparison.EQUAL, "none");
            int held = 0;
            for (int round = 0; round < ROUNDS; round++) {
                for (int id = 1; id <= 8; id++) {
                    index.find(id); // after a dialogue the kernel delays acknowledgements
                }
                CompletableFuture<List<Row>> scanned = index.rangeAsync(scan).toCompletableFuture();
                Thread.sleep(1); // the server is scanning, so it reads the next request later
                CompletableFuture<Optional<Row>> found = index.findAsync(1).toCompletableFuture();
                assertThat(scanned.join()).isEmpty();
                long start = System.nanoTime();
                assertThat(found.join()).isPresent();
                held += System.nanoTime() - start > HELD.toNanos() ? 1 : 0;
            }
            assertThat(held).as("replies that waited").isLessThan(ROUNDS / 3);
        }
    }
}
