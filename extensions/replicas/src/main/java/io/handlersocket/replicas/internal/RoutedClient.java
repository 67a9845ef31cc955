// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Read;
import io.handlersocket.client.Rows;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.spi.ServerClient;
import io.handlersocket.client.spi.ServerIndex;
import io.handlersocket.replicas.internal.replication.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The client of {@link DefaultReplicas}: its reads are routed, all else concerns the primary. Thread-safe. */
final class RoutedClient implements HandlerSocketClient {

    private static final int MAX_HANDLES = 1024;
    private static final long FIRST_PROBE_MILLIS = 1_000;

    private final DefaultReplicas owner;
    private final ServerClient primary;
    private final Router router;
    private final Supplier<CompletableFuture<Probe>> nextProbe;
    private final Map<IndexSpec, RoutedIndex> handles = new ConcurrentHashMap<>();

    /** @param nextProbe asks the primary at once */
    RoutedClient(
            DefaultReplicas owner, ServerClient primary, Router router, Supplier<CompletableFuture<Probe>> nextProbe) {
        this.owner = owner;
        this.primary = primary;
        this.router = router;
        this.nextProbe = nextProbe;
    }

    @Override
    public Index index(IndexSpec spec) {
        Index opened = primary.index(spec);
        afterFirstProbe().join();
        return routed(opened);
    }

    @Override
    public Index index(String table) {
        Index opened = primary.index(table);
        afterFirstProbe().join();
        return routed(opened);
    }

    @Override
    public CompletionStage<Index> openIndex(IndexSpec spec) {
        return primary.stage(primary.openIndex(spec)
                .toCompletableFuture()
                .thenCombine(afterFirstProbe(), (opened, done) -> routed(opened)));
    }

    /** Reads fail before the primary is proven once, so the first handles wait for a probe, whatever it says. */
    private CompletableFuture<?> afterFirstProbe() {
        return router.primary().now().probe() != null
                ? CompletableFuture.completedFuture(null)
                : nextProbe
                        .get()
                        .orTimeout(FIRST_PROBE_MILLIS, TimeUnit.MILLISECONDS)
                        .exceptionally(failure -> null);
    }

    private RoutedIndex routed(Index opened) {
        ServerIndex handle = (ServerIndex) opened;
        RoutedIndex known = handles.get(handle.spec());
        if (known != null && known.primary() == handle) {
            return known;
        }
        if (handles.size() >= MAX_HANDLES) { // a forgotten handle still works
            handles.keySet().stream().findAny().ifPresent(handles::remove);
        }
        return Objects.requireNonNull(handles.compute(
                handle.spec(),
                (spec, other) -> other != null && other.primary() == handle
                        ? other
                        : new RoutedIndex(router, handle, new ReplicaHandles(spec, router.replicas()))));
    }

    @Override
    public void release(Index index) {
        Objects.requireNonNull(index, "index: null (expected an Index of this client)");
        if (index instanceof RoutedIndex routed && routed.isOf(router)) {
            handles.computeIfPresent(
                    routed.spec(), (spec, known) -> known.replicas() == routed.replicas() ? null : known);
            routed.replicas().release();
            primary.release(routed.primary());
        } else {
            primary.release(index);
        }
    }

    @Override
    public List<Rows> readTogether(List<Read> reads) {
        List<RoutedIndex> indexes = indexes(reads);
        List<ServerIndex> primaries = indexes.stream().map(RoutedIndex::primary).toList();
        return router.read(
                server -> handles(indexes, server),
                primaries,
                attempt -> attempt.server().client().readTogether(reads(reads, attempt.indexes())),
                () -> primary.readTogether(reads(reads, primaries)));
    }

    @Override
    public CompletionStage<List<Rows>> readTogetherAsync(List<Read> reads) {
        List<RoutedIndex> indexes = indexes(reads);
        List<ServerIndex> primaries = indexes.stream().map(RoutedIndex::primary).toList();
        return router.readAsync(
                server -> handles(indexes, server),
                primaries,
                attempt -> attempt.server().client().readTogetherAsync(reads(reads, attempt.indexes())),
                () -> primary.readTogetherAsync(reads(reads, primaries)));
    }

    private List<RoutedIndex> indexes(List<Read> reads) {
        Objects.requireNonNull(reads, "reads: null (expected a list of reads)");
        List<RoutedIndex> indexes = new ArrayList<>(reads.size());
        for (Read read : reads) {
            Objects.requireNonNull(read, "reads: a null element (expected none)");
            if (!(read.index() instanceof RoutedIndex routed) || !routed.isOf(router)) {
                throw new IllegalArgumentException(read.index() + ": not an index of this client");
            }
            indexes.add(routed);
        }
        return indexes;
    }

    private static @Nullable List<ReplicaHandles.Open> handles(List<RoutedIndex> indexes, ReplicaServer server) {
        List<ReplicaHandles.Open> open = new ArrayList<>(indexes.size());
        for (RoutedIndex index : indexes) {
            ReplicaHandles.Open handle = index.at(server);
            if (handle == null) {
                return null;
            }
            open.add(handle);
        }
        return open;
    }

    private static List<Read> reads(List<Read> reads, List<ServerIndex> indexes) {
        List<Read> same = new ArrayList<>(reads.size());
        for (int i = 0; i < reads.size(); i++) {
            Read read = reads.get(i);
            same.add(new Read(indexes.get(i), read.keys(), read.filters(), read.limit()));
        }
        return same;
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return primary.unwrap(type);
    }

    @Override
    public CompletionStage<Table> table(TableName name) {
        return primary.table(name);
    }

    @Override
    public Optional<ServerFacts> server() {
        return primary.server();
    }

    @Override
    public ClientSnapshot snapshot() {
        return primary.snapshot();
    }

    @Override
    public CompletionStage<ClientSnapshot> firstAttempt() {
        return primary.stage(primary.firstAttempt()
                .toCompletableFuture()
                .thenCompose(snapshot -> snapshot.state() == ClientState.READY
                        ? afterFirstProbe().thenApply(done -> snapshot)
                        : CompletableFuture.completedFuture(snapshot)));
    }

    @Override
    public void awaitReady(Duration limit) {
        primary.awaitReady(limit);
        afterFirstProbe().join();
    }

    @Override
    public void drain() {
        primary.drain(); // the pollers drain the replicas with it
        router.replicas().forEach(replica -> replica.client().drain());
    }

    @Override
    public void resume() {
        primary.resume();
        router.replicas().forEach(replica -> replica.client().resume());
    }

    @Override
    public void close() {
        owner.close();
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        return owner.closeAsync();
    }

    @Override
    public String toString() {
        return primary.toString();
    }
}
