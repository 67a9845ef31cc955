// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

/** The shortest decimal text of a number, which is the canonical key of an integer column. */
public final class DecimalText {

    private static final long[] POWERS_OF_TEN = new long[19];

    static {
        POWERS_OF_TEN[0] = 1;
        for (int i = 1; i < POWERS_OF_TEN.length; i++) {
            POWERS_OF_TEN[i] = POWERS_OF_TEN[i - 1] * 10;
        }
    }

    private DecimalText() {}

    public static int length(long value) {
        if (value == Long.MIN_VALUE) {
            return 20;
        }
        long positive = Math.abs(value) | 1; // 0 has one digit, as 1 has; no other length differs
        int bits = Long.SIZE - Long.numberOfLeadingZeros(positive);
        int digits = (bits * 1233) >> 12; // bits * log10(2), rounded down: the number of digits, or one less
        return digits + (positive >= POWERS_OF_TEN[digits] ? 1 : 0) + (value < 0 ? 1 : 0);
    }

    /** Writes the text; returns the offset after its last byte. */
    public static int put(long value, byte[] target, int at) {
        long rest = value < 0 ? value : -value; // negative, because Long.MIN_VALUE has no positive counterpart
        int end = at + length(value);
        int first = value < 0 ? at + 1 : at;
        for (int i = end - 1; i >= first; i--) {
            target[i] = (byte) ('0' - rest % 10);
            rest /= 10;
        }
        if (value < 0) {
            target[at] = '-';
        }
        return end;
    }

    public static byte[] of(long value) {
        byte[] text = new byte[length(value)];
        put(value, text, 0);
        return text;
    }

    public static boolean isAt(byte[] buffer, int from, int to, long value) {
        if (to - from != length(value) || (value < 0 && buffer[from] != '-')) {
            return false;
        }
        long rest = value < 0 ? value : -value;
        int first = value < 0 ? from + 1 : from;
        for (int i = to - 1; i >= first; i--) {
            if (buffer[i] != '0' - rest % 10) {
                return false;
            }
            rest /= 10;
        }
        return true;
    }
}
