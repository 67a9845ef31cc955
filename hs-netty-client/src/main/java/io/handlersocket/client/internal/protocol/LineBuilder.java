// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds one line of a request, token by token. All values are escaped here. */
public final class LineBuilder {

    private byte[] bytes;
    private int length;
    private boolean started;

    public LineBuilder(int capacity) {
        bytes = new byte[Math.max(capacity, 16)];
    }

    /**
     * Starts a line with built tokens, and reserves bytes for the rest; if they are exact, the line is built without a
     * copy.
     */
    public LineBuilder(byte[] prefix, int more) {
        bytes = Arrays.copyOf(prefix, prefix.length + more);
        length = prefix.length;
        started = true;
    }

    /** Returns how many bytes {@link #value} adds, including the separator. */
    public static int lengthOf(byte @Nullable [] value) {
        if (value == null) {
            return 2;
        }
        int length = value.length + 1;
        for (byte b : value) {
            if (b >= 0 && b <= Tokens.LAST_ESCAPED) {
                length++;
            }
        }
        return length;
    }

    /** Returns a value as a token: escaped, or the array itself if it contains nothing to escape. */
    public static byte[] token(byte[] value) {
        int escaped = lengthOf(value) - 1;
        return escaped == value.length
                ? value
                : new LineBuilder(escaped).value(value).tokens();
    }

    /** Adds a value and escapes it, or NULL for null. */
    public LineBuilder value(byte @Nullable [] value) {
        separate();
        if (value == null) {
            reserve(1);
            bytes[length++] = 0;
            return this;
        }
        for (byte b : value) {
            if (b >= 0 && b <= Tokens.LAST_ESCAPED) {
                reserve(2);
                bytes[length++] = Tokens.ESCAPE;
                bytes[length++] = (byte) (b + Tokens.ESCAPE_SHIFT);
            } else {
                reserve(1);
                bytes[length++] = b;
            }
        }
        return this;
    }

    public LineBuilder number(long number) {
        separate();
        reserve(Ascii.decimalLength(number));
        length = Ascii.putDecimal(number, bytes, length);
        return this;
    }

    /** Adds a keyword or operator of the protocol, which must be ASCII. */
    public LineBuilder keyword(String keyword) {
        separate();
        reserve(keyword.length());
        for (int i = 0; i < keyword.length(); i++) {
            bytes[length++] = (byte) keyword.charAt(i);
        }
        return this;
    }

    public LineBuilder condition(String kind, String comparison, int column, byte @Nullable [] value) {
        return keyword(kind).keyword(comparison).number(column).value(value);
    }

    /** Adds a name of the catalogue. The server does not unescape names, so one with a control character is refused. */
    public LineBuilder name(String name) {
        byte[] raw = name.getBytes(StandardCharsets.UTF_8);
        for (byte b : raw) {
            if (b >= 0 && b <= Tokens.LAST_ESCAPED) {
                throw new IllegalArgumentException("HandlerSocket cannot address a name with a control character");
            }
        }
        separate();
        reserve(raw.length);
        System.arraycopy(raw, 0, bytes, length, raw.length);
        length += raw.length;
        return this;
    }

    public byte[] tokens() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    public byte[] line() {
        reserve(1);
        bytes[length++] = Tokens.LF;
        return tokens();
    }

    private void separate() {
        if (started) { // the first token may be empty, so the length says nothing
            reserve(1);
            bytes[length++] = Tokens.TAB;
        }
        started = true;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }
}
