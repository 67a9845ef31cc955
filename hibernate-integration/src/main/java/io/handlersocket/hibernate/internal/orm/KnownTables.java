// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.TableName;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which names in statements are base tables: a SELECT from a view may call a function that writes. Asked from the client's
 * catalogue in the background, and again after a while. Safe for all threads.
 */
final class KnownTables implements Predicate<String> {

    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long VALID_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final int MAX_NAMES = 10_000;
    private static final String BASE_TABLE = "BASE TABLE";

    private static final CompletableFuture<?> DONE = CompletableFuture.completedFuture(null);

    private record Known(boolean base, long atNanos) {}

    private final Supplier<@Nullable HandlerSocketClient> client;
    private final Supplier<String> schema;
    private final LongSupplier nanoTime;
    private final Map<String, Known> tables = new ConcurrentHashMap<>();
    private final Map<String, Boolean> asking = new ConcurrentHashMap<>();

    KnownTables(Supplier<@Nullable HandlerSocketClient> client, Supplier<String> schema, LongSupplier nanoTime) {
        this.client = client;
        this.schema = schema;
        this.nanoTime = nanoTime;
    }

    @Override
    public boolean test(String name) {
        Known known = tables.get(name);
        long age = known == null ? VALID_NANOS : nanoTime.getAsLong() - known.atNanos();
        if (age >= FRESH_NANOS) {
            ask(name);
            known = tables.get(name); // a client that has the answer gives it at once
            age = known == null ? VALID_NANOS : nanoTime.getAsLong() - known.atNanos();
        }
        return known != null && known.base() && age < VALID_NANOS;
    }

    /** Asks about a name ahead of the first statement that has it; the future never fails. */
    CompletableFuture<?> prepare(String name) {
        return tables.containsKey(name) ? DONE : ask(name);
    }

    private CompletableFuture<?> ask(String name) {
        HandlerSocketClient known = client.get();
        int dot = name.indexOf('.');
        String in = dot < 0 ? schema.get() : name.substring(0, dot);
        if (known == null
                || in.isEmpty()
                || dot == name.length() - 1
                || asking.size() > MAX_NAMES
                || tables.size() > MAX_NAMES
                || asking.putIfAbsent(name, true) != null) {
            return DONE;
        }
        return known.table(new TableName(in, name.substring(dot + 1)))
                .<@Nullable Void>handle((table, failure) -> {
                    tables.put(name, new Known(table != null && table.kind().equals(BASE_TABLE), nanoTime.getAsLong()));
                    asking.remove(name);
                    return null;
                })
                .toCompletableFuture();
    }
}
