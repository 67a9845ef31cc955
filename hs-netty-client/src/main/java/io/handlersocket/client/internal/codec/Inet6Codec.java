// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import java.net.Inet6Address;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** INET6: answered as text, but asked for with 16 raw bytes. */
final class Inet6Codec extends ColumnCodec {

    private static final int NO_SCOPE = -1;

    Inet6Codec(Column column) {
        super(column, null, null);
    }

    @Override
    byte @Nullable [] encode(Object value) {
        if (value instanceof Inet6Address address) {
            if (address.getScopeId() != 0 || address.getScopedInterface() != null) {
                throw undecidable("an address with a scope is not stored");
            }
            return address.getAddress();
        }
        if (value instanceof byte[] bytes) {
            return bytes.length == 16 ? bytes : null;
        }
        if (value instanceof String text) {
            byte[] ascii = Ascii.bytes(text);
            byte[] address = InetText.parse6(ascii, 0, ascii.length);
            if (address == null) {
                throw undecidable("text is a key in the form 2001:db8::1 only");
            }
            return address;
        }
        throw wrongType(value);
    }

    @Override
    String expected() {
        return "Inet6Address, byte[16] or String";
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
        byte[] address = InetText.parse6(buffer, from, to);
        if (address == null) {
            throw malformed();
        }
        return address;
    }

    @Override
    public Inet6Address decode(byte[] buffer, int from, int to) {
        try {
            // Not InetAddress.getByAddress, which turns ::ffff:192.0.2.1 into an IPv4 address.
            return Inet6Address.getByAddress(null, bytes(buffer, from, to), NO_SCOPE);
        } catch (UnknownHostException e) {
            throw new AssertionError("16 bytes are an address", e);
        }
    }

    @Override
    Object convert(byte[] buffer, int from, int to, Class<?> type) {
        return type == byte[].class ? bytes(buffer, from, to) : decode(buffer, from, to);
    }
}
