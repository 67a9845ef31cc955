// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.spi.ServerIndex;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A handle whose reads go where the scope of the calling thread allows. Its definition is that of the primary. */
final class RoutedIndex implements Index {

    private final Router router;
    private final ServerIndex primary;
    private final ReplicaHandles replicas;
    private final @Nullable Duration timeout;

    RoutedIndex(Router router, ServerIndex primary, ReplicaHandles replicas) {
        this(router, primary, replicas, null);
    }

    private RoutedIndex(Router router, ServerIndex primary, ReplicaHandles replicas, @Nullable Duration timeout) {
        this.router = router;
        this.primary = primary;
        this.replicas = replicas;
        this.timeout = timeout;
    }

    ServerIndex primary() {
        return primary;
    }

    ReplicaHandles replicas() {
        return replicas;
    }

    boolean isOf(Router other) {
        return router == other;
    }

    /** The handle at a replica; null if it is not open or its table differs. */
    ReplicaHandles.@Nullable Open at(ReplicaServer server) {
        return replicas.open(server, primary.table());
    }

    private @Nullable List<ReplicaHandles.Open> handles(ReplicaServer server) {
        ReplicaHandles.Open handle = at(server);
        return handle == null ? null : List.of(handle);
    }

    private ServerIndex proven(Attempt attempt) {
        ServerIndex handle = attempt.indexes().get(0);
        return timeout == null ? handle : handle.withTimeout(timeout);
    }

    private <T> T read(Function<Index, T> lookup) {
        return router.read(
                this::handles, List.of(primary), attempt -> lookup.apply(proven(attempt)), () -> lookup.apply(primary));
    }

    private <T> CompletionStage<T> readAsync(Function<Index, CompletionStage<T>> lookup) {
        return router.readAsync(
                this::handles, List.of(primary), attempt -> lookup.apply(proven(attempt)), () -> lookup.apply(primary));
    }

    @Override
    public IndexSpec spec() {
        return primary.spec();
    }

    @Override
    public Table table() {
        return primary.table();
    }

    @Override
    public IndexDefinition definition() {
        return primary.definition();
    }

    @Override
    public List<Column> columns() {
        return primary.columns();
    }

    @Override
    public boolean isOpen() {
        return router.isOpen(Index::isOpen, primary, this::handles);
    }

    @Override
    public boolean tryOpen() {
        return router.isOpen(Index::tryOpen, primary, this::handles);
    }

    @Override
    public Index withTimeout(Duration value) {
        return new RoutedIndex(router, primary.withTimeout(value), replicas, value);
    }

    @Override
    public Optional<Row> find(@Nullable Object... key) {
        return read(index -> index.find(key));
    }

    @Override
    public CompletionStage<Optional<Row>> findAsync(@Nullable Object... key) {
        return readAsync(index -> index.findAsync(key));
    }

    @Override
    public List<Optional<Row>> findAll(Collection<?> keys) {
        return read(index -> index.findAll(keys));
    }

    @Override
    public CompletionStage<List<Optional<Row>>> findAllAsync(Collection<?> keys) {
        return readAsync(index -> index.findAllAsync(keys));
    }

    @Override
    public List<Row> range(Range range) {
        return read(index -> index.range(range));
    }

    @Override
    public CompletionStage<List<Row>> rangeAsync(Range range) {
        return readAsync(index -> index.rangeAsync(range));
    }

    @Override
    public List<Rows> ranges(List<Range> ranges) {
        return read(index -> index.ranges(ranges));
    }

    @Override
    public CompletionStage<List<Rows>> rangesAsync(List<Range> ranges) {
        return readAsync(index -> index.rangesAsync(ranges));
    }

    @Override
    public Stream<Row> stream(Range range) {
        Wish wish = router.wishOfStream();
        PrimaryState.Standing before = router.primaryReads().begin(wish);
        wish.streamed(); // also if there is no row
        Stream<Row> rows = primary.stream(range).peek(row -> requireStill(wish, before));
        Stream<Row> end = Stream.of(before)
                .flatMap(
                        begun -> { // runs after the last row, also of an empty answer
                            requireStill(wish, begun);
                            return Stream.empty();
                        });
        return Stream.concat(rows, end);
    }

    private void requireStill(Wish wish, PrimaryState.Standing before) {
        router.primary().requireStill(before, primary.opening().server().identity());
        wish.streamed();
    }

    @Override
    public String toString() {
        return primary.toString();
    }
}
