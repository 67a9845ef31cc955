// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.Key;
import io.handlersocket.client.Read;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import io.handlersocket.client.TooLargeException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.concurrent.Stages;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Several reads, of several indexes, by lines that the server reads in one round. */
public final class SnapshotRead {

    private final LookupContext context;

    public SnapshotRead(LookupContext context) {
        this.context = context;
    }

    /** See {@link io.handlersocket.client.HandlerSocketClient#readTogether}. */
    public List<Rows> read(List<Read> reads) {
        return context.await("HandlerSocketClient.readTogether", "readTogetherAsync", () -> send(reads, true), reads);
    }

    /** See {@link io.handlersocket.client.HandlerSocketClient#readTogetherAsync}. */
    public CompletionStage<List<Rows>> readAsync(List<Read> reads) {
        return context.stages().ofLookup(send(reads, false));
    }

    private CompletableFuture<List<Rows>> send(List<Read> reads, boolean blocking) {
        Objects.requireNonNull(reads, "reads: null (expected a list of reads)");
        long now = System.nanoTime();
        List<LookupRequest<?>> requests = new ArrayList<>();
        List<CompletableFuture<Rows>> results = new ArrayList<>(reads.size());
        try {
            for (Read read : reads) {
                Objects.requireNonNull(read, "reads: a null element (expected none)");
                results.add(add(read, requests, now));
            }
            submit(context, requests, blocking);
        } catch (HandlerSocketException e) {
            return context.failed(e, blocking);
        }
        return Stages.all(results, rows -> rows);
    }

    /** Adds the requests of one read; what it found is known when they are answered. */
    private CompletableFuture<Rows> add(Read read, List<LookupRequest<?>> requests, long nowNanos) {
        View view = view(read.index(), nowNanos);
        Set<List<Bytes>> keys = keys(read, view.layout());
        if (keys.isEmpty() || !Lines.canPass(view.layout(), read.filters())) {
            context.counters().missed();
            return CompletableFuture.completedFuture(new Rows(List.of(), false));
        }
        boolean whole = view.layout().index().unique()
                && keys.iterator().next().size() == view.layout().keyParts();
        if (whole && keys.size() > 1 && MultiGet.isOneRequest(view.layout())) {
            List<byte[]> values = keys.stream().map(key -> key.get(0).bytes()).toList();
            MultiGetRequest request = new MultiGetRequest(
                    context, view, Lines.multiGet(view.opened(), values, read.filters()), values, nowNanos);
            requests.add(request);
            return request.result()
                    .thenApply(found ->
                            new Rows(found.stream().flatMap(Optional::stream).toList(), false));
        }
        List<RangeRequest> pages = new ArrayList<>(keys.size());
        List<CompletableFuture<List<Row>>> results = new ArrayList<>(keys.size());
        for (List<Bytes> key : keys) {
            byte[][] parts = key.stream().map(Bytes::bytes).toArray(byte[][]::new);
            byte[] line = Lines.equal(view.opened(), parts, read.filters(), whole ? 1 : read.limit());
            RangeRequest request = new RangeRequest(context, view, line, parts, nowNanos);
            requests.add(request);
            pages.add(request);
            results.add(request.result());
        }
        int limit = whole ? Integer.MAX_VALUE : read.limit();
        return Stages.all(
                results, found -> new Rows(joined(found), pages.stream().anyMatch(page -> page.served() >= limit)));
    }

    private View view(Index index, long nowNanos) {
        if (index instanceof DefaultIndex own && own.isOf(context)) {
            return own.use(nowNanos);
        }
        throw new IllegalArgumentException(index + ": not an index of this client");
    }

    /** The distinct keys that a row could have. */
    private static Set<List<Bytes>> keys(Read read, Layout layout) {
        Set<List<Bytes>> keys = new LinkedHashSet<>();
        int parts = -1;
        for (Key key : read.keys()) {
            if (key.values().isEmpty() || (parts >= 0 && key.values().size() != parts)) {
                throw new IllegalArgumentException(layout + ": keys of "
                        + key.values().size() + " values (expected one or more, and as many in each)");
            }
            parts = key.values().size();
            byte[][] encoded = KeyEncoder.leading(layout, key.values());
            if (encoded != null) {
                List<Bytes> values = new ArrayList<>(encoded.length);
                for (byte[] part : encoded) {
                    values.add(new Bytes(part));
                }
                keys.add(values);
            }
        }
        return keys;
    }

    /**
     * The rows of all keys. Different texts can be one key to a collation: their pages come from one snapshot and are equal to
     * the byte then, and different in the key's own columns otherwise.
     */
    private static List<Row> joined(List<List<Row>> pages) {
        if (pages.size() == 1) {
            return pages.get(0);
        }
        List<Row> rows = new ArrayList<>();
        new LinkedHashSet<>(pages).forEach(rows::addAll);
        return rows;
    }

    /**
     * Sends lines that the server reads in one round.
     *
     * @throws HandlerSocketException if they cannot be sent, or not in one round
     */
    static void submit(LookupContext context, List<LookupRequest<?>> requests, boolean blocking) {
        if (requests.isEmpty()) {
            return;
        }
        int bytes = RequestGroup.bytes(requests);
        // A single line is one lookup, in however many pieces it arrives.
        int limit =
                requests.size() == 1 ? RequestGroup.MAX_BYTES : context.pool().maxGroupBytes();
        if (bytes > limit) {
            throw new TooLargeException(requests.get(0).view().opened().wire() + ": " + bytes
                    + " bytes for one snapshot (expected at most " + limit + ")");
        }
        context.permit(requests.get(0).view().opened().wire());
        Request<?> request = requests.size() == 1
                ? requests.get(0)
                : new RequestGroup(List.<Request<?>>copyOf(requests), context.requestTimeoutNanos());
        if (blocking && context.pool().direct().exchange(request)) {
            return;
        }
        Connection connection = context.pool().pickLeastBusy();
        if (connection == null) {
            throw new UnavailableException(
                    UnavailableException.Reason.NOT_CONNECTED,
                    requests.get(0).view().opened().wire() + ": not connected");
        }
        connection.submit(request);
    }
}
