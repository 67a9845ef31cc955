// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Four clients start again and again while a view and a table change places. The server is this test's own. */
@Timeout(300)
class RollingSwapIT {

    private static final int CLIENTS = 4;
    private static final int SWAPS = Seed.size("rolling.swaps", 40);
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** Openings that succeed for certain: so often, the table stays a table until one has. */
    private static final int OPENINGS = 10;

    @Test
    void theServerSurvives() throws SQLException {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB();
        db.start();
        try {
            db.execute(
                    "CREATE TABLE test.other (id INT PRIMARY KEY, v INT)",
                    "CREATE TABLE test.swapped (id INT PRIMARY KEY, v INT)",
                    "CREATE VIEW test.swapped_view AS SELECT * FROM test.other");
            AtomicBoolean done = new AtomicBoolean();
            AtomicInteger opened = new AtomicInteger();
            List<CompletableFuture<Void>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(CompletableFuture.runAsync(() -> openAgainAndAgain(db, done, opened)));
            }
            try {
                swapAll(db, opened);
            } finally {
                done.set(true);
                clients.forEach(CompletableFuture::join);
            }
            assertThat(opened).as("openings of the table").hasValueGreaterThanOrEqualTo(OPENINGS);
        } finally {
            db.stop();
        }
    }

    private static void openAgainAndAgain(HandlerSocketMariaDB db, AtomicBoolean done, AtomicInteger opened) {
        while (!done.get()) {
            try (HandlerSocketClient client =
                    PatientClient.builder().dataSource(db.dataSource()).build()) {
                client.index("swapped");
                opened.incrementAndGet();
            } catch (HandlerSocketException e) {
                // It is a view, or the RENAME waits.
            }
        }
    }

    private static void swapAll(HandlerSocketMariaDB db, AtomicInteger opened) throws SQLException {
        try (Connection connection = db.rootDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET lock_wait_timeout = 1");
            for (int swaps = 0; swaps < SWAPS; ) {
                if (swaps % (SWAPS / OPENINGS) == 0) {
                    int before = opened.get();
                    await().atMost(Duration.ofSeconds(30)).until(() -> opened.get() > before);
                }
                LockSupport.parkNanos(PAUSE.toNanos());
                try {
                    statement.execute(
                            swaps % 2 == 0
                                    ? "RENAME TABLE test.swapped TO test.swapped_table, test.swapped_view TO test.swapped"
                                    : "RENAME TABLE test.swapped TO test.swapped_view, test.swapped_table TO test.swapped");
                    swaps++;
                } catch (SQLException e) {
                    assertThat(e.getErrorCode())
                            .as("after %d swaps: %s", swaps, e)
                            .isEqualTo(1205);
                }
            }
        }
    }
}
