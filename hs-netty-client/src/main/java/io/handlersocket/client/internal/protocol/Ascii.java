// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import java.nio.charset.StandardCharsets;

/** Formats and parses numbers as ASCII bytes, without creating strings. */
public final class Ascii {

    /** The result of {@link #digits} for anything but digits. */
    public static final int NOT_DIGITS = -1;

    private static final long[] POWERS_OF_TEN = new long[19];

    static {
        POWERS_OF_TEN[0] = 1;
        for (int i = 1; i < POWERS_OF_TEN.length; i++) {
            POWERS_OF_TEN[i] = POWERS_OF_TEN[i - 1] * 10;
        }
    }

    private Ascii() {}

    /** Returns whether no byte is above 127. Tests eight bytes at a time, because texts can be long. */
    public static boolean isAscii(byte[] buffer, int from, int to) {
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            if (((long) Tokens.WORDS.get(buffer, i) & Tokens.HIGH_BITS) != 0) {
                return false;
            }
        }
        while (i < to && buffer[i] >= 0) {
            i++;
        }
        return i == to;
    }

    public static String string(byte[] buffer, int from, int to) {
        return new String(buffer, from, to - from, StandardCharsets.ISO_8859_1);
    }

    public static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Writes a number that is not negative, with leading zeros; returns the offset after the last digit. */
    public static int put(byte[] text, int at, int digits, int value) {
        int rest = value;
        for (int i = at + digits - 1; i >= at; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return at + digits;
    }

    /** Returns the value of 1 to 9 digits, or {@link #NOT_DIGITS}. */
    public static int digits(byte[] buffer, int from, int to) {
        if (from >= to || to - from > 9) {
            return NOT_DIGITS;
        }
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = buffer[i] - '0';
            if (digit < 0 || digit > 9) {
                return NOT_DIGITS;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /** Returns the offset of the first such byte, or {@code to}. */
    public static int indexOf(char wanted, byte[] buffer, int from, int to) {
        int at = from;
        while (at < to && buffer[at] != wanted) {
            at++;
        }
        return at;
    }

    /** Returns the offset of the first byte that is not the digit 0, or {@code to}. */
    public static int skipZeros(byte[] buffer, int from, int to) {
        int at = from;
        while (at < to && buffer[at] == '0') {
            at++;
        }
        return at;
    }

    /** Returns the length of {@link #decimal}. */
    public static int decimalLength(long value) {
        if (value == Long.MIN_VALUE) {
            return 20;
        }
        long positive = Math.abs(value) | 1; // 0 has one digit, as 1 has; no other length differs
        int bits = Long.SIZE - Long.numberOfLeadingZeros(positive);
        int digits = (bits * 1233) >> 12; // bits * log10(2), rounded down: the number of digits, or one less
        return digits + (positive >= POWERS_OF_TEN[digits] ? 1 : 0) + (value < 0 ? 1 : 0);
    }

    /** Writes {@link #decimal}; returns the offset after its last byte. */
    public static int putDecimal(long value, byte[] target, int at) {
        long rest = value < 0 ? value : -value; // negative, because Long.MIN_VALUE has no positive counterpart
        int end = at + decimalLength(value);
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

    /** Returns the shortest decimal text of a number, which is the canonical key of an integer column. */
    public static byte[] decimal(long value) {
        byte[] text = new byte[decimalLength(value)];
        putDecimal(value, text, 0);
        return text;
    }

    /** Returns whether the bytes are the {@link #decimal} of a number. */
    public static boolean isDecimal(byte[] buffer, int from, int to, long value) {
        if (to - from != decimalLength(value) || (value < 0 && buffer[from] != '-')) {
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
