// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Key;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.concurrent.Stages;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds several keys at once. If equal keys have equal bytes, one request holds as many keys as the server reads at
 * once. Otherwise each key has its own request, and they are sent together.
 *
 * @param startNanos when the caller submitted it: before a connection is picked, see {@link
 *     io.handlersocket.client.internal.transport.ConnectionPool#retire}
 * @param blocking whether the caller waits for the answer, and so may use a direct connection
 */
record MultiGet(LookupScope scope, long startNanos, boolean blocking) {

    /** What the server reads at once, less room for the rest of the line: one read is one snapshot. */
    private static final int MAX_LINE_BYTES = 15 * 1024;

    /** @throws io.handlersocket.client.UnavailableException if the server does not answer */
    CompletableFuture<List<Optional<Row>>> send(Collection<?> keys) {
        List<byte @Nullable [][]> encoded = new ArrayList<>(keys.size());
        for (Object key : keys) {
            encoded.add(KeyEncoder.whole(scope.opened().layout(), values(key)));
        }
        return canCombineKeys(scope.opened().layout()) ? sendCombined(encoded) : sendSeparately(encoded);
    }

    /** Whether one request can hold several keys: the reply does not say which keys have no row. */
    static boolean canCombineKeys(ReplyLayout layout) {
        return layout.keyParts() == 1 && layout.keyCodec(0).column().collation() == null;
    }

    private static @Nullable Object[] values(@Nullable Object key) {
        return key instanceof Key several ? several.values().toArray() : new @Nullable Object[] {key};
    }

    private CompletableFuture<List<Optional<Row>>> sendCombined(List<byte @Nullable [][]> encoded) {
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
        scope.context().sendAll(requests, blocking);
        return Stages.all(requests, answers -> {
            List<Optional<Row>> rows = new ArrayList<>(distinct.size());
            answers.forEach(rows::addAll);
            return inOrder(encoded, distinct, rows);
        });
    }

    private static List<Optional<Row>> inOrder(
            List<byte @Nullable [][]> encoded, Map<Bytes, Integer> distinct, List<Optional<Row>> rows) {
        List<Optional<Row>> inOrder = new ArrayList<>(encoded.size());
        for (byte[][] key : encoded) {
            Integer row = key == null ? null : distinct.get(new Bytes(key[0]));
            inOrder.add(row == null ? Optional.empty() : rows.get(row));
        }
        return inOrder;
    }

    private MultiGetRequest request(List<byte[]> keys) {
        return new MultiGetRequest(scope, LookupLines.multiGet(scope.opened(), keys, List.of()), keys, startNanos);
    }

    private CompletableFuture<List<Optional<Row>>> sendSeparately(List<byte @Nullable [][]> encoded) {
        List<CompletableFuture<Optional<Row>>> results = new ArrayList<>(encoded.size());
        List<FindRequest> requests = new ArrayList<>(encoded.size());
        for (byte[][] key : encoded) {
            if (key == null) {
                scope.context().counters().answered(false);
                results.add(CompletableFuture.completedFuture(Optional.empty()));
            } else {
                FindRequest request = new FindRequest(scope, LookupLines.key(key), startNanos);
                requests.add(request);
                results.add(request);
            }
        }
        scope.context().sendAll(requests, blocking);
        return Stages.all(results, answers -> answers);
    }
}
