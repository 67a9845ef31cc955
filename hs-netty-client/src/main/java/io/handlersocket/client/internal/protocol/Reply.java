// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import io.handlersocket.client.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One line from the server as tokens. Token 0 is the status and token 1 the column count; the rest are the values, or
 * the error.
 *
 * <p>A view of the scanner's buffer, valid until the scanner reads the next line.
 */
public final class Reply {

    private static final byte[] NOTHING = {};
    private static final int INITIAL_TABS = 32;
    private static final int KEPT_TABS = 256 * 1024;
    private static final int MIN_LIMIT = 1024 * 1024;

    private final int maxTabs;
    private byte[] buffer = NOTHING;
    private int from;
    private int to;
    private int[] tabs = new int[INITIAL_TABS];
    private int tabCount;

    /** @param maxLineBytes the maximum length of a line; almost every value has a byte, besides its tab */
    public Reply(int maxLineBytes) {
        maxTabs = Math.max(MIN_LIMIT, maxLineBytes / 2);
    }

    /** @throws ProtocolException if the line has so many values that their offsets would need too much memory */
    void tab(int offset) {
        if (tabCount == tabs.length) {
            if (tabCount == maxTabs) {
                throw new ProtocolException("reply of more than " + maxTabs + " values (option maxLineBytes)");
            }
            tabs = Arrays.copyOf(tabs, (int) Math.min(maxTabs, tabCount * 2L));
        }
        tabs[tabCount++] = offset;
    }

    void complete(byte[] bytes, int lineFrom, int lineTo) {
        if (buffer != bytes) { // for each line, a store to an old object would cost a barrier of the garbage collector
            buffer = bytes;
        }
        from = lineFrom;
        to = lineTo;
    }

    /** Forgets the array of the last line, which the scanner has replaced: it may be long, and contains rows. */
    void forgetBuffer() {
        buffer = NOTHING;
    }

    void clear() {
        tabCount = 0;
        if (tabs.length > KEPT_TABS) {
            tabs = new int[INITIAL_TABS];
        }
    }

    public int tokens() {
        return tabCount + 1;
    }

    public byte[] buffer() {
        return buffer;
    }

    /** Returns the offset of a token's first byte. */
    public int tokenFrom(int token) {
        return token == 0 ? from : from + tabs[token - 1] + 1;
    }

    /** Returns the offset after a token's last byte. */
    public int tokenTo(int token) {
        return token == tabCount ? to : from + tabs[token];
    }

    public boolean isOk() {
        return tabCount > 0 && tabs[0] == 1 && buffer[from] == '0';
    }

    /** Returns the status or the column count, which have at most 9 digits. */
    public int number(int token) {
        int number = Ascii.digits(buffer, tokenFrom(token), tokenTo(token));
        if (number == Ascii.NOT_DIGITS) {
            throw malformed();
        }
        return number;
    }

    /**
     * Returns at most 64 characters of an error reply; others than printable ASCII are replaced, because it ends in
     * logs. Refuses a line that does not have the form of every error: {@code code 1 error}.
     */
    public String error() {
        // A fragment of another line must not pass as a reply: later replies would go to the wrong requests.
        boolean code = tokenTo(0) - from == 1 && buffer[from] >= '1' && buffer[from] <= '3';
        if (!code || tokens() != 3 || number(1) != 1 || tokenTo(2) == tokenFrom(2)) {
            throw malformed();
        }
        int length = Math.min(64, tokenTo(2) - tokenFrom(2));
        return new String(buffer, tokenFrom(2), length, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", "?");
    }

    /** Returns the exception for a malformed reply. The message hides the line, which may contain values. */
    public ProtocolException malformed() {
        return new ProtocolException("malformed reply: " + (to - from) + " bytes, " + tokens() + " tokens");
    }

    /** Returns a copy of one row, laid out as {@link PackedRow}. */
    public byte[] copyRow(int count, int firstToken) {
        int base = tokenFrom(firstToken);
        int length = tokenTo(firstToken + count - 1) - base;
        byte[] values = PackedRow.allocate(count, length);
        System.arraycopy(buffer, base, values, 0, length);
        for (int i = 1; i < count; i++) {
            PackedRow.setStart(values, count, i, tokenFrom(firstToken + i) - base);
        }
        return values;
    }
}
