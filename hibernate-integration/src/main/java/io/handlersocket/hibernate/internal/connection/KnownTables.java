// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.connection;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.internal.gate.TableKind;
import io.handlersocket.hibernate.internal.util.UnexpectedFailures;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which names in statements are base tables, and which of them have no triggers: a SELECT from a view may call a
 * function that writes, and a trigger may change the session. Asked from the client's catalogue in the background, and
 * again after a while. Safe for all threads.
 *
 * <p>While the client cannot tell, names are assumed to be base tables: otherwise each use of a connection would end
 * with a proof of its session, and JDBC would be slower just when it has to answer everything. {@link #areConfirmed}
 * looks them up before the next load goes over HandlerSocket.
 */
final class KnownTables implements Function<String, TableKind> {

    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long VALID_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int MAX_NAMES = 10_000;
    private static final String BASE_TABLE = "BASE TABLE";

    private static final CompletableFuture<?> DONE = CompletableFuture.completedFuture(null);

    private record Known(TableKind kind, long atNanos) {}

    private final Supplier<@Nullable HandlerSocketClient> client;
    private final Supplier<String> schema;
    private final LongSupplier nanoTime;
    private final BooleanSupplier useful;
    private final Runnable wrong;
    private final Map<String, Known> tables = new ConcurrentHashMap<>();
    private final Map<String, Boolean> asking = new ConcurrentHashMap<>();
    private final Set<String> assumed = ConcurrentHashMap.newKeySet();
    private volatile boolean away;
    private volatile long failedNanos;

    /**
     * Creates an empty catalogue.
     *
     * @param useful returns whether the answers can help a load now; without, nothing is asked
     * @param wrong runs when a table turns out not to be what it was assumed or known to be
     */
    KnownTables(
            Supplier<@Nullable HandlerSocketClient> client,
            Supplier<String> schema,
            LongSupplier nanoTime,
            BooleanSupplier useful,
            Runnable wrong) {
        this.client = client;
        this.schema = schema;
        this.nanoTime = nanoTime;
        this.useful = useful;
        this.wrong = wrong;
    }

    @Override
    public TableKind apply(String name) {
        Known known = tables.get(name);
        long age = age(known);
        if (age >= FRESH_NANOS) {
            if (mayAsk()) {
                ask(name);
                known = tables.get(name); // a client that has the answer gives it at once
                age = age(known);
            } else {
                assume(name);
            }
        }
        if (age < VALID_NANOS) {
            return known == null ? TableKind.OTHER : known.kind();
        }
        return assumed.contains(name) ? TableKind.ASSUMED : TableKind.OTHER;
    }

    private long age(@Nullable Known known) {
        return known == null ? VALID_NANOS : nanoTime.getAsLong() - known.atNanos();
    }

    /** Asks about a name ahead of the first statement that has it; the future never fails. */
    CompletableFuture<?> prepare(String name) {
        return tables.containsKey(name) || !useful.getAsBoolean() ? DONE : ask(name);
    }

    /** Whether no name is assumed to be a base table; if some are, they are asked about. */
    boolean areConfirmed() {
        if (!assumed.isEmpty() && mayAsk()) {
            assumed.forEach(this::ask);
        }
        return assumed.isEmpty();
    }

    /** A client that could not tell is not asked for each statement. */
    private boolean mayAsk() {
        return useful.getAsBoolean() && (!away || nanoTime.getAsLong() - failedNanos >= AGAIN_NANOS);
    }

    private CompletableFuture<?> ask(String name) {
        HandlerSocketClient known = client.get();
        int dot = name.indexOf('.');
        String in = dot < 0 ? schema.get() : name.substring(0, dot);
        if (known == null || !mayBeAsked(name)) {
            return DONE;
        }
        if (in.isEmpty()) {
            if (known.server().isPresent()) {
                answered(name, null, null); // the connections have no schema, so it is no table of theirs
            } else if (known.firstAttempt().toCompletableFuture().isDone()) {
                cannotTell(name); // there is no server, so no schema
            }
            return DONE;
        }
        if (asking.size() > MAX_NAMES || asking.putIfAbsent(name, true) != null) {
            return DONE;
        }
        return known.table(new TableName(in, name.substring(dot + 1)))
                .<@Nullable Void>handle((table, failure) -> {
                    answered(name, table, failure == null ? null : UnexpectedFailures.cause(failure));
                    asking.remove(name);
                    return null;
                })
                .toCompletableFuture();
    }

    private void answered(String name, @Nullable Table table, @Nullable Throwable failure) {
        if (failure != null && !(failure instanceof RefusedException)) {
            cannotTell(name);
            return;
        }
        away = false;
        TableKind kind = kind(table);
        Known before = tables.put(name, new Known(kind, nanoTime.getAsLong()));
        boolean wasPlain = before != null && before.kind() == TableKind.PLAIN;
        if ((assumed.contains(name) && kind == TableKind.OTHER) || (wasPlain && kind != TableKind.PLAIN)) {
            wrong.run();
        }
        assumed.remove(name); // last: until then no load is answered
    }

    private static TableKind kind(@Nullable Table table) {
        if (table == null || !table.kind().equals(BASE_TABLE)) {
            return TableKind.OTHER;
        }
        return table.mayHaveTriggers() ? TableKind.BASE : TableKind.PLAIN;
    }

    private void cannotTell(String name) {
        failedNanos = nanoTime.getAsLong();
        away = true;
        assume(name);
    }

    /** Not the {@code a.} of a name whose table is quoted, nor one name too many. */
    private boolean mayBeAsked(String name) {
        return !name.endsWith(".") && (tables.size() <= MAX_NAMES || tables.containsKey(name));
    }

    private void assume(String name) {
        Known known = tables.get(name);
        if ((known == null || known.kind() != TableKind.OTHER) && mayBeAsked(name) && assumed.size() <= MAX_NAMES) {
            assumed.add(name);
        }
    }
}
