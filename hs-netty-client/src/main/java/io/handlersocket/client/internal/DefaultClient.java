// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Read;
import io.handlersocket.client.Rows;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.TaskGuard;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.JfrListener;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.state.ReadSide;
import io.handlersocket.client.internal.control.state.State;
import io.handlersocket.client.internal.control.state.StatusBoard;
import io.handlersocket.client.internal.lookup.GroupRead;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.spi.OwnThread;
import io.handlersocket.client.spi.ServerClient;
import io.handlersocket.client.spi.ServerIndex;
import io.handlersocket.client.spi.SystemTable;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The client: its read side connects and opens indexes, its context sends lookups. Extensions add other parts. */
public final class DefaultClient implements ServerClient {

    /** Connections that an extension adds to a client. They stop and end with the client. Thread-safe. */
    public interface Part extends AutoCloseable {

        /** Closes all connections until {@link #resume()}; returns when they are closed. */
        void drain();

        /** Ends {@link #drain()}; returns at once. */
        void resume();

        /** Closes all connections permanently. Closing again has no effect. */
        @Override
        void close();
    }

    private final ClientOptions options;
    private final ReadSide readSide;
    private final UserStages stages;
    private final LookupContext context;
    private final List<Part> parts = new CopyOnWriteArrayList<>();
    private final Supplier<ClientSnapshot> snapshots;
    private final Runnable watch;

    /** Held by the thread that closes. It is reentrant, because a listener may close too. */
    private final Lock closing = new ReentrantLock();

    public DefaultClient(ClientOptions options) {
        this.options = options;
        this.readSide = new ReadSide(options);
        this.stages = new UserStages(options.callbackExecutor(), readSide.pool().io());
        this.context = new LookupContext(
                readSide.pool(),
                readSide::reopen,
                options.listener(),
                options.listener()::wantLookups,
                stages,
                options.times().request().toNanos());
        // No reference to this: the flight recorder's thread may ask before the constructor ends.
        ReadSide reads = readSide;
        LookupContext lookups = context;
        this.snapshots = () -> snapshot(reads, lookups);
        this.watch = JfrListener.watch(options.name(), snapshots);
        readSide.start();
    }

    public ClientOptions options() {
        return options;
    }

    /** Adds a part, which drains, resumes and closes with this client from now on. */
    public void attach(Part part) {
        closing.lock(); // a close that runs has closed the other parts
        try {
            parts.add(part);
            State now = readSide.board().now(); // after the add, because drain() changes it before it drains the parts
            if (now.shown() == ClientState.CLOSED) {
                part.close();
            } else if (now.isOrdered()) {
                part.drain();
            }
        } finally {
            closing.unlock();
        }
    }

    @Override
    public Index index(IndexSpec spec) {
        DriverThread.refuseToWait("HandlerSocketClient.index", "openIndex");
        return openingWait().await(open(spec));
    }

    @Override
    public Index index(String table) {
        Objects.requireNonNull(table, "table: null (expected the table's name)");
        DriverThread.refuseToWait("HandlerSocketClient.index", "openIndex");
        ClientWait wait = openingWait();
        wait.await(readSide.board().firstAttempt());
        String own = server().map(ServerFacts::schema).orElseThrow(readSide.board()::unavailable);
        String configured = options.address().schema();
        return wait.await(open(IndexSpec.primary(configured == null ? own : configured, table)));
    }

    /** Begins the wait of a caller that opens an index of this client or of a part. */
    public ClientWait openingWait() {
        return ClientWait.begin(options, readSide.board()::shown);
    }

    @Override
    public CompletionStage<Index> openIndex(IndexSpec spec) {
        return stages.of(open(spec));
    }

    private CompletableFuture<Index> open(IndexSpec spec) {
        Objects.requireNonNull(spec, "spec: null (expected an IndexSpec)");
        if (SystemTable.of(spec.table()).isPresent()) {
            throw SystemTable.refusedToCallers(spec.table());
        }
        return openAllowed(spec);
    }

    private CompletableFuture<Index> openAllowed(IndexSpec spec) {
        Optional<Index> open = readSide.registry().openHandle(spec);
        return open.isPresent() ? CompletableFuture.completedFuture(open.get()) : readSide.open(spec, context);
    }

    @Override
    public CompletableFuture<ServerIndex> openSystemTable(SystemTable table) {
        return openAllowed(table.spec()).thenApply(ServerIndex.class::cast);
    }

    @Override
    public int inFlight() {
        return readSide.pool().inFlight();
    }

    @Override
    public <T> CompletableFuture<T> stage(CompletableFuture<T> result) {
        return stages.of(result);
    }

    @Override
    public void release(Index index) {
        readSide.release(Objects.requireNonNull(index, "index: null (expected an Index of this client)"));
    }

    @Override
    public List<Rows> readTogether(List<Read> reads) {
        return GroupRead.read(context, reads);
    }

    @Override
    public CompletionStage<List<Rows>> readTogetherAsync(List<Read> reads) {
        return GroupRead.readAsync(context, reads);
    }

    @Override
    public CompletionStage<Table> table(TableName name) {
        return stages.of(readSide.table(Objects.requireNonNull(name, "name: null (expected a TableName)")));
    }

    @Override
    public Optional<ServerFacts> server() {
        return readSide.board().server().map(Discovery.Found::facts);
    }

    private static ClientSnapshot snapshot(ReadSide reads, LookupContext lookups) {
        StatusBoard board = reads.board();
        State now = board.now();
        return new ClientSnapshot(
                now.shown(),
                now.reason(),
                StatusBoard.remedy(now.shown(), now.reason()),
                board.since(),
                now instanceof State.NotUsable unusable && unusable.isOtherProduct(),
                board.server().map(Discovery.Found::endpoint),
                board.lastTrouble(),
                lookups.pool().circuit().state(),
                reads.guardLag(),
                lookups.pool().size(),
                lookups.pool().inFlight(),
                lookups.counters().found().sum(),
                lookups.counters().missed().sum(),
                lookups.counters().failed().sum(),
                reads.reconnects(),
                lookups.pool().batches().sums(),
                reads.registry().openSpecs(),
                reads.quarantine().until());
    }

    @Override
    public ClientSnapshot snapshot() {
        return snapshots.get();
    }

    @Override
    public CompletionStage<ClientSnapshot> firstAttempt() {
        return stages.of(readSide.board().firstAttempt().thenApply(done -> snapshot()));
    }

    @Override
    public void awaitReady(Duration limit) {
        ClientWait.awaitReady(this, limit, options.nanoTime());
    }

    @Override
    public void drain() {
        DriverThread.refuseToWait("HandlerSocketClient.drain", null);
        readSide.drain("by the application");
        parts.forEach(Part::drain);
    }

    @Override
    public void resume() {
        readSide.resume();
        parts.forEach(Part::resume);
    }

    @Override
    public void close() {
        DriverThread.refuseToWait("HandlerSocketClient.close", "closeAsync");
        closing.lock();
        try {
            TaskGuard.runAll(watch, this::closeParts, readSide::close);
        } finally {
            closing.unlock();
        }
    }

    private void closeParts() {
        TaskGuard.runAll(parts.stream().<Runnable>map(part -> part::close).toArray(Runnable[]::new));
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        return stages.of(CompletableFuture.runAsync(this::close, OwnThread.named(options.name() + "-close")));
    }

    @Override
    public String toString() {
        return "HandlerSocketClient[name=" + options.name() + ", " + snapshot() + ']';
    }
}
