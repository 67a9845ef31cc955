// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import io.handlersocket.client.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One line of the server, cut into tokens: a status, a column count, and values; or an error.
 *
 * <p>A view on the scanner's array, valid until the next line. Token 0 is the status, token 1 the column count, values
 * follow.
 */
public final class Reply {

    private byte[] buffer = new byte[0];
    private int from;
    private int to;
    private int[] tabs = new int[32];
    private int tabCount;

    void tab(int offset) {
        if (tabCount == tabs.length) {
            tabs = Arrays.copyOf(tabs, tabCount * 2);
        }
        tabs[tabCount++] = offset;
    }

    void complete(byte[] bytes, int lineFrom, int lineTo) {
        buffer = bytes;
        from = lineFrom;
        to = lineTo;
    }

    void clear() {
        tabCount = 0;
    }

    /** Tokens of the line, 1 or more. */
    public int tokens() {
        return tabCount + 1;
    }

    /** The array the tokens lie in. */
    public byte[] buffer() {
        return buffer;
    }

    /** Where a token begins. */
    public int tokenFrom(int token) {
        return token == 0 ? from : from + tabs[token - 1] + 1;
    }

    /** Where a token ends. */
    public int tokenTo(int token) {
        return token == tabCount ? to : from + tabs[token];
    }

    /** Whether the server answered with success. */
    public boolean isOk() {
        return tabCount > 0 && tabs[0] == 1 && buffer[from] == '0';
    }

    /**
     * The status and column count as numbers.
     *
     * @throws ProtocolException if the token is no decimal number of at most 9 digits
     */
    public int number(int token) {
        int tokenFrom = tokenFrom(token);
        int tokenTo = tokenTo(token);
        if (tokenTo == tokenFrom || tokenTo - tokenFrom > 9) {
            throw surprise();
        }
        int number = 0;
        for (int i = tokenFrom; i < tokenTo; i++) {
            int digit = buffer[i] - '0';
            if (digit < 0 || digit > 9) {
                throw surprise();
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /**
     * The server's word of an error reply.
     *
     * @throws ProtocolException if the line is not {@code code 1 word}, as every error is: a piece of another line must not
     *     pass for an answer, because the answers after it would go to the wrong requests
     */
    public String error() {
        boolean code = tokenTo(0) - from == 1 && buffer[from] >= '1' && buffer[from] <= '3';
        if (!code || tokens() != 3 || number(1) != 1 || tokenTo(2) == tokenFrom(2)) {
            throw surprise();
        }
        int length = Math.min(64, tokenTo(2) - tokenFrom(2));
        return new String(buffer, tokenFrom(2), length, StandardCharsets.ISO_8859_1);
    }

    /** What to throw if the line is none a server sends. Never shows the line, which may hold values. */
    public ProtocolException surprise() {
        return new ProtocolException("a reply that is none: " + (to - from) + " bytes, " + tokens() + " tokens");
    }

    /** Cuts values out, as {@link Values}. */
    public byte[] copyValues(int count, int firstToken) {
        int base = tokenFrom(firstToken);
        int length = tokenTo(firstToken + count - 1) - base;
        byte[] values = Values.allocate(count, length);
        System.arraycopy(buffer, base, values, 0, length);
        for (int i = 0; i < count; i++) {
            Values.setStart(values, count, i, tokenFrom(firstToken + i) - base);
        }
        Values.setStart(values, count, count, length + 1);
        return values;
    }
}
