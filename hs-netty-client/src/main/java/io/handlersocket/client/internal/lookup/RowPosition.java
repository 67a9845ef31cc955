// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.Tokens;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The position of a row in the order of its index. InnoDB orders rows by the index parts, and rows with equal parts by
 * the columns of the primary key.
 *
 * @param key the bytes of each part of the index, null for NULL
 * @param suffix the bytes of each primary key column that is not in the index, in order; empty if no two rows share a
 *     key
 */
record RowPosition(List<byte @Nullable []> key, List<byte[]> suffix) {

    static RowPosition of(Reply reply, ReplyLayout layout, int i, int[] suffixColumns) {
        int first = RowReader.FIRST_VALUE + i * layout.columns().size();
        byte[][] key = new byte[layout.keyParts()][];
        for (int part = 0; part < key.length; part++) {
            key[part] = value(reply, first, layout, layout.keyColumn(part));
        }
        byte[][] suffix = new byte[suffixColumns.length][];
        for (int j = 0; j < suffix.length; j++) {
            suffix[j] = value(reply, first, layout, suffixColumns[j]);
        }
        return new RowPosition(Arrays.asList(key), Arrays.asList(suffix));
    }

    private static byte @Nullable [] value(Reply reply, int first, ReplyLayout layout, int column) {
        byte[] buffer = reply.buffer();
        int from = reply.tokenFrom(first + column);
        int to = reply.tokenTo(first + column);
        if (Tokens.isNull(buffer, from, to)) {
            return null;
        }
        byte[] plain = Tokens.unescape(buffer, from, to);
        ColumnCodec codec = layout.columns().get(column);
        return codec.keyOf(plain, 0, plain.length);
    }

    boolean hasKeyOf(RowPosition other) {
        return Arrays.deepEquals(key.toArray(), other.key.toArray());
    }

    /** Hides the values: no log contains keys. */
    @Override
    public String toString() {
        return "RowPosition";
    }
}
