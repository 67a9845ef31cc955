// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Read;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Rows;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.WriteIndex;
import io.handlersocket.client.WriteOptions;
import io.handlersocket.client.Writes;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.WritePort;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.state.StatusBoard;
import io.handlersocket.client.internal.control.state.Supervisor;
import io.handlersocket.client.internal.jfr.Flight;
import io.handlersocket.client.internal.lookup.Counters;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.internal.lookup.LookupEvents;
import io.handlersocket.client.internal.lookup.SnapshotRead;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The one implementation: the supervisor connects and opens, the context looks up. */
public final class DefaultClient implements HandlerSocketClient {

    private final ClientOptions options;
    private final Supervisor supervisor;
    private final LookupContext context;
    private final SnapshotRead snapshotRead;
    private final AutoCloseable watch;
    private final @Nullable WritePort writePort;

    public DefaultClient(ClientOptions options) {
        this.options = options;
        this.supervisor = new Supervisor(options);
        this.context = new LookupContext(
                supervisor.pool(),
                new Counters(),
                supervisor::reopen,
                new LookupEvents(
                        options.name(),
                        options.listener().application(),
                        options.slowLookup().toNanos()),
                options.callbackExecutor(),
                options.requestTimeout().toNanos());
        this.snapshotRead = new SnapshotRead(context);
        this.watch = Flight.watch(options.name(), this::snapshot);
        WriteOptions writes = options.writes();
        this.writePort = writes == null ? null : new WritePort(options, writes, supervisor.pool()::isEventLoop);
        supervisor.start();
        if (writePort != null) {
            writePort.start();
        }
    }

    @Override
    public Index index(IndexSpec spec) {
        return await(openIndex(spec));
    }

    @Override
    public Index index(String table) {
        await(firstAttempt());
        String own = server().map(ServerFacts::schema).orElseThrow(this::noSchema);
        String configured = options.schema();
        return index(IndexSpec.primary(configured == null ? own : configured, table));
    }

    private HandlerSocketException noSchema() {
        String why = options.name() + ": " + supervisor.board().get().reason();
        return options.dataSource() == null
                ? new RefusedException(why)
                : new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, why);
    }

    @Override
    public CompletionStage<Index> openIndex(IndexSpec spec) {
        Optional<Index> open = supervisor.indexes().handles().open(spec);
        return open.isPresent() ? CompletableFuture.completedFuture(open.get()) : supervisor.open(spec, context);
    }

    @Override
    public void release(Index index) {
        supervisor.release(index);
    }

    @Override
    public List<Rows> readTogether(List<Read> reads) {
        return snapshotRead.read(reads);
    }

    @Override
    public CompletionStage<List<Rows>> readTogetherAsync(List<Read> reads) {
        return snapshotRead.readAsync(reads);
    }

    @Override
    public Writes writes() {
        WritePort port = writePort;
        if (port == null) {
            throw new IllegalStateException(options.name() + ": writes are not enabled (builder: writes)");
        }
        return new Writes() {
            @Override
            public WriteIndex index(TableName table, String index) {
                return await(openIndex(table, index));
            }

            @Override
            public CompletionStage<WriteIndex> openIndex(TableName table, String index) {
                return port.open(table, index);
            }
        };
    }

    @Override
    public CompletionStage<Table> table(TableName name) {
        return supervisor.table(name);
    }

    @Override
    public Optional<ServerFacts> server() {
        return Optional.ofNullable(supervisor.board().get().found()).map(Discovery.Found::facts);
    }

    @Override
    public ClientSnapshot snapshot() {
        StatusBoard.Status status = supervisor.board().get();
        return new ClientSnapshot(
                status.state(),
                status.reason(),
                Optional.ofNullable(status.found()).map(Discovery.Found::endpoint),
                supervisor.board().lastTrouble(),
                context.pool().circuit().state(),
                supervisor.guardLag(),
                context.pool().size(),
                context.pool().inFlight(),
                context.counters().foundSum(),
                context.counters().missedSum(),
                context.counters().failedSum(),
                supervisor.reconnects(),
                context.pool().batches().sums(),
                supervisor.indexes().handles().openSpecs(),
                supervisor.quarantine().names(),
                Optional.ofNullable(writePort).map(WritePort::snapshot));
    }

    @Override
    public CompletionStage<ClientSnapshot> firstAttempt() {
        return supervisor.board().firstAttempt().thenApply(done -> snapshot());
    }

    @Override
    public void drain() {
        supervisor.drain("by the application");
        if (writePort != null) {
            writePort.drain();
        }
    }

    @Override
    public void resume() {
        supervisor.resume();
        if (writePort != null) {
            writePort.resume();
        }
    }

    @Override
    public void close() {
        try {
            watch.close();
        } catch (Exception e) {
            throw new AssertionError("it only forgets", e);
        }
        if (writePort != null) {
            writePort.close();
        }
        supervisor.close();
    }

    private <T> T await(CompletionStage<T> stage) {
        if (context.pool().isEventLoop()) {
            throw new IllegalStateException("this would wait for the thread it runs on: use openIndex in callbacks");
        }
        Duration limit = options.connectTimeout().multipliedBy(2).plusSeconds(1);
        try {
            return stage.toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof HandlerSocketException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new UnavailableException(
                    UnavailableException.Reason.NOT_CONNECTED, options.name() + ": not opened within " + limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException(
                    UnavailableException.Reason.NOT_CONNECTED, options.name() + ": interrupted while opening");
        }
    }

    @Override
    public String toString() {
        return "HandlerSocketClient[name=" + options.name() + ", " + snapshot() + ']';
    }
}
