// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/** East Asian sets of one or two bytes per character. Slow and strict: a text counts only if it survives the way back. */
final class DoubleByteCharset extends ColumnCharset {

    private final Charset charset;
    private final boolean privateUse;
    private final String onlyInJava;

    /** @param onlyInJava characters Java has and the server has not; with a P in front also all of private use */
    DoubleByteCharset(Charset charset, String onlyInJava) {
        this.charset = charset;
        this.privateUse = !onlyInJava.startsWith("P");
        this.onlyInJava = privateUse ? onlyInJava : onlyInJava.substring(1);
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
            // Java also writes look-alikes that the server takes for unknown: they come back as another character.
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
