// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The bytes that end or escape tokens, and how to read a token: NULL, or a value that may be escaped. */
public final class Tokens {

    public static final byte TAB = 0x09;
    public static final byte LF = 0x0a;
    public static final byte ESCAPE = 0x01;
    public static final int ESCAPE_SHIFT = 0x40;
    public static final int LAST_ESCAPED = 0x0f;

    /** Eight bytes of an array as one number, so that a scan can test them at once. */
    static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101_0101_0101_0101L;
    static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Tokens() {}

    /** Returns whether a token is NULL: a single raw 00 byte. */
    public static boolean isNull(byte[] buffer, int from, int to) {
        return to - from == 1 && buffer[from] == 0;
    }

    public static boolean hasEscape(byte[] buffer, int from, int to) {
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            // Turns each escape into a zero byte. The subtraction sets a clear high bit only if there is a zero byte.
            long escapesAsZero = (long) WORDS.get(buffer, i) ^ ONES;
            if (((escapesAsZero - ONES) & ~escapesAsZero & HIGH_BITS) != 0) {
                return true;
            }
        }
        for (; i < to; i++) {
            if (buffer[i] == ESCAPE) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the value of a token that is not NULL; refuses an escape at its end, or of a byte that is never escaped.
     */
    public static byte[] unescape(byte[] buffer, int from, int to) {
        byte[] value = new byte[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            byte b = buffer[i];
            if (b == ESCAPE) {
                if (++i == to) {
                    throw new IllegalArgumentException("malformed token: it ends after the escape byte");
                }
                b = (byte) (buffer[i] - ESCAPE_SHIFT);
                if (b < 0 || b > LAST_ESCAPED) {
                    throw new IllegalArgumentException("malformed token: it escapes a byte above 0f");
                }
            }
            value[length++] = b;
        }
        return length == value.length ? value : Arrays.copyOf(value, length);
    }
}
