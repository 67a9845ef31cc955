// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Parses addresses as the server prints them. InetAddress accepts more forms, and may query a name server. */
final class InetText {

    private InetText() {}

    /** Returns the 4 bytes of four decimal numbers without leading zeros, or null for any other text. */
    static byte @Nullable [] parse4(byte[] text, int from, int to) {
        byte[] address = new byte[4];
        int start = from;
        for (int part = 0; part < 4; part++) {
            int end = indexOf((byte) '.', text, start, to);
            if (part < 3 == (end == to)) {
                return null;
            }
            int value = end - start > 3 ? Ascii.NOT_DIGITS : Ascii.digits(text, start, end);
            if (value < 0 || value > 255 || (end - start > 1 && text[start] == '0')) {
                return null;
            }
            address[part] = (byte) value;
            start = end + 1;
        }
        return address;
    }

    /** Returns the 16 bytes of an address in a form of RFC 4291, section 2.2, or null for any other text. */
    static byte @Nullable [] parse6(byte[] text, int from, int to) {
        byte[] address = new byte[16];
        int filled = 0;
        int gap = -1; // the offset in the address at which :: stands, or -1
        int start = from;
        if (to - from >= 2 && text[from] == ':' && text[from + 1] == ':') {
            gap = 0;
            start = from + 2;
        }
        while (start < to) {
            int end = indexOf((byte) ':', text, start, to);
            if (end == to && indexOf((byte) '.', text, start, to) < to) {
                byte[] last = parse4(text, start, to);
                if (last == null || filled > 12) {
                    return null;
                }
                System.arraycopy(last, 0, address, filled, 4);
                filled += 4;
                break;
            }
            int group = hex(text, start, end);
            if (group < 0 || filled == 16) {
                return null;
            }
            address[filled++] = (byte) (group >> 8);
            address[filled++] = (byte) group;
            start = end + 1;
            if (end < to && start == to) {
                return null;
            }
            if (start < to && text[start] == ':') {
                if (gap >= 0) {
                    return null;
                }
                gap = filled;
                start++;
            }
        }
        if (gap < 0) {
            return filled == 16 ? address : null;
        }
        if (filled == 16) {
            return null;
        }
        int afterGap = filled - gap;
        System.arraycopy(address, gap, address, 16 - afterGap, afterGap);
        Arrays.fill(address, gap, 16 - afterGap, (byte) 0);
        return address;
    }

    private static int hex(byte[] text, int from, int to) {
        if (from >= to || to - from > 4) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = Character.digit(text[i], 16);
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private static int indexOf(byte wanted, byte[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text[i] == wanted) {
                return i;
            }
        }
        return to;
    }
}
