// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.protocol.Ascii;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * INET4 and INET6. It parses text itself: InetAddress accepts more forms than the server prints, and may query a name
 * server.
 */
final class InetCodec extends FixedBytesCodec {

    private static final int NO_SCOPE = -1;

    /** @param textForm an address as the server prints it */
    InetCodec(Column column, int length, String textForm) {
        super(column, (length == 4 ? "Inet4" : "Inet6") + "Address, byte[" + length + "] or String", length, textForm);
    }

    @Override
    byte @Nullable [] bytesOf(Object value) {
        byte[] bytes = value instanceof InetAddress address ? address.getAddress() : new byte[0];
        if (bytes.length != length) {
            return null;
        }
        if (value instanceof Inet6Address six && (six.getScopeId() != 0 || six.getScopedInterface() != null)) {
            throw undecidable("the server does not store an address with a scope");
        }
        return bytes;
    }

    @Override
    byte @Nullable [] parse(byte[] text, int from, int to) {
        return length == 4 ? parse4(text, from, to) : parse6(text, from, to);
    }

    @Override
    public InetAddress decode(byte[] buffer, int from, int to) {
        byte[] bytes = keyOf(buffer, from, to);
        try {
            // InetAddress.getByAddress would turn ::ffff:192.0.2.1 into an IPv4 address.
            return length == 4 ? InetAddress.getByAddress(bytes) : Inet6Address.getByAddress(null, bytes, NO_SCOPE);
        } catch (UnknownHostException e) {
            throw new AssertionError("an address has " + bytes.length + " bytes", e);
        }
    }

    /** Returns the 4 bytes of four decimal numbers without leading zeros, or null for any other text. */
    static byte @Nullable [] parse4(byte[] text, int from, int to) {
        byte[] address = new byte[4];
        int start = from;
        for (int part = 0; part < 4; part++) {
            int end = Ascii.indexOf('.', text, start, to);
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
            int end = Ascii.indexOf(':', text, start, to);
            if (end == to && Ascii.indexOf('.', text, start, to) < to) {
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
}
