// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.internal.protocol.Ascii;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Base of {@link InetCodec} and {@link UuidCodec}. The server replies with text, but takes a key as raw bytes. */
abstract class FixedBytesCodec extends ColumnCodec {

    final int length;
    private final String textForm;

    /** @param textForm an example of the only form in which text is a key */
    FixedBytesCodec(Column column, String accepted, int length, String textForm) {
        super(column, accepted, null, null);
        this.length = length;
        this.textForm = textForm;
    }

    /** Returns the bytes of a value that is neither text nor bytes, or null if its type is not supported. */
    abstract byte @Nullable [] bytesOf(Object value);

    /** Returns the bytes of a text, or null if the text is not in the form that the server prints. */
    abstract byte @Nullable [] parse(byte[] text, int from, int to);

    @Override
    byte @Nullable [] encode(Object value) {
        byte[] bytes;
        if (value instanceof String text) {
            byte[] ascii = Ascii.bytes(text);
            bytes = parse(ascii, 0, ascii.length);
            if (bytes == null) {
                throw undecidable("only text in the form " + textForm + " can be a key");
            }
        } else {
            // The caller may change its array before the request is sent.
            bytes = value instanceof byte[] given ? given.clone() : bytesOf(value);
            if (bytes == null) {
                throw wrongType(value);
            }
        }
        return bytes.length == length ? bytes : null;
    }

    @Override
    public final byte[] keyOf(byte[] buffer, int from, int to) {
        byte[] bytes = parse(buffer, from, to);
        if (bytes == null) {
            throw malformed();
        }
        return bytes;
    }

    @Override
    public final KeyMatch match(byte[] requested, byte[] buffer, int from, int to) {
        return Arrays.equals(requested, keyOf(buffer, from, to)) ? KeyMatch.EQUAL : KeyMatch.DIFFERENT;
    }

    @Override
    final @Nullable Object convert(byte[] buffer, int from, int to, Class<?> type) {
        return type == byte[].class ? keyOf(buffer, from, to) : decode(buffer, from, to);
    }
}
