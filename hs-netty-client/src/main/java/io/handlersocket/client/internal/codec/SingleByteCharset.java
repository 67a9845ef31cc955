// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.nio.charset.Charset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A character set with one byte per character: Java's table with corrections where the server's differs. */
final class SingleByteCharset extends ColumnCharset {

    private static final char UNDEFINED = '\uffff';
    private static final char JAVA_UNDEFINED = '\ufffd';

    private final char[] characters = new char[256];

    /** The characters outside ASCII in ascending order. */
    private final char[] sorted;

    /** The byte of each character in {@link #sorted}. */
    private final byte[] bytes;

    /**
     * @param charset Java's character set
     * @param corrections pairs of a byte and its character on the server; U+FFFF if it has none
     */
    SingleByteCharset(Charset charset, String corrections) {
        byte[] one = new byte[1];
        for (int b = 0; b < 256; b++) {
            one[0] = (byte) b;
            char c = new String(one, charset).charAt(0);
            characters[b] = c == JAVA_UNDEFINED ? UNDEFINED : c;
        }
        for (int i = 0; i < corrections.length(); i += 2) {
            characters[corrections.charAt(i)] = corrections.charAt(i + 1);
        }
        sorted = Arrays.copyOfRange(characters, 128, 256);
        Arrays.sort(sorted);
        bytes = new byte[sorted.length];
        for (int b = 128; b < 256; b++) {
            bytes[Arrays.binarySearch(sorted, characters[b])] = (byte) b;
        }
    }

    @Override
    byte @Nullable [] encode(String text) {
        byte[] encoded = new byte[text.length()];
        for (int i = 0; i < encoded.length; i++) {
            char c = text.charAt(i);
            if (c < 128) {
                encoded[i] = (byte) c;
                continue;
            }
            int found = c == UNDEFINED ? -1 : Arrays.binarySearch(sorted, c);
            if (found < 0) {
                return null;
            }
            encoded[i] = bytes[found];
        }
        return encoded;
    }

    @Override
    String decode(byte[] buffer, int from, int to) {
        if (Ascii.isAscii(buffer, from, to)) {
            return Ascii.string(buffer, from, to);
        }
        char[] text = new char[to - from];
        for (int i = 0; i < text.length; i++) {
            char c = characters[buffer[from + i] & 0xff];
            text[i] = c == UNDEFINED ? '?' : c;
        }
        return new String(text);
    }
}
