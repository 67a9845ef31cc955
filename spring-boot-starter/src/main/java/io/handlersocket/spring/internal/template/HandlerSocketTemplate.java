// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.template;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Range;
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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Implements the operations with one client. */
public final class HandlerSocketTemplate implements HandlerSocketOperations {

    private final HandlerSocketClient client;
    private final Map<Class<?>, RowShape<?>> shapes = new ConcurrentHashMap<>();
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
        RowShape<T> shape = shape(type);
        return open(shape, table, index).find(key).map(shape::of);
    }

    @Override
    public <T> List<T> findAll(Class<T> type, String table, Collection<?> keys) {
        RowShape<T> shape = shape(type);
        return present(shape, open(shape, table, IndexDefinition.PRIMARY).findAll(keys));
    }

    @Override
    public <T> List<T> range(Class<T> type, String table, String index, Range range) {
        RowShape<T> shape = shape(type);
        return open(shape, table, index).range(range).stream().map(shape::of).toList();
    }

    @Override
    public AsyncHandlerSocketOperations async() {
        return async;
    }

    // Waits for the first attempt to connect, and for the index at its first use.
    private Index open(RowShape<?> shape, String table, String index) {
        if (client.server().isEmpty()) {
            client.firstAttempt().toCompletableFuture().join();
        }
        try {
            return opening(shape, table, index).toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private CompletionStage<Index> opening(RowShape<?> shape, String table, String index) {
        ServerFacts server = client.server().orElse(null);
        if (server == null) {
            return CompletableFuture.failedStage(new UnavailableException(
                    UnavailableException.Reason.NOT_CONNECTED, client.snapshot().reason()));
        }
        TableName name = new TableName(server.schema(), table);
        return client.table(name)
                .thenCompose(known -> client.openIndex(new IndexSpec(name, index, shape.columns(known))));
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
            RowShape<T> shape = shape(type);
            return opening(shape, table, index)
                    .thenCompose(opened -> opened.findAsync(key))
                    .thenApply(row -> row.map(shape::of));
        }

        @Override
        public <T> CompletionStage<List<T>> findAll(Class<T> type, String table, Collection<?> keys) {
            RowShape<T> shape = shape(type);
            return opening(shape, table, IndexDefinition.PRIMARY)
                    .thenCompose(opened -> opened.findAllAsync(keys))
                    .thenApply(rows -> present(shape, rows));
        }

        @Override
        public <T> CompletionStage<List<T>> range(Class<T> type, String table, String index, Range range) {
            RowShape<T> shape = shape(type);
            return opening(shape, table, index)
                    .thenCompose(opened -> opened.rangeAsync(range))
                    .thenApply(rows -> rows.stream().map(shape::of).toList());
        }
    }
}
