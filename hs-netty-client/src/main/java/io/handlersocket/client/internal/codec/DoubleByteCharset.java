// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/**
 * An East Asian character set with one or two bytes per character. Slow: a text is encoded only if decoding the result
 * returns the same text.
 */
final class DoubleByteCharset extends ColumnCharset {

    private final Charset charset;
    private final boolean privateUse;
    private final String onlyInJava;

    /**
     * @param charset Java's character set
     * @param privateUse whether the server has the characters for private use, as Java has
     * @param onlyInJava other characters that Java has and the server lacks
     */
    DoubleByteCharset(Charset charset, boolean privateUse, String onlyInJava) {
        this.charset = charset;
        this.privateUse = privateUse;
        this.onlyInJava = onlyInJava;
    }

    @Override
    byte @Nullable [] encode(String text) {
        try {
            ByteBuffer encoded = charset.newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            // Java also encodes look-alikes that the server does not know. They decode to another character.
            return text.equals(decode(bytes, 0, bytes.length)) ? bytes : null;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    @Override
    @Nullable
    String decode(byte[] buffer, int from, int to) {
        String text;
        try {
            text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(buffer, from, to - from))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (onlyInJava.indexOf(c) >= 0 || (!privateUse && c >= '\ue000' && c <= '\uf8ff')) {
                return null;
            }
        }
        return text;
    }
}
