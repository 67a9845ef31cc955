// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Row;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.internal.transport.Connection;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Checks keys, builds lines, and gives them to a connection. */
public final class DefaultIndex implements Index {

    private final IndexSpec spec;
    private final SharedIndex shared;
    private final LookupContext context;
    private final IndexDefinition definition;
    private volatile View view;

    /**
     * @param opened what {@code shared} is open as now
     * @throws io.handlersocket.client.RefusedException if the spec names a column that cannot be read
     */
    public DefaultIndex(IndexSpec spec, SharedIndex shared, OpenedIndex opened, LookupContext context) {
        this.spec = spec;
        this.shared = shared;
        this.context = context;
        this.definition = opened.layout().index();
        this.view = new View(opened, spec);
    }

    @Override
    public IndexSpec spec() {
        return spec;
    }

    @Override
    public Table table() {
        return view.layout().table();
    }

    @Override
    public IndexDefinition definition() {
        return definition;
    }

    @Override
    public List<Column> columns() {
        return view.columns();
    }

    @Override
    public boolean isOpen() {
        OpenedIndex opened = shared.opened();
        return opened != null
                && isOf(opened)
                && context.pool().pick() != null
                && context.pool().circuit().isPassable();
    }

    /** Whether keys given to this handle mean in that index what they meant when the handle was made. */
    public boolean isOf(OpenedIndex opened) {
        return definition.equals(opened.layout().index());
    }

    @Override
    public Optional<Row> find(Object... key) {
        return await(() -> send(key));
    }

    @Override
    public CompletionStage<Optional<Row>> findAsync(Object... key) {
        return onExecutor(send(key));
    }

    @Override
    public List<Optional<Row>> findAll(Collection<?> keys) {
        return await(() -> sendAll(keys));
    }

    @Override
    public CompletionStage<List<Optional<Row>>> findAllAsync(Collection<?> keys) {
        return onExecutor(sendAll(keys));
    }

    @Override
    public List<Row> range(Range range) {
        return await(() -> sendRange(range));
    }

    @Override
    public CompletionStage<List<Row>> rangeAsync(Range range) {
        return onExecutor(sendRange(range));
    }

    private <T> T await(Supplier<CompletableFuture<T>> sender) {
        if (context.pool().isEventLoop()) {
            throw new IllegalStateException("this would wait for the thread it runs on: use the asynchronous method");
        }
        return Stages.await(sender.get(), context.requestTimeoutNanos(), shared.toString());
    }

    private <T> CompletableFuture<T> onExecutor(CompletableFuture<T> source) {
        Executor executor = context.callbackExecutor();
        return executor == null ? source : Stages.on(executor, source);
    }

    private CompletableFuture<Optional<Row>> send(@Nullable Object[] values) {
        View current;
        try {
            current = current();
        } catch (HandlerSocketException e) {
            return failed(e);
        }
        byte @Nullable [][] key = KeyEncoder.whole(current.layout(), values);
        if (key == null) {
            context.counters().missed();
            return CompletableFuture.completedFuture(Optional.empty());
        }
        long now = System.nanoTime();
        return submit(new FindRequest(context, current, key, now), now);
    }

    private CompletableFuture<List<Optional<Row>>> sendAll(Collection<?> keys) {
        View current;
        try {
            current = current();
        } catch (HandlerSocketException e) {
            return failed(e);
        }
        return new MultiGet(context, current, this::submitTo).send(keys);
    }

    private CompletableFuture<List<Row>> sendRange(Range range) {
        View current;
        try {
            current = current();
        } catch (HandlerSocketException e) {
            return failed(e);
        }
        byte @Nullable [][] equal = KeyEncoder.leading(current.layout(), range.equal());
        if (equal == null) {
            context.counters().missed();
            return CompletableFuture.completedFuture(List.of());
        }
        long now = System.nanoTime();
        byte[] line;
        try {
            line = Lines.range(current.opened(), range, equal);
        } catch (RefusedException e) {
            return failed(e);
        }
        return submit(new RangeRequest(context, current, line, equal, now), now);
    }

    /** What to look up in now. */
    private View current() {
        OpenedIndex opened = shared.opened();
        if (opened == null) {
            if (shared.shouldBeAskedFor()) {
                context.reopener().accept(shared);
            }
            throw shared.whyNot();
        }
        View current = view;
        if (current.opened().wire() != opened.wire()) {
            if (!isOf(opened)) {
                throw new RefusedException(spec + ": the index has changed since it was opened here ("
                        + definition.columns() + " before), so that keys would mean something else; open it again");
            }
            current = new View(opened, spec);
            view = current;
        }
        if (!context.pool().circuit().permits()) {
            throw new UnavailableException(
                    UnavailableException.Reason.CIRCUIT_OPEN, shared + ": the server did not answer the last lookups");
        }
        return current;
    }

    private <T> CompletableFuture<T> submit(LookupRequest<T> request, long nowNanos) {
        submitTo(context.pool().pick(), request);
        shared.used(nowNanos);
        return request;
    }

    private void submitTo(@Nullable Connection connection, LookupRequest<?> request) {
        if (connection == null) {
            request.failed(
                    new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, shared + ": not connected"));
        } else {
            connection.submit(request);
        }
    }

    private <T> CompletableFuture<T> failed(HandlerSocketException failure) {
        context.counters().failed();
        return CompletableFuture.failedFuture(failure);
    }

    @Override
    public String toString() {
        return spec.toString();
    }
}
