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
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.internal.concurrent.UserFuture;
import io.handlersocket.client.internal.transport.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks keys, builds lines, and gives them to a connection. */
public final class DefaultIndex implements Index {

    private static final String NO_RANGE = "range: null (expected a Range)";

    private final IndexSpec spec;
    private final SharedIndex shared;
    private final LookupContext context;
    private final IndexDefinition definition;
    private final Object identity;
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
        this.identity = new Object();
        this.view = new View(opened, spec);
    }

    private DefaultIndex(DefaultIndex other, LookupContext context) {
        this.spec = other.spec;
        this.shared = other.shared;
        this.context = context;
        this.definition = other.definition;
        this.identity = other.identity;
        this.view = other.view;
    }

    @Override
    public IndexSpec spec() {
        return spec;
    }

    @Override
    public Table table() {
        // Of the newest opening, not of the last lookup: a caller compares it before a lookup and after its answer.
        return shared.last().orElse(view.opened()).layout().table();
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
        if (opened == null && shared.isAsleep()) {
            askFor();
        }
        return isOpenNow();
    }

    /** As {@link #isOpen}, asked by who has no lookup in mind. */
    public boolean isOpenNow() {
        OpenedIndex opened = shared.opened();
        return opened != null
                && isOf(opened)
                && context.pool().pick() != null
                && context.pool().circuit().isPassable();
    }

    private void askFor() {
        if (shared.shouldBeAskedFor()) {
            context.reopener().accept(shared);
        }
    }

    /** Whether the other one is this handle, or differs from it only by its timeout. */
    public boolean isSameAs(Index other) {
        return other instanceof DefaultIndex that && that.identity == identity;
    }

    /** Whether keys given to this handle mean in that index what they meant when the handle was made. */
    public boolean isOf(OpenedIndex opened) {
        return definition.equals(opened.layout().index());
    }

    @Override
    public Index withTimeout(Duration timeout) {
        return new DefaultIndex(this, context.withTimeout(timeout));
    }

    @Override
    public Optional<Row> find(@Nullable Object... key) {
        return context.await("Index.find", "findAsync", () -> send(key, true), shared);
    }

    @Override
    public CompletionStage<Optional<Row>> findAsync(@Nullable Object... key) {
        return context.stages().ofLookup(send(key, false));
    }

    @Override
    public List<Optional<Row>> findAll(Collection<?> keys) {
        return context.await("Index.findAll", "findAllAsync", () -> sendAll(keys, true), shared);
    }

    @Override
    public CompletionStage<List<Optional<Row>>> findAllAsync(Collection<?> keys) {
        return context.stages().ofLookup(sendAll(keys, false));
    }

    @Override
    public List<Row> range(Range range) {
        return context.await("Index.range", "rangeAsync", () -> sendRange(range, true), shared);
    }

    @Override
    public CompletionStage<List<Row>> rangeAsync(Range range) {
        return context.stages().ofLookup(sendRange(range, false));
    }

    @Override
    public Stream<Row> stream(Range range) {
        requireNonNull(range, NO_RANGE);
        IndexPages pages =
                new IndexPages(context, range, this::current, (request, now) -> permitted(request, now, true));
        return RangeStream.of(pages, () -> context.await("Index.stream", "publish", pages::next, shared));
    }

    @Override
    public Flow.Publisher<Row> publish(Range range) {
        requireNonNull(range, NO_RANGE);
        return new RangePublisher(() -> new IndexPages(
                context,
                range,
                this::current,
                (request, now) -> context.stages().ofLookup(permitted(request, now, false))));
    }

    @Override
    public List<Rows> ranges(List<Range> ranges) {
        return context.await("Index.ranges", "rangesAsync", () -> RangesRead.send(context, this, ranges, true), shared);
    }

    @Override
    public CompletionStage<List<Rows>> rangesAsync(List<Range> ranges) {
        return context.stages().ofLookup(RangesRead.send(context, this, ranges, false));
    }

    private CompletableFuture<Optional<Row>> send(@Nullable Object[] values, boolean blocking) {
        requireNonNull(values, "key: null array (expected one value per index part; cast a single null to Object)");
        try {
            View current = current();
            byte[] line = Lines.find(current.opened(), values);
            if (line == null) {
                context.counters().missed();
                return UserFuture.completed(Optional.empty());
            }
            long now = System.nanoTime();
            return permitted(new FindRequest(context, current, line, now), now, blocking);
        } catch (HandlerSocketException e) {
            return context.failed(e, blocking);
        }
    }

    private CompletableFuture<List<Optional<Row>>> sendAll(Collection<?> keys, boolean blocking) {
        requireNonNull(keys, "keys: null (expected a collection of keys)");
        try {
            View current = current();
            long now = System.nanoTime();
            shared.used(now);
            return new MultiGet(context, current, this::submitTo, now, blocking).send(keys);
        } catch (HandlerSocketException e) {
            return context.failed(e, blocking);
        }
    }

    private CompletableFuture<List<Row>> sendRange(Range range, boolean blocking) {
        requireNonNull(range, NO_RANGE);
        try {
            View current = current();
            byte @Nullable [][] equal = KeyEncoder.possible(current.layout(), range);
            if (equal == null) {
                context.counters().missed();
                return UserFuture.completed(List.of());
            }
            byte[] line = Lines.range(current.opened(), range, equal);
            long now = System.nanoTime();
            return permitted(new RangeRequest(context, current, line, equal, now), now, blocking);
        } catch (HandlerSocketException e) {
            return context.failed(e, blocking);
        }
    }

    /** Whether it is of the client of this context. */
    boolean isOf(LookupContext other) {
        return context.pool() == other.pool();
    }

    /**
     * What to look up in now, which keeps the index from being closed as unused.
     *
     * @throws HandlerSocketException if it is not open, or not the same index any more
     */
    View use(long nowNanos) {
        View current = current();
        shared.used(nowNanos);
        return current;
    }

    /** What to look up in now. */
    private View current() {
        OpenedIndex opened = shared.opened();
        if (opened == null) {
            HandlerSocketException why = shared.whyNot(); // asking may change it at once
            askFor();
            throw why;
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
        return current;
    }

    /** Sends a request, which must be valid: asking for the permission may take the only one of a second. */
    private <T> CompletableFuture<T> permitted(LookupRequest<T> request, long nowNanos, boolean blocking) {
        context.permit(shared);
        if (!blocking || !context.pool().direct().exchange(request)) {
            submitTo(context.pool().pick(), request);
        }
        shared.used(nowNanos);
        return request.result();
    }

    private void submitTo(@Nullable Connection connection, LookupRequest<?> request) {
        if (connection == null) {
            request.failed(
                    new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, shared + ": not connected"));
        } else {
            connection.submit(request);
        }
    }

    @Override
    public String toString() {
        return spec.toString();
    }
}
