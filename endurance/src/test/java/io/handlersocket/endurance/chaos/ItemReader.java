// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.endurance.history.Journal;
import io.handlersocket.endurance.history.Observer;
import io.handlersocket.endurance.history.Way;
import io.handlersocket.spring.LookupRoute;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads through the repositories, one row or several at a time. It judges and records each answer. For one thread. */
final class ItemReader implements Runnable {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    private static final long ERROR_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

    private final Workload load;
    private final Random random;
    private final LongConsumer pause;
    private final Answers answers;
    private final Observer history;

    ItemReader(Workload load, Random random) {
        this(load, random, LockSupport::parkNanos);
    }

    /** @param pause waits so many nanoseconds after each step; a test without a server need not wait */
    ItemReader(Workload load, Random random, LongConsumer pause) {
        this.pause = pause;
        this.load = load;
        this.random = random;
        this.answers = new Answers(load.findings(), load.board());
        this.history = new Observer(Journal.create(load.journals()));
    }

    /** Reads once. */
    @Override
    public void run() {
        int key = 1 + random.nextInt(Rows.ITEMS);
        int choice = random.nextInt(20);
        if (choice < 11) {
            read(Kind.BY_ID, List.of(key), keys -> one(load.items().findById(key)));
        } else if (choice < 14) {
            List<Integer> keys = IntStream.range(0, 5)
                    .mapToObj(i -> 1 + (key * 31 + i * 577) % Rows.ITEMS)
                    .distinct()
                    .toList();
            read(Kind.BY_IDS, keys, load.items()::findAllById);
        } else if (choice < 17) {
            int slot = Rows.slot(key);
            List<Integer> keys = IntStream.range(0, Rows.ITEMS_OF_A_SLOT)
                    .map(i -> slot * Rows.ITEMS_OF_A_SLOT + i)
                    .filter(id -> id >= 1 && id <= Rows.ITEMS)
                    .boxed()
                    .toList();
            read(Kind.BY_SLOT, keys, ids -> load.items().findBySlot(slot));
        } else {
            readDraft(1 + random.nextInt(Rows.DRAFTS));
        }
        pause.accept(PAUSE_NANOS);
    }

    private static <T> List<T> one(Optional<T> row) {
        return row.stream().toList();
    }

    private void read(Kind kind, List<Integer> keys, Function<List<Integer>, List<Item>> call) {
        List<Long> low = keys.stream().map(load.board()::committed).toList();
        long begin = System.nanoTime();
        List<Item> found = ask(() -> call.apply(keys));
        long end = System.nanoTime();
        if (found != null) {
            LookupRoute route = load.routes().take();
            load.findings().answered(kind, route);
            answers.items(kind, route, keys, low, found);
            boolean together = kind == Kind.BY_SLOT; // several ids may be asked for on several connections
            history.found(
                    way(kind, route),
                    begin,
                    end,
                    together,
                    keys.stream().map(Histories::item).toList(),
                    found.stream().map(Histories::found).toList());
        }
    }

    private static Way way(Kind kind, @Nullable LookupRoute route) {
        if (route != LookupRoute.HANDLERSOCKET) {
            return Way.JDBC;
        }
        return switch (kind) {
            case BY_ID, DRAFT -> Way.REPOSITORY;
            case BY_IDS -> Way.REPOSITORY_BATCH;
            case BY_SLOT -> Way.REPOSITORY_RANGE;
        };
    }

    private void readDraft(int key) {
        long low = load.board().committed(Board.DRAFTS);
        long filled = load.board().committed(Board.EMPTIED);
        long begin = System.nanoTime();
        Optional<Draft> found = ask(() -> load.drafts().findById(key));
        long end = System.nanoTime();
        if (found != null) {
            LookupRoute route = load.routes().take();
            load.findings().answered(Kind.DRAFT, route);
            answers.draft(route, key, low, filled, found);
            history.found(
                    way(Kind.DRAFT, route),
                    begin,
                    end,
                    false,
                    List.of(Histories.draft(key)),
                    one(found.map(Histories::found)));
        }
    }

    /** Null after a failure. */
    private <T> @Nullable T ask(Supplier<T> call) {
        load.findings().begin();
        try {
            return call.get();
        } catch (RuntimeException | Error e) {
            load.findings().readFailed(e);
            pause.accept(ERROR_PAUSE_NANOS);
            return null;
        } finally {
            load.findings().end();
        }
    }
}
