// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The bytes that have a meaning of their own on a line. */
public final class Wire {

    /** Ends a token. */
    public static final byte TAB = 0x09;

    /** Ends a line. */
    public static final byte LF = 0x0a;

    /** Announces one escaped byte. */
    public static final byte ESCAPE = 0x01;

    /** What an escaped byte is raised by. */
    public static final int ESCAPE_SHIFT = 0x40;

    /** Bytes up to this one are escaped inside a token. */
    public static final int LAST_ESCAPED = 0x0f;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Wire() {}

    /** Whether this slice of a reply is the token of NULL: exactly one raw 00. */
    public static boolean isNull(byte[] buffer, int from, int to) {
        return to - from == 1 && buffer[from] == 0;
    }

    /** Whether a token has any escaped byte. Eight bytes at a time, as nearly all are looked at for nothing. */
    public static boolean hasEscape(byte[] buffer, int from, int to) {
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            // Zero where the byte is an escape; only below a zero byte does the subtraction set a high bit that was
            // clear.
            long zeroed = (long) WORDS.get(buffer, i) ^ ONES;
            if (((zeroed - ONES) & ~zeroed & HIGH_BITS) != 0) {
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
     * The value of a token that is not NULL.
     *
     * @throws IllegalArgumentException if an escape is cut off or stands for a byte that is never escaped, which no server sends
     */
    public static byte[] unescape(byte[] buffer, int from, int to) {
        byte[] value = new byte[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            byte b = buffer[i];
            if (b == ESCAPE) {
                if (++i == to) {
                    throw new IllegalArgumentException("escape at the end of a token");
                }
                b = (byte) (buffer[i] - ESCAPE_SHIFT);
                if (b < 0 || b > LAST_ESCAPED) {
                    throw new IllegalArgumentException("escape of a byte that is never escaped");
                }
            }
            value[length++] = b;
        }
        return length == value.length ? value : java.util.Arrays.copyOf(value, length);
    }
}
