// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Row;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.codec.KeyMatch;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.Tokens;
import java.util.Arrays;

/** Cuts rows out of a reply, and checks that they have the key that was asked for. */
public final class RowReader {

    /** Behind the status and the number of columns. */
    static final int FIRST_VALUE = 2;

    private RowReader() {}

    /**
     * The number of rows in a successful reply.
     *
     * @throws ProtocolException if the reply is not made of whole rows of this layout
     */
    public static int rows(Reply reply, View view) {
        int columns = view.layout().columns().size();
        int values = reply.tokens() - FIRST_VALUE;
        if (reply.number(1) != columns || values % columns != 0) {
            throw new ProtocolException(view.opened().wire() + ": " + values + " values of " + reply.number(1)
                    + " columns (expected rows of " + columns + ")");
        }
        return values / columns;
    }

    /** The i-th row of a reply, from 0. */
    public static Row row(Reply reply, View view, int i) {
        int columns = view.layout().columns().size();
        return new DefaultRow(view, reply.copyValues(columns, FIRST_VALUE + i * columns));
    }

    /**
     * Whether the i-th row of a reply has this key, or the leading parts of one.
     *
     * @return false if the engine found a row that SQL's comparison would not have found
     * @throws ProtocolException if the row can only belong to another request
     */
    static boolean hasKey(Reply reply, View view, int i, byte[][] key) {
        Layout layout = view.layout();
        int first = FIRST_VALUE + i * layout.columns().size();
        for (int part = 0; part < key.length; part++) {
            int token = first + layout.keyColumn(part);
            if (!matches(view, part, key[part], reply, reply.tokenFrom(token), reply.tokenTo(token))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether the only row of a reply has the key that a line asked for; as {@link #hasKey(Reply, View, int, byte[][])}.
     *
     * @param line the request, which holds the whole key as its last tokens
     * @param keyFrom where the first of them begins
     */
    static boolean hasKey(Reply reply, View view, byte[] line, int keyFrom) {
        Layout layout = view.layout();
        int from = keyFrom;
        for (int part = 0; part < layout.keyParts(); part++) {
            int to = from;
            while (line[to] > Tokens.LF || (line[to] != Tokens.TAB && line[to] != Tokens.LF)) {
                to++;
            }
            int token = FIRST_VALUE + layout.keyColumn(part);
            int tokenFrom = reply.tokenFrom(token);
            int tokenTo = reply.tokenTo(token);
            // Both sides escape the same bytes, so what is equal escaped is equal.
            if (!Arrays.equals(line, from, to, reply.buffer(), tokenFrom, tokenTo)
                    && !matches(view, part, Tokens.unescape(line, from, to), reply, tokenFrom, tokenTo)) {
                return false;
            }
            from = to + 1;
        }
        return true;
    }

    private static boolean matches(View view, int part, byte[] asked, Reply reply, int from, int to) {
        ColumnCodec codec = view.layout().keyCodec(part);
        KeyMatch match = match(codec, asked, reply.buffer(), from, to);
        if (match == KeyMatch.DIFFERENT) {
            throw new ProtocolException(view.opened().wire() + ": a row with another "
                    + codec.column().name() + " than the one asked for");
        }
        return match != KeyMatch.COERCED;
    }

    /** Compares one part of a key with a token of a reply. */
    static KeyMatch match(ColumnCodec codec, byte[] asked, byte[] buffer, int from, int to) {
        if (Tokens.isNull(buffer, from, to)) {
            return KeyMatch.DIFFERENT;
        }
        if (Tokens.hasEscape(buffer, from, to)) {
            byte[] plain = Tokens.unescape(buffer, from, to);
            return codec.match(asked, plain, 0, plain.length);
        }
        return codec.match(asked, buffer, from, to);
    }
}
