// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.internal.concurrent.BlockingCall;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.UserFuture;
import io.handlersocket.client.spi.PacketGuard;
import io.handlersocket.client.spi.ServerIndex;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A handle: encodes keys, builds lines and sends them over a connection. */
public final class DefaultIndex implements ServerIndex {

    private static final String NO_RANGE = "range: null (expected a Range)";

    private final IndexSpec spec;
    private final IndexState state;
    private final LookupContext context;
    private final IndexDefinition definition;
    /** Shared by the handles that differ only in their timeout. */
    private final Object identity;

    /** The opening of the last lookup, with this handle's columns. */
    private volatile OpenedIndex current;

    /** Reads with the present opening of the state; refuses a spec that names a column that cannot be read. */
    public DefaultIndex(IndexSpec spec, IndexState state, OpenedIndex opened, LookupContext context) {
        this(spec, state, context, opened.layout().index(), new Object(), opened.withColumns(spec.columns()));
    }

    private DefaultIndex(
            IndexSpec spec,
            IndexState state,
            LookupContext context,
            IndexDefinition definition,
            Object identity,
            OpenedIndex current) {
        this.spec = spec;
        this.state = state;
        this.context = context;
        this.definition = definition;
        this.identity = identity;
        this.current = current;
    }

    @Override
    public IndexSpec spec() {
        return spec;
    }

    @Override
    public Table table() {
        // Of the newest opening, not of the last lookup: a caller compares it before a lookup and after its answer.
        return opening().table();
    }

    @Override
    public ReplyLayout opening() {
        return state.last().orElse(current).layout();
    }

    @Override
    public IndexDefinition definition() {
        return definition;
    }

    @Override
    public List<Column> columns() {
        return current.columns();
    }

    @Override
    public boolean isOpen() {
        OpenedIndex opened = state.opened();
        return opened != null
                && hasDefinitionOf(opened)
                && context.pool().shared().pick() != null
                && context.pool().circuit().isPassable();
    }

    @Override
    public Optional<Reason> closedReason() {
        return state.closedReason();
    }

    @Override
    public boolean tryOpen() {
        if (state.opened() == null) {
            requestOpening();
        }
        return isOpen();
    }

    private void requestOpening() {
        if (state.shouldRequestOpening()) {
            context.reopener().accept(state);
        }
    }

    /** Whether the other one is this handle, or differs from it only in its timeout. */
    public boolean isSameAs(Index other) {
        return other instanceof DefaultIndex that && that.identity == identity;
    }

    public IndexState state() {
        return state;
    }

    /** Whether the index is defined in this opening as when the handle was made, so that keys mean the same. */
    public boolean hasDefinitionOf(OpenedIndex opened) {
        return definition.equals(opened.layout().index());
    }

    @Override
    public DefaultIndex withTimeout(Duration timeout) {
        return new DefaultIndex(spec, state, context.withTimeout(timeout), definition, identity, current);
    }

    @Override
    public DefaultIndex withGuard(PacketGuard guard) {
        return new DefaultIndex(spec, state, context.withGuard(guard), definition, identity, current);
    }

    @Nullable
    PacketGuard guard() {
        return context.guard();
    }

    @Override
    public Optional<Row> find(@Nullable Object... key) {
        DriverThread.refuseToWait("Index.find", "findAsync");
        return context.await(sendFind(key, true), state);
    }

    @Override
    public CompletionStage<Optional<Row>> findAsync(@Nullable Object... key) {
        return sendFind(key, false);
    }

    @Override
    public List<Optional<Row>> findAll(Collection<?> keys) {
        DriverThread.refuseToWait("Index.findAll", "findAllAsync");
        RequestWindow<?, List<Optional<Row>>> sent;
        try {
            sent = sendAll(keys, true);
        } catch (HandlerSocketException e) {
            context.counters().failed().increment();
            throw e;
        }
        return BlockingCall.await(
                context.pool().nanoTime(), sent.result(), context.requestTimeoutNanos(), sent::lastSentNanos, state);
    }

    @Override
    public CompletionStage<List<Optional<Row>>> findAllAsync(Collection<?> keys) {
        try {
            return context.stages().ofLookup(sendAll(keys, false).result());
        } catch (HandlerSocketException e) {
            return context.failed(e, false);
        }
    }

    @Override
    public List<Row> range(Range range) {
        DriverThread.refuseToWait("Index.range", "rangeAsync");
        return context.await(sendRange(range, true), state);
    }

    @Override
    public CompletionStage<List<Row>> rangeAsync(Range range) {
        return sendRange(range, false);
    }

    @Override
    public Stream<Row> stream(Range range) {
        requireNonNull(range, NO_RANGE);
        return new RangeCursor(range).rows(context, this);
    }

    @Override
    public List<Rows> ranges(List<Range> ranges) {
        DriverThread.refuseToWait("Index.ranges", "rangesAsync");
        return context.await(GroupRead.ofRanges(context, this, ranges, true), state);
    }

    @Override
    public CompletionStage<List<Rows>> rangesAsync(List<Range> ranges) {
        return context.stages().ofLookup(GroupRead.ofRanges(context, this, ranges, false));
    }

    private CompletableFuture<Optional<Row>> sendFind(@Nullable Object[] values, boolean blocking) {
        requireNonNull(values, "key: null array (expected one value per index part; cast a single null to Object)");
        try {
            OpenedIndex opened = current();
            long now = context.nowNanos();
            FindRequest request = FindRequest.of(context, opened, values, now);
            if (request == null) {
                context.counters().answered(false);
                return UserFuture.completed(Optional.empty());
            }
            return send(request, now, blocking);
        } catch (HandlerSocketException e) {
            return context.failed(e, blocking);
        }
    }

    private RequestWindow<?, List<Optional<Row>>> sendAll(Collection<?> keys, boolean blocking) {
        requireNonNull(keys, "keys: null (expected a collection of keys)");
        return new MultiGet(context, use(context.nowNanos()), blocking).send(keys);
    }

    private CompletableFuture<List<Row>> sendRange(Range range, boolean blocking) {
        requireNonNull(range, NO_RANGE);
        try {
            OpenedIndex opened = current();
            byte @Nullable [][] equal = KeyEncoder.equal(opened.layout(), range);
            if (equal == null) {
                context.counters().answered(false);
                return UserFuture.completed(List.of());
            }
            byte[] line = LookupLines.range(opened, range, range.limit(), equal);
            long now = context.nowNanos();
            return send(new RangeRequest(context, opened, line, equal, null, now), now, blocking);
        } catch (HandlerSocketException e) {
            return context.failed(e, blocking);
        }
    }

    private <T> CompletableFuture<T> send(LookupRequest<T> request, long nowNanos, boolean blocking) {
        CompletableFuture<T> result = context.send(request, blocking);
        state.used(nowNanos);
        return result;
    }

    boolean belongsTo(LookupContext other) {
        return context.pool() == other.pool();
    }

    /**
     * The opening to read now, which counts as used; fails if it is not open, or has changed since the handle was made.
     */
    OpenedIndex use(long nowNanos) {
        OpenedIndex opened = current();
        state.used(nowNanos);
        return opened;
    }

    private OpenedIndex current() {
        OpenedIndex opened = state.opened();
        if (opened == null) {
            HandlerSocketException why = state.whyNot(); // before the request, which may change the reason
            requestOpening();
            throw why;
        }
        OpenedIndex own = current;
        if (own.wire() != opened.wire()) {
            if (!hasDefinitionOf(opened)) {
                throw new RefusedException(spec + ": the index has changed since it was opened here ("
                        + definition.columns() + " before), so that keys would mean something else; open it again");
            }
            own = opened.withColumns(spec.columns());
            current = own;
        }
        return own;
    }

    @Override
    public String toString() {
        return spec.toString();
    }
}
