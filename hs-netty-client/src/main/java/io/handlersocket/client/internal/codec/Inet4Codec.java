// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** INET4: answered as text, but asked for with 4 raw bytes. */
final class Inet4Codec extends ColumnCodec {

    Inet4Codec(Column column) {
        super(column, null, null);
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (value instanceof Inet4Address address) {
            return address.getAddress();
        }
        if (value instanceof byte[] bytes) {
            return bytes.length == 4 ? bytes : null;
        }
        if (value instanceof String text) {
            byte[] ascii = Ascii.bytes(text);
            byte[] address = InetText.parse4(ascii, 0, ascii.length);
            if (address == null) {
                throw undecidable("text is a key in the form 192.0.2.1 only");
            }
            return address;
        }
        throw wrongType(value);
    }

    @Override
    String expected() {
        return "Inet4Address, byte[4] or String";
    }

    @Override
    public byte[] keyOf(byte[] buffer, int from, int to) {
        return bytes(buffer, from, to);
    }

    @Override
    public KeyMatch match(byte[] asked, byte[] buffer, int from, int to) {
        return Arrays.equals(asked, bytes(buffer, from, to)) ? KeyMatch.EQUAL : KeyMatch.DIFFERENT;
    }

    private byte[] bytes(byte[] buffer, int from, int to) {
        byte[] address = InetText.parse4(buffer, from, to);
        if (address == null) {
            throw malformed();
        }
        return address;
    }

    @Override
    public InetAddress decode(byte[] buffer, int from, int to) {
        try {
            return InetAddress.getByAddress(bytes(buffer, from, to));
        } catch (UnknownHostException e) {
            throw new AssertionError("4 bytes are an address", e);
        }
    }

    @Override
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        return type == byte[].class ? bytes(buffer, from, to) : decode(buffer, from, to);
    }
}
