// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** UTF-32, big endian. Java's own charset would drop a leading U+FEFF as a byte order mark. */
final class Utf32Charset extends ColumnCharset {

    private static final int REPLACEMENT = 0xfffd;

    @Override
    byte @Nullable [] encode(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * text.codePointCount(0, text.length()));
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            int point = text.codePointAt(i);
            if (isSurrogate(point)) {
                return null;
            }
            bytes.putInt(point);
        }
        return bytes.array();
    }

    @Override
    @Nullable
    String decode(byte[] buffer, int from, int to) {
        ByteBuffer bytes = ByteBuffer.wrap(buffer, from, to - from);
        StringBuilder text = new StringBuilder(bytes.remaining() / 4);
        while (bytes.remaining() >= 4) {
            int point = bytes.getInt();
            if (!Character.isValidCodePoint(point)) {
                return null;
            }
            text.appendCodePoint(isSurrogate(point) ? REPLACEMENT : point);
        }
        return bytes.hasRemaining() ? null : text.toString();
    }

    private static boolean isSurrogate(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }
}
