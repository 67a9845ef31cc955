// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Row;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.internal.protocol.LineBuilder;
import io.handlersocket.client.internal.transport.Connection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Checks keys, builds lines, and gives them to a connection. */
public final class DefaultIndex implements Index {

    private final IndexSpec spec;
    private final SharedIndex shared;
    private final LookupContext context;
    private volatile View view;

    /**
     * @param opened what {@code shared} is open as now
     * @throws io.handlersocket.client.RefusedException if the spec names a column that cannot be read
     */
    public DefaultIndex(IndexSpec spec, SharedIndex shared, OpenedIndex opened, LookupContext context) {
        this.spec = spec;
        this.shared = shared;
        this.context = context;
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
        return view.layout().index();
    }

    @Override
    public List<Column> columns() {
        return view.columns();
    }

    @Override
    public boolean isOpen() {
        return shared.opened() != null && context.pool().pick() != null;
    }

    @Override
    public Optional<Row> find(Object... key) {
        if (context.pool().isEventLoop()) {
            throw new IllegalStateException("find would wait for the thread it runs on: use findAsync in callbacks");
        }
        try {
            // Like a JDBC driver's read, this is not interruptible; the flag stays set, and the deadline bounds the
            // wait.
            return send(key).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof HandlerSocketException failure) {
                throw failure;
            }
            throw e;
        }
    }

    @Override
    public CompletionStage<Optional<Row>> findAsync(Object... key) {
        CompletableFuture<Optional<Row>> found = send(key);
        Executor executor = context.callbackExecutor();
        return executor == null ? found : on(executor, found);
    }

    /** The same result, completed by the executor; the failure is handed on as it is, not wrapped. */
    private static <T> CompletableFuture<T> on(Executor executor, CompletableFuture<T> source) {
        CompletableFuture<T> target = new CompletableFuture<>();
        source.whenCompleteAsync(
                (result, failure) -> {
                    if (failure == null) {
                        target.complete(result);
                    } else {
                        target.completeExceptionally(failure);
                    }
                },
                executor);
        return target;
    }

    private CompletableFuture<Optional<Row>> send(Object[] values) {
        OpenedIndex opened = shared.opened();
        if (opened == null) {
            return failed(shared.whyNot());
        }
        View current;
        try {
            current = view(opened);
        } catch (RefusedException e) {
            return failed(e);
        }
        byte @Nullable [][] key = encode(current.layout(), values);
        if (key == null) {
            context.counters().missed();
            return CompletableFuture.completedFuture(Optional.empty());
        }
        Connection connection = context.pool().pick();
        if (connection == null) {
            return failed(
                    new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, shared + ": not connected"));
        }
        long now = System.nanoTime();
        shared.used(now);
        FindRequest request = new FindRequest(context, current, line(opened, key), key, now);
        connection.submit(request);
        return request;
    }

    private View view(OpenedIndex opened) {
        View current = view;
        if (current.opened().wire() != opened.wire()) {
            current = new View(opened, spec);
            view = current;
        }
        return current;
    }

    private CompletableFuture<Optional<Row>> failed(HandlerSocketException failure) {
        context.counters().failed();
        return CompletableFuture.failedFuture(failure);
    }

    /** The canonical bytes of each value, or null if no row could match. */
    private byte @Nullable [][] encode(Layout layout, Object[] values) {
        int parts = layout.keyParts();
        if (!layout.index().unique()) {
            throw new IllegalArgumentException(spec + ": not unique, so that find could give any of several rows");
        }
        if (values.length != parts) {
            throw new IllegalArgumentException(spec + ": " + values.length + " key values (expected "
                    + layout.index().columns() + ")");
        }
        byte[][] key = new byte[parts][];
        boolean possible = true;
        for (int part = 0; part < parts; part++) {
            byte[] bytes = layout.keyCodec(part).encodeKey(values[part]);
            if (bytes == null) {
                possible = false; // the other values' types are still checked
            } else {
                key[part] = bytes;
            }
        }
        return possible ? key : null;
    }

    private static byte[] line(OpenedIndex opened, byte[][] key) {
        int length = 2;
        for (byte[] part : key) {
            length += part.length + 2;
        }
        LineBuilder line = new LineBuilder(opened.fullKeyPrefix(), length);
        for (byte[] part : key) {
            line.value(part);
        }
        return line.line();
    }

    @Override
    public String toString() {
        return spec.toString();
    }
}
