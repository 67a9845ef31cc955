// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.template;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Row;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.spring.AsyncHandlerSocketOperations;
import io.handlersocket.spring.HandlerSocketOperations;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Implements the operations with one client. */
public final class HandlerSocketTemplate implements HandlerSocketOperations {

    private record Opening(Class<?> type, String schema, String table, String index) {}

    private final HandlerSocketClient client;
    private final Map<Class<?>, RowShape<?>> shapes = new ConcurrentHashMap<>();

    /** The handles of earlier calls: to find the columns and open an index asks SQL, on one thread for all callers. */
    private final Map<Opening, Index> handles = new ConcurrentHashMap<>();

    private final AsyncHandlerSocketOperations async = new Async();

    public HandlerSocketTemplate(HandlerSocketClient client) {
        this.client = client;
    }

    @Override
    public <T> Optional<T> find(Class<T> type, String table, Object... key) {
        return findBy(type, table, IndexDefinition.PRIMARY, key);
    }

    @Override
    public <T> Optional<T> findBy(Class<T> type, String table, String index, Object... key) {
        return read(type, table, index, opened -> opened.find(key)).map(shape(type)::of);
    }

    @Override
    public <T> List<T> findAll(Class<T> type, String table, Collection<?> keys) {
        return present(shape(type), read(type, table, IndexDefinition.PRIMARY, opened -> opened.findAll(keys)));
    }

    @Override
    public <T> List<T> range(Class<T> type, String table, String index, Range range) {
        return read(type, table, index, opened -> opened.range(range)).stream()
                .map(shape(type)::of)
                .toList();
    }

    @Override
    public AsyncHandlerSocketOperations async() {
        return async;
    }

    private <R> R read(Class<?> type, String table, String index, Function<Index, R> lookup) {
        if (client.server().isEmpty()) {
            client.firstAttempt().toCompletableFuture().join();
        }
        Index known = known(type, table, index);
        if (known != null) {
            try {
                return lookup.apply(known);
            } catch (HandlerSocketException e) {
                if (!mayBeOpened(e, known)) {
                    throw e;
                }
            }
        }
        try {
            return lookup.apply(
                    opening(type, table, index).toCompletableFuture().join());
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private <R> CompletionStage<R> readLater(
            Class<?> type, String table, String index, Function<Index, CompletionStage<R>> lookup) {
        Index known = known(type, table, index);
        return known == null
                ? opening(type, table, index).thenCompose(lookup)
                : CompletableFuture.completedStage(known).thenCompose(lookup).exceptionallyCompose(failure -> {
                    Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
                    return cause instanceof HandlerSocketException why && mayBeOpened(why, known)
                            ? opening(type, table, index).thenCompose(lookup)
                            : CompletableFuture.failedStage(cause);
                });
    }

    /** Whether the lookup was not sent, and opening the index may help: the client then waits for it. */
    private boolean mayBeOpened(HandlerSocketException failure, Index index) {
        if (failure instanceof UnavailableException unavailable) {
            return switch (unavailable.reason()) {
                case NOT_OPEN, EVICTED, IDLE, NOT_CONNECTED -> true;
                // Of all tables while the client lets DDL pass; of the changed one, also for a while after it.
                case QUARANTINED ->
                    !client.snapshot().quarantined().containsKey(index.table().name());
                default -> false;
            };
        }
        return failure instanceof RefusedException; // the table has changed, perhaps
    }

    private @Nullable Index known(Class<?> type, String table, String index) {
        ServerFacts server = client.server().orElse(null);
        return server == null ? null : handles.get(new Opening(type, server.schema(), table, index));
    }

    private CompletionStage<Index> opening(Class<?> type, String table, String index) {
        ServerFacts server = client.server().orElse(null);
        if (server == null) {
            return CompletableFuture.failedStage(new UnavailableException(
                    UnavailableException.Reason.NOT_CONNECTED, client.snapshot().reason()));
        }
        RowShape<?> shape = shape(type);
        TableName name = new TableName(server.schema(), table);
        return client.table(name)
                .thenCompose(known -> client.openIndex(new IndexSpec(name, index, shape.columns(known))))
                .thenApply(opened -> {
                    handles.put(new Opening(type, server.schema(), table, index), opened);
                    return opened;
                });
    }

    @SuppressWarnings("unchecked") // the key is the class of the shape
    private <T> RowShape<T> shape(Class<T> type) {
        return (RowShape<T>) shapes.computeIfAbsent(type, RowShape::of);
    }

    private static <T> List<T> present(RowShape<T> shape, List<Optional<Row>> rows) {
        return rows.stream().flatMap(Optional::stream).map(shape::of).toList();
    }

    private final class Async implements AsyncHandlerSocketOperations {

        @Override
        public <T> CompletionStage<Optional<T>> find(Class<T> type, String table, Object... key) {
            return findBy(type, table, IndexDefinition.PRIMARY, key);
        }

        @Override
        public <T> CompletionStage<Optional<T>> findBy(Class<T> type, String table, String index, Object... key) {
            return readLater(type, table, index, opened -> opened.findAsync(key))
                    .thenApply(row -> row.map(shape(type)::of));
        }

        @Override
        public <T> CompletionStage<List<T>> findAll(Class<T> type, String table, Collection<?> keys) {
            return readLater(type, table, IndexDefinition.PRIMARY, opened -> opened.findAllAsync(keys))
                    .thenApply(rows -> present(shape(type), rows));
        }

        @Override
        public <T> CompletionStage<List<T>> range(Class<T> type, String table, String index, Range range) {
            return readLater(type, table, index, opened -> opened.rangeAsync(range))
                    .thenApply(rows -> rows.stream().map(shape(type)::of).toList());
        }
    }
}
