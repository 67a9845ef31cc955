// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Builds one line of a request, token by token. The only place that turns values into bytes on the wire. */
public final class LineBuilder {

    private byte[] bytes;
    private int length;

    /** Starts an empty line with room for so many bytes. */
    public LineBuilder(int capacity) {
        bytes = new byte[Math.max(capacity, 16)];
    }

    /** Starts a line with tokens that were built before, and room for so many bytes: exact, it is built without a copy. */
    public LineBuilder(byte[] prefix, int more) {
        bytes = Arrays.copyOf(prefix, prefix.length + more);
        length = prefix.length;
    }

    /** The bytes {@link #value(byte[])} adds, its separator included. */
    public static int lengthOf(byte[] value) {
        int length = value.length + 1;
        for (byte b : value) {
            if (b >= 0 && b <= Wire.LAST_ESCAPED) {
                length++;
            }
        }
        return length;
    }

    /** Adds a value, escaped. */
    public LineBuilder value(byte[] value) {
        separate();
        for (byte b : value) {
            if (b >= 0 && b <= Wire.LAST_ESCAPED) {
                room(2);
                bytes[length++] = Wire.ESCAPE;
                bytes[length++] = (byte) (b + Wire.ESCAPE_SHIFT);
            } else {
                room(1);
                bytes[length++] = b;
            }
        }
        return this;
    }

    /** Adds the token of NULL. */
    public LineBuilder nullValue() {
        separate();
        room(1);
        bytes[length++] = 0;
        return this;
    }

    /** Adds a value, escaped, or the token of NULL for null. */
    public LineBuilder valueOrNull(byte @Nullable [] value) {
        return value == null ? nullValue() : value(value);
    }

    /** Adds a number. */
    public LineBuilder number(int number) {
        return word(Integer.toString(number));
    }

    /** Adds a protocol word of ASCII characters. */
    public LineBuilder word(String word) {
        separate();
        room(word.length());
        for (int i = 0; i < word.length(); i++) {
            bytes[length++] = (byte) word.charAt(i);
        }
        return this;
    }

    /**
     * Adds a name of the schema, which the server takes raw.
     *
     * @throws IllegalArgumentException if it holds a byte that would end or change the token
     */
    public LineBuilder name(String name) {
        byte[] raw = name.getBytes(StandardCharsets.UTF_8);
        for (byte b : raw) {
            if (b >= 0 && b <= Wire.LAST_ESCAPED) {
                throw new IllegalArgumentException("name with a control character: HandlerSocket cannot address it");
            }
        }
        separate();
        room(raw.length);
        System.arraycopy(raw, 0, bytes, length, raw.length);
        length += raw.length;
        return this;
    }

    /** The tokens so far, without a line end, to start other lines with. */
    public byte[] prefix() {
        return Arrays.copyOf(bytes, length);
    }

    /** The whole line with its end. */
    public byte[] line() {
        room(1);
        bytes[length++] = Wire.LF;
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private void separate() {
        if (length > 0) {
            room(1);
            bytes[length++] = Wire.TAB;
        }
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }
}
