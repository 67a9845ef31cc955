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
 * Where a row lies in its index: before all rows that are greater in the index's columns, and, among those equal in them, before
 * all that are greater in the primary key's other columns, by which InnoDB orders them.
 *
 * @param key the bytes of each part of the index, null for NULL
 * @param suffix the bytes of each column of the primary key that is not in the index, in order; empty if no two rows share a key
 */
record Place(List<byte @Nullable []> key, List<byte[]> suffix) {

    /** The place of the i-th row of a reply. */
    static Place of(Reply reply, View view, int i, int[] suffixColumns) {
        Layout layout = view.layout();
        int first = RowReader.FIRST_VALUE + i * layout.columns().size();
        byte[][] key = new byte[layout.keyParts()][];
        for (int part = 0; part < key.length; part++) {
            key[part] = value(reply, first, layout, layout.keyColumn(part));
        }
        byte[][] suffix = new byte[suffixColumns.length][];
        for (int j = 0; j < suffix.length; j++) {
            suffix[j] = value(reply, first, layout, suffixColumns[j]);
        }
        return new Place(Arrays.asList(key), Arrays.asList(suffix));
    }

    private static byte @Nullable [] value(Reply reply, int first, Layout layout, int column) {
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

    boolean hasKeyOf(Place other) {
        for (int i = 0; i < key.size(); i++) {
            if (!Arrays.equals(key.get(i), other.key.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Hides the values: keys are in no log. */
    @Override
    public String toString() {
        return "Place";
    }
}
