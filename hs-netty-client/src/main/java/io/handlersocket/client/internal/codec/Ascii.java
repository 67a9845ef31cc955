// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.internal.protocol.Tokens;
import java.nio.charset.StandardCharsets;

/** Formats and parses numbers as ASCII bytes, without creating strings. */
final class Ascii {

    /** The result of {@link #digits} for anything but digits. */
    static final int NOT_DIGITS = -1;

    private Ascii() {}

    /** Returns whether no byte is above 127. Tests eight bytes at a time, because texts can be long. */
    static boolean isAscii(byte[] buffer, int from, int to) {
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

    static String string(byte[] buffer, int from, int to) {
        return new String(buffer, from, to - from, StandardCharsets.ISO_8859_1);
    }

    static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Writes a number that is not negative, with leading zeros; returns the offset after the last digit. */
    static int put(byte[] text, int at, int digits, int value) {
        int rest = value;
        for (int i = at + digits - 1; i >= at; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return at + digits;
    }

    /** Returns the value of 1 to 9 digits, or {@link #NOT_DIGITS}. */
    static int digits(byte[] buffer, int from, int to) {
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
    static int indexOf(char wanted, byte[] buffer, int from, int to) {
        int at = from;
        while (at < to && buffer[at] != wanted) {
            at++;
        }
        return at;
    }

    /** Returns the offset of the first byte that is not the digit 0, or {@code to}. */
    static int skipZeros(byte[] buffer, int from, int to) {
        int at = from;
        while (at < to && buffer[at] == '0') {
            at++;
        }
        return at;
    }
}
