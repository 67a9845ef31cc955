// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An executor that is full, or shut down, leaves nobody waiting. */
class CallbackExecutorIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @Test
    void whatTheExecutorRejectsIsCompletedNevertheless() throws Exception {
        DB.execute(
                "CREATE OR REPLACE TABLE test.rejected (id INT PRIMARY KEY, n INT NOT NULL)",
                "INSERT INTO test.rejected VALUES (1, 10)");
        AtomicInteger rejected = new AtomicInteger();
        try (HandlerSocketClient client = PatientClient.builder()
                .name("rejecting")
                .dataSource(DB.dataSource())
                .callbackExecutor(task -> {
                    rejected.incrementAndGet();
                    throw new RejectedExecutionException("full");
                })
                .build()) {
            Index index = client.index(IndexSpec.primary("test", "rejected"));

            assertThat(index.findAsync(1).toCompletableFuture().get(5, TimeUnit.SECONDS))
                    .isPresent();
            assertThat(rejected).hasValue(1);
            client.drain();
            assertThat(index.findAsync(1).toCompletableFuture())
                    .as("refused before it is sent")
                    .failsWithin(Duration.ZERO)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(UnavailableException.class);
        }
    }
}
