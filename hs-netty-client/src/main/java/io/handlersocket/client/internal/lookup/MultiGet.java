// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Key;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.ConnectionPool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Several keys at once: one request for as many as fit into what the server reads in one round, where equal keys have equal
 * bytes; else one request each, sent together.
 */
final class MultiGet {

    /** What the server reads at once, less room for the rest of the line: one read is one snapshot. */
    private static final int MAX_LINE_BYTES = 15 * 1024;

    private final LookupContext context;
    private final View view;
    private final BiConsumer<@Nullable Connection, LookupRequest<?>> submit;
    private final long startNanos;
    private final boolean blocking;

    /**
     * @param startNanos when it was asked for: before a connection is picked, see {@link ConnectionPool#retire}
     * @param blocking whether the caller waits for the answer, so that it may as well fetch it itself
     */
    MultiGet(
            LookupContext context,
            View view,
            BiConsumer<@Nullable Connection, LookupRequest<?>> submit,
            long startNanos,
            boolean blocking) {
        this.context = context;
        this.view = view;
        this.submit = submit;
        this.startNanos = startNanos;
        this.blocking = blocking;
    }

    CompletableFuture<List<Optional<Row>>> send(Collection<?> keys, Object what) {
        List<byte @Nullable [][]> encoded = new ArrayList<>(keys.size());
        for (Object key : keys) {
            encoded.add(KeyEncoder.whole(view.layout(), values(key)));
        }
        context.permit(what);
        return isOneRequest(view.layout()) ? byFewRequests(encoded) : byOneEach(encoded);
    }

    /** Whether one request can hold several keys: the server says nothing of those it does not find. */
    static boolean isOneRequest(Layout layout) {
        return layout.keyParts() == 1 && layout.keyCodec(0).column().collation() == null;
    }

    private static @Nullable Object[] values(@Nullable Object key) {
        return key instanceof Key several ? several.values().toArray() : new @Nullable Object[] {key};
    }

    private CompletableFuture<List<Optional<Row>>> byFewRequests(List<byte @Nullable [][]> encoded) {
        Map<Bytes, Integer> distinct = new LinkedHashMap<>();
        for (byte[][] key : encoded) {
            if (key != null) {
                distinct.putIfAbsent(new Bytes(key[0]), distinct.size());
            }
        }
        List<MultiGetRequest> requests = new ArrayList<>(1);
        List<byte[]> chunk = new ArrayList<>();
        int bytes = 0;
        for (Bytes key : distinct.keySet()) {
            if (bytes + key.length() > MAX_LINE_BYTES) {
                requests.add(request(chunk));
                chunk = new ArrayList<>();
                bytes = 0;
            }
            chunk.add(key.bytes());
            bytes += key.length() + 1;
        }
        if (!chunk.isEmpty()) {
            requests.add(request(chunk));
        }
        sendTogether(requests);
        return Stages.all(requests, answers -> {
            List<Optional<Row>> rows = new ArrayList<>(distinct.size());
            answers.forEach(rows::addAll);
            return inOrder(encoded, distinct, rows);
        });
    }

    private static List<Optional<Row>> inOrder(
            List<byte @Nullable [][]> encoded, Map<Bytes, Integer> places, List<Optional<Row>> rows) {
        List<Optional<Row>> inOrder = new ArrayList<>(encoded.size());
        for (byte[][] key : encoded) {
            Integer place = key == null ? null : places.get(new Bytes(key[0]));
            inOrder.add(place == null ? Optional.empty() : rows.get(place));
        }
        return inOrder;
    }

    private MultiGetRequest request(List<byte[]> keys) {
        return new MultiGetRequest(context, view, Lines.multiGet(view.opened(), keys, List.of()), keys, startNanos);
    }

    private void sendTogether(List<? extends LookupRequest<?>> requests) {
        if (blocking && requests.size() == 1 && context.pool().direct().exchange(requests.get(0))) {
            return;
        }
        Connection connection = context.pool().pickLeastBusy();
        requests.forEach(request -> submit.accept(connection, request));
    }

    private CompletableFuture<List<Optional<Row>>> byOneEach(List<byte @Nullable [][]> encoded) {
        List<CompletableFuture<Optional<Row>>> sent = new ArrayList<>(encoded.size());
        Connection connection = context.pool().pickLeastBusy();
        for (byte[][] key : encoded) {
            if (key == null) {
                context.counters().missed();
                sent.add(CompletableFuture.completedFuture(Optional.empty()));
            } else {
                FindRequest request = new FindRequest(context, view, Lines.find(view.opened(), key), startNanos);
                submit.accept(connection, request);
                sent.add(request);
            }
        }
        return Stages.all(sent, answers -> answers);
    }
}
