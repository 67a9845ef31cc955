// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** INET4 and INET6. */
final class InetCodec extends FixedBytesCodec {

    private static final int NO_SCOPE = -1;

    private InetCodec(Column column, int length, String textForm) {
        super(column, length, textForm);
    }

    static InetCodec inet4(Column column) {
        return new InetCodec(column, 4, "192.0.2.1");
    }

    static InetCodec inet6(Column column) {
        return new InetCodec(column, 16, "2001:db8::1");
    }

    @Override
    byte @Nullable [] bytesOf(Object value) {
        byte[] bytes = value instanceof InetAddress address ? address.getAddress() : new byte[0];
        if (bytes.length != length()) {
            return null;
        }
        if (value instanceof Inet6Address six && (six.getScopeId() != 0 || six.getScopedInterface() != null)) {
            throw undecidable("the server does not store an address with a scope");
        }
        return bytes;
    }

    @Override
    byte @Nullable [] parse(byte[] text, int from, int to) {
        return length() == 4 ? InetText.parse4(text, from, to) : InetText.parse6(text, from, to);
    }

    @Override
    String expected() {
        return length() == 4 ? "Inet4Address, byte[4] or String" : "Inet6Address, byte[16] or String";
    }

    @Override
    public InetAddress decode(byte[] buffer, int from, int to) {
        byte[] bytes = keyOf(buffer, from, to);
        try {
            // InetAddress.getByAddress would turn ::ffff:192.0.2.1 into an IPv4 address.
            return length() == 4 ? InetAddress.getByAddress(bytes) : Inet6Address.getByAddress(null, bytes, NO_SCOPE);
        } catch (UnknownHostException e) {
            throw new AssertionError("an address has " + bytes.length + " bytes", e);
        }
    }
}
