// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** UTF-8 or UTF-16, with or without supplementary characters (those above U+FFFF). */
final class UnicodeCharset extends ColumnCharset {

    private static final char REPLACEMENT = '\ufffd';

    private final Charset charset;
    private final boolean supplementary;

    UnicodeCharset(Charset charset, boolean supplementary) {
        this.charset = charset;
        this.supplementary = supplementary;
    }

    @Override
    byte @Nullable [] encode(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!supplementary
                        || Character.isLowSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return null;
                }
                i++;
            }
        }
        return text.getBytes(charset);
    }

    @Override
    String decode(byte[] buffer, int from, int to) {
        String text = new String(buffer, from, to - from, charset);
        // In ucs2 a pair of surrogates is two invalid characters, so the driver receives two replacements.
        return supplementary || text.codePointCount(0, text.length()) == text.length() ? text : replaceSurrogates(text);
    }

    private static String replaceSurrogates(String text) {
        StringBuilder replaced = new StringBuilder(text);
        for (int i = 0; i < replaced.length(); i++) {
            if (Character.isSurrogate(replaced.charAt(i))) {
                replaced.setCharAt(i, REPLACEMENT);
            }
        }
        return replaced.toString();
    }
}
