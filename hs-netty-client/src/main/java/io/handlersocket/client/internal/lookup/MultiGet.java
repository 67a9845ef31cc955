// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.Key;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.lookup.MultiKeys.DistinctNumbers;
import io.handlersocket.client.internal.transport.RequestGroup;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds several keys at once. If equal keys have equal bytes, one request holds as many keys as the server reads at
 * once. Otherwise each key has its own request. A {@link RequestWindow} sends them.
 */
record MultiGet(LookupContext context, OpenedIndex opened, boolean blocking) {

    /** What the server reads at once, less room for the rest of the line: one read is one snapshot. */
    private static final int MAX_LINE_BYTES = 15 * 1024;

    /** The same for a line behind those of a guard, which must be one snapshot with them. */
    private static final int MAX_GUARDED_BYTES = RequestGroup.MAX_SNAPSHOT_BYTES * 3 / 4;

    private static final int NO_ROW = -1;

    RequestWindow<?, List<Optional<Row>>> send(Collection<?> keys) {
        if (!canCombineKeys(opened.layout())) {
            return sendSeparately(keys);
        }
        @Nullable Object[] given = keys.toArray();
        return areNumbers(given) ? sendNumbers(given) : sendCombined(given);
    }

    /** Whether one request can hold several keys: the reply does not say which keys have no row. */
    static boolean canCombineKeys(ReplyLayout layout) {
        return layout.keyParts() == 1 && layout.keyCodec(0).column().collation() == null;
    }

    private static @Nullable Object[] values(@Nullable Object key) {
        return key instanceof Key several ? several.values().toArray() : new @Nullable Object[] {key};
    }

    /** Whether the keys need not be encoded to be compared. */
    private boolean areNumbers(@Nullable Object[] given) {
        ReplyLayout layout = opened.layout();
        return given.length > 0
                && layout.index().unique()
                && Arrays.stream(given).allMatch(layout.keyCodec(0)::isDecimalKey);
    }

    private RequestWindow<?, List<Optional<Row>>> sendNumbers(@Nullable Object[] given) {
        int[] rowOf = new int[given.length];
        DistinctNumbers distinct = new DistinctNumbers(given.length);
        for (int i = 0; i < given.length; i++) {
            rowOf[i] = distinct.add(((Number) requireNonNull(given[i])).longValue());
        }
        return send(distinct.all(), rowOf);
    }

    private RequestWindow<?, List<Optional<Row>>> sendCombined(@Nullable Object[] given) {
        ReplyLayout layout = opened.layout();
        int[] rowOf = new int[given.length];
        Map<ByteBuffer, Integer> rows = new HashMap<>(given.length * 2);
        List<byte[]> distinct = new ArrayList<>(given.length);
        int impossible = 0;
        for (int i = 0; i < given.length; i++) {
            @Nullable Object[] values = values(given[i]);
            KeyEncoder.checkWhole(layout, values);
            byte[] key = KeyEncoder.part(layout, 0, values[0]);
            if (key == null) {
                rowOf[i] = NO_ROW;
                impossible++;
                continue;
            }
            Integer before = rows.putIfAbsent(ByteBuffer.wrap(key), distinct.size());
            rowOf[i] = before == null ? distinct.size() : before;
            if (before == null) {
                distinct.add(key);
            }
        }
        context.counters().answered(0, impossible); // not before all are encoded: one may be refused
        return send(new MultiKeys.Encoded(distinct), rowOf);
    }

    private RequestWindow<?, List<Optional<Row>>> send(MultiKeys keys, int[] rowOf) {
        List<MultiKeys> chunks = keys.chunks(context.guard() == null ? MAX_LINE_BYTES : MAX_GUARDED_BYTES);
        RequestWindow.Parts<List<Optional<Row>>> parts =
                (i, startNanos) -> new MultiGetRequest(context, opened, chunks.get(i), List.of(), startNanos);
        return new RequestWindow<>(context, chunks.size(), parts, answers -> inOrder(rowOf, joined(answers)))
                .send(blocking);
    }

    private static List<Optional<Row>> joined(List<List<Optional<Row>>> answers) {
        return answers.size() == 1
                ? answers.get(0)
                : answers.stream().flatMap(List::stream).toList();
    }

    private static List<Optional<Row>> inOrder(int[] rowOf, List<Optional<Row>> rows) {
        if (rows.size() == rowOf.length) {
            return rows; // each key had its own row
        }
        List<Optional<Row>> inOrder = new ArrayList<>(rowOf.length);
        for (int row : rowOf) {
            inOrder.add(row == NO_ROW ? Optional.empty() : rows.get(row));
        }
        return inOrder;
    }

    private RequestWindow<?, List<Optional<Row>>> sendSeparately(Collection<?> keys) {
        List<byte @Nullable [][]> encoded = new ArrayList<>(keys.size());
        for (Object key : keys) { // all of them before the first is counted or sent: one may be refused
            encoded.add(KeyEncoder.whole(opened.layout(), values(key)));
        }
        int[] rowOf = new int[encoded.size()];
        List<byte @Nullable []> tokens = new ArrayList<>(encoded.size());
        for (int i = 0; i < rowOf.length; i++) {
            byte[][] key = encoded.get(i);
            if (key == null) {
                context.counters().answered(false);
            } else {
                tokens.add(LookupLines.key(key));
            }
            rowOf[i] = key == null ? NO_ROW : tokens.size() - 1;
        }
        RequestWindow.Parts<Optional<Row>> parts = (i, startNanos) -> {
            byte[] key = requireNonNull(tokens.set(i, null)); // not kept any longer than the request
            return new FindRequest(context, opened, key, startNanos);
        };
        return new RequestWindow<>(context, tokens.size(), parts, rows -> inOrder(rowOf, rows)).send(blocking);
    }
}
