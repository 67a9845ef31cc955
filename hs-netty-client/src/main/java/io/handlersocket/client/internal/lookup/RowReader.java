// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.codec.ColumnCodec.KeyMatch;
import io.handlersocket.client.internal.protocol.Ascii;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.Tokens;
import java.util.Arrays;

/** Copies rows out of a reply and checks that they have the key that the request named. */
public final class RowReader {

    /** The first token after the status and the number of columns. */
    static final int FIRST_VALUE = 2;

    private RowReader() {}

    /** The number of rows in a successful reply, which must consist of whole rows of this index. */
    public static int rows(Reply reply, OpenedIndex index) {
        int columns = index.layout().columns().size();
        int values = reply.tokens() - FIRST_VALUE;
        if (reply.number(1) != columns || values % columns != 0) {
            throw new ProtocolException(index + ": " + values + " values of " + reply.number(1)
                    + " columns (expected rows of " + columns + ")");
        }
        return values / columns;
    }

    public static Row row(Reply reply, OpenedIndex index, int i) {
        int columns = index.layout().columns().size();
        return new DefaultRow(index, reply.copyRow(columns, FIRST_VALUE + i * columns));
    }

    /**
     * Whether the i-th row of a reply has this key, or the leading parts of one. False if the engine found a row that
     * SQL's comparison does not find; fails if the row can only belong to another request.
     */
    static boolean hasKey(Reply reply, OpenedIndex index, int i, byte[][] key) {
        ReplyLayout layout = index.layout();
        int first = FIRST_VALUE + i * layout.columns().size();
        for (int part = 0; part < key.length; part++) {
            int token = first + layout.keyColumn(part);
            if (!matches(index, part, key[part], reply, reply.tokenFrom(token), reply.tokenTo(token))) {
                return false;
            }
        }
        return true;
    }

    /**
     * As {@link #hasKey(Reply, OpenedIndex, int, byte[][])}, for an only row and the tokens of {@link LookupLines#key}.
     */
    static boolean hasKey(Reply reply, OpenedIndex index, byte[] key) {
        ReplyLayout layout = index.layout();
        int parts = layout.keyParts();
        int from = 0;
        for (int part = 0; part < parts; part++) {
            int to = part == parts - 1 ? key.length : Ascii.indexOf('\t', key, from, key.length);
            int token = FIRST_VALUE + layout.keyColumn(part);
            int tokenFrom = reply.tokenFrom(token);
            int tokenTo = reply.tokenTo(token);
            // Both sides escape the same bytes, so equal escaped bytes are equal values.
            if (!Arrays.equals(key, from, to, reply.buffer(), tokenFrom, tokenTo)
                    && !matches(index, part, Tokens.unescape(key, from, to), reply, tokenFrom, tokenTo)) {
                return false;
            }
            from = to + 1;
        }
        return true;
    }

    /** As {@link #hasKey(Reply, OpenedIndex, byte[])}, for a key of one part whose text is that of a number. */
    static boolean hasKey(Reply reply, OpenedIndex index, long key) {
        int token = FIRST_VALUE + index.layout().keyColumn(0);
        int from = reply.tokenFrom(token);
        int to = reply.tokenTo(token);
        return Ascii.isDecimal(reply.buffer(), from, to, key) || matches(index, 0, Ascii.decimal(key), reply, from, to);
    }

    private static boolean matches(OpenedIndex index, int part, byte[] requested, Reply reply, int from, int to) {
        ColumnCodec codec = index.layout().keyCodec(part);
        KeyMatch match = match(codec, requested, reply.buffer(), from, to);
        if (match == KeyMatch.DIFFERENT) {
            throw new ProtocolException(
                    index + ": a row with another " + codec.column().name() + " than the one asked for");
        }
        return match != KeyMatch.COERCED;
    }

    static KeyMatch match(ColumnCodec codec, byte[] requested, byte[] buffer, int from, int to) {
        if (Tokens.isNull(buffer, from, to)) {
            return KeyMatch.DIFFERENT;
        }
        if (Tokens.hasEscape(buffer, from, to)) {
            byte[] plain = Tokens.unescape(buffer, from, to);
            return codec.match(requested, plain, 0, plain.length);
        }
        return codec.match(requested, buffer, from, to);
    }
}
