// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * An ALTER that copies the whole table while others read and write it, which MariaDB has from 11.2 on. It takes its
 * lock before the copy and after it. During the copy no session waits, and the client has the table open again.
 */
class OnlineCopyIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    /** About how long the copy takes; {@code -Dcopy.seconds}. */
    private static final int SECONDS = Seed.size("copy.seconds", 15);

    private static final int ROWS = 100 * SECONDS;
    private static final Duration BETWEEN_WRITES = Duration.ofMillis(300);
    private static final Duration LOCK = Duration.ofSeconds(3);

    @Entity(name = "Copied")
    @Table(name = "copied")
    static class Copied {
        @Id
        int id;

        @Nullable
        String name;

        int changes;
    }

    @Test
    void getsItsLocksInTimeWhileLoadsGoOn() throws Exception {
        SERVER.execute(
                "create or replace table copied (id int primary key, name varchar(40) not null, changes int not null)",
                "insert into copied select seq, concat('name-', seq), 0 from seq_1_to_" + ROWS);
        assumeTrue(
                copiesOnline(), "this server has no ALTER TABLE with ALGORITHM=COPY and LOCK=NONE (MariaDB 11.2 has)");
        long repeats = repeats();
        AtomicBoolean stop = new AtomicBoolean();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        AtomicLong reads = new AtomicLong();
        AtomicLong writes = new AtomicLong();
        try (App app = App.fast(SERVER, Map.of(App.POOL_SIZE, 6), Copied.class).ready(Copied.class)) {
            List<Thread> load = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int first = i;
                load.add(new Thread(() -> {
                    for (int n = first; !stop.get() && failures.isEmpty(); n++) {
                        read(app, n % ROWS + 1, failures);
                        reads.incrementAndGet();
                    }
                }));
            }
            load.add(new Thread(() -> {
                for (int n = 0; !stop.get() && failures.isEmpty(); n++) {
                    write(app, n % ROWS + 1, failures);
                    writes.incrementAndGet();
                    // The ALTER repeats each change on the copy, at the price of copying a row.
                    LockSupport.parkNanos(BETWEEN_WRITES.toNanos());
                }
            }));
            load.forEach(Thread::start);
            Watch watch = new Watch(() -> app.loads().count(Route.HANDLERSOCKET));
            long start = System.nanoTime();
            try {
                CompletableFuture<Void> alter = CompletableFuture.runAsync(
                        () -> SERVER.execute("alter table copied add column digest char(128) as (sha2(repeat(name, "
                                + repeats + "), 512)) stored, algorithm=copy, lock=none"));
                watch.until(alter);
                alter.join();
            } finally {
                stop.set(true);
                for (Thread thread : load) {
                    thread.join();
                }
            }
            System.out.printf(
                    "OnlineCopyIT: the copy took %.1f s; longest wait for a lock %d ms; %d reads, %d writes%n",
                    (System.nanoTime() - start) / 1e9, watch.longestWait().toMillis(), reads.get(), writes.get());
            assertThat(failures).isEmpty();
            assertThat(reads).hasPositiveValue();
            assertThat(watch.longestWait()).isLessThan(LOCK);
            assertThat(watch.countDuringCopy())
                    .as("loads over HandlerSocket while the ALTER copied")
                    .isPositive();
            await().atMost(Duration.ofSeconds(90))
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> app.expect(
                            Route.HANDLERSOCKET,
                            1,
                            () -> app.sessionFactory().fromSession(session -> session.find(Copied.class, 1))));
            assertThat(changes()).isEqualTo(writes.get());
        }
    }

    private static void read(App app, int id, Queue<Throwable> failures) {
        try {
            String name = app.sessionFactory().fromSession(session -> session.find(Copied.class, id).name);
            if (!("name-" + id).equals(name)) {
                failures.add(new AssertionError(id + " is " + name));
            }
        } catch (RuntimeException e) {
            failures.add(e);
        }
    }

    private static void write(App app, int id, Queue<Throwable> failures) {
        try {
            app.sessionFactory()
                    .inTransaction(session -> session.createMutationQuery(
                                    "update Copied set changes = changes + 1 where id = :id")
                            .setParameter("id", id)
                            .executeUpdate());
        } catch (RuntimeException e) {
            failures.add(e);
        }
    }

    private static boolean copiesOnline() {
        try {
            SERVER.execute("alter table copied comment = 'copied', algorithm=copy, lock=none");
            return true;
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof SQLFeatureNotSupportedException) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Returns how much work per row makes the copy long enough for the client to come back during it. The quickest of
     * several tries counts, because a busy machine makes some of them slow.
     */
    private static long repeats() throws SQLException {
        long quickestNanos = Long.MAX_VALUE;
        try (Connection connection = SERVER.rootDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 10; i++) {
                long start = System.nanoTime();
                statement.executeQuery("select max(sha2(repeat(name, 100000), 512)) from copied where id <= 10");
                quickestNanos = Math.min(quickestNanos, System.nanoTime() - start);
            }
        }
        double ofRow = quickestNanos / 1e9 / 10;
        return (long) (100_000 * SECONDS / ofRow / ROWS);
    }

    private static long changes() throws SQLException {
        try (Connection connection = SERVER.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select sum(changes) from copied")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Watches the ALTER: how long it waits for a lock at a stretch, and how many loads are fast while it copies. */
    private static final class Watch {
        private final LongSupplier fast;
        private long fastAtCopyStart = -1;
        private long fastAtCopyEnd = -1;
        private long waitStartNanos;
        private long longestWaitNanos;
        private boolean waiting;

        Watch(LongSupplier fast) {
            this.fast = fast;
        }

        void until(CompletableFuture<Void> alter) throws Exception {
            try (Connection connection = SERVER.rootDataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                while (!alter.isDone()) {
                    try (ResultSet rows = statement.executeQuery("select state from information_schema.processlist"
                            + " where info like 'alter table copied%'")) {
                        saw(rows.next() ? String.valueOf(rows.getString(1)) : "");
                    }
                    Thread.sleep(20);
                }
            }
        }

        private void saw(String state) {
            boolean waits = state.startsWith("Waiting for table metadata lock");
            long now = System.nanoTime();
            if (waits && !waiting) {
                waitStartNanos = now;
            }
            if (waits) {
                longestWaitNanos = Math.max(longestWaitNanos, now - waitStartNanos);
            }
            waiting = waits;
            if (state.equals("copy to tmp table")) {
                fastAtCopyEnd = fast.getAsLong();
                if (fastAtCopyStart < 0) {
                    fastAtCopyStart = fastAtCopyEnd;
                }
            }
        }

        long countDuringCopy() {
            return fastAtCopyEnd - fastAtCopyStart;
        }

        Duration longestWait() {
            return Duration.ofNanos(longestWaitNanos);
        }
    }
}
