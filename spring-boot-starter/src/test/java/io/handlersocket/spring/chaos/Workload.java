// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.chaos.Recorder.Operation;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The load of one JVM: threads that read through the repositories and check each answer, and one that writes over JDBC.
 * Runs until the JVM ends. Each item has one writer in all JVMs.
 */
final class Workload {

    static final int READERS = 4;
    private static final int SESSIONS = READERS + 1;
    private static final long READ_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    private static final long WRITE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);
    private static final long ERROR_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

    private final Items items;
    private final Drafts drafts;
    private final JdbcTemplate jdbc;
    private final Routes routes;
    private final Findings findings;
    private final Board board;
    private final Recorder recorder;
    private final Answers answers;
    private final int child;
    private final int children;

    Workload(
            Items items,
            Drafts drafts,
            JdbcTemplate jdbc,
            Routes routes,
            Findings findings,
            Board board,
            Recorder recorder,
            int child,
            int children) {
        this.items = items;
        this.drafts = drafts;
        this.jdbc = jdbc;
        this.routes = routes;
        this.findings = findings;
        this.board = board;
        this.recorder = recorder;
        this.answers = new Answers(findings, board, recorder);
        this.child = child;
        this.children = children;
    }

    void start(Random random) {
        for (int i = 0; i < READERS; i++) {
            int session = child * SESSIONS + i;
            Random keys = new Random(random.nextLong());
            start("chaos-reader-" + i, () -> readOne(session, keys));
        }
        Random keys = new Random(random.nextLong());
        start("chaos-writer", () -> writeOne(child * SESSIONS + READERS, keys));
    }

    private static void start(String name, Runnable step) {
        Thread thread = new Thread(
                () -> {
                    while (true) {
                        step.run();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void readOne(int session, Random random) {
        int key = 1 + random.nextInt(Rows.ITEMS);
        int choice = random.nextInt(20);
        if (choice < 11) {
            read(Kind.BY_ID, session, List.of(key), keys -> one(items.findById(key)));
        } else if (choice < 14) {
            List<Integer> keys = IntStream.range(0, 5)
                    .mapToObj(i -> 1 + (key * 31 + i * 577) % Rows.ITEMS)
                    .distinct()
                    .toList();
            read(Kind.BY_IDS, session, keys, items::findAllById);
        } else if (choice < 17) {
            int slot = Rows.slot(key);
            List<Integer> keys = IntStream.range(0, Rows.ITEMS_OF_A_SLOT)
                    .map(i -> slot * Rows.ITEMS_OF_A_SLOT + i)
                    .filter(id -> id >= 1 && id <= Rows.ITEMS)
                    .boxed()
                    .toList();
            read(Kind.BY_SLOT, session, keys, ids -> items.findBySlot(slot));
        } else {
            readDraft(session, 1 + random.nextInt(Rows.DRAFTS));
        }
        LockSupport.parkNanos(READ_PAUSE_NANOS);
    }

    private static <T> List<T> one(Optional<T> row) {
        return row.stream().toList();
    }

    private void read(Kind kind, int session, List<Integer> keys, Function<List<Integer>, List<Item>> call) {
        Operation operation = new Operation(session, keys.get(0), 0, System.nanoTime());
        List<Long> low = keys.stream().map(board::committed).toList();
        List<Item> found = ask(operation, () -> call.apply(keys));
        if (found != null) {
            LookupRoute route = routes.take();
            findings.answered(kind, route);
            answers.items(operation, kind, route, keys, low, found);
        }
    }

    private void readDraft(int session, int key) {
        Operation operation = new Operation(session, -key, 0, System.nanoTime());
        long low = board.committed(Board.DRAFTS);
        long filled = board.committed(Board.EMPTIED);
        Optional<Draft> found = ask(operation, () -> drafts.findById(key));
        if (found != null) {
            LookupRoute route = routes.take();
            findings.answered(Kind.DRAFT, route);
            answers.draft(operation, route, key, low, filled, found);
        }
    }

    /** Null after a failure. */
    private <T> @Nullable T ask(Operation operation, Supplier<T> call) {
        recorder.invoked(operation);
        findings.begin();
        try {
            return call.get();
        } catch (RuntimeException | Error e) {
            recorder.failed(operation, e);
            findings.readFailed(e);
            LockSupport.parkNanos(ERROR_PAUSE_NANOS);
            return null;
        } finally {
            findings.end();
        }
    }

    private void writeOne(int session, Random random) {
        int key = 1 + random.nextInt(Rows.ITEMS / children) * children + child; // no other JVM writes it
        long revision = board.begin(key);
        Operation operation = new Operation(session, key, revision, System.nanoTime());
        recorder.invoked(operation);
        try {
            // A statement that was given up may run later: it must not undo the next one.
            int rows = jdbc.update(
                    "UPDATE chaos_item SET revision = ?, text = ? WHERE id = ? AND revision < ?",
                    revision,
                    Rows.text("item", key, revision),
                    key,
                    revision);
            if (rows == 1) {
                board.commit(key, revision);
                recorder.answered(operation, key, revision, null);
                findings.wrote();
            } else {
                findings.wrong("write of item " + key + " changed " + rows + " rows");
            }
            LockSupport.parkNanos(WRITE_PAUSE_NANOS);
        } catch (RuntimeException | Error e) {
            recorder.failed(operation, e);
            findings.writeFailed(e);
            LockSupport.parkNanos(ERROR_PAUSE_NANOS);
        }
    }
}
