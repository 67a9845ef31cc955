// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import io.handlersocket.client.internal.protocol.Ascii;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A character set of MariaDB. Immutable; thread-safe.
 *
 * <p>A character set is supported only if a test proves that each of its characters converts as on the server. The
 * others have no equal in Java: {@code big5}, {@code dec8}, {@code eucjpms}, {@code hp8}, {@code sjis}, {@code
 * tis620}, {@code ujis}, …
 */
abstract class ColumnCharset {

    private static final Charset UTF_32 = Charset.forName("UTF-32BE");
    private static final Map<String, Optional<ColumnCharset>> KNOWN = new ConcurrentHashMap<>();

    /** Returns the character set with MariaDB's name for it, or empty if it is not supported. */
    static Optional<ColumnCharset> of(String name) {
        return KNOWN.computeIfAbsent(name, ColumnCharset::create);
    }

    private static Optional<ColumnCharset> create(String name) {
        try {
            return Optional.ofNullable(createOrNull(name));
        } catch (UnsupportedCharsetException e) {
            // Many character sets are in the module jdk.charsets, which a trimmed runtime may lack.
            return Optional.empty();
        }
    }

    private static @Nullable ColumnCharset createOrNull(String name) {
        return switch (name) {
            case "utf8mb4" -> new Unicode(StandardCharsets.UTF_8, true);
            case "utf8mb3", "utf8" -> new Unicode(StandardCharsets.UTF_8, false);
            case "ucs2" -> new Unicode(StandardCharsets.UTF_16BE, false);
            case "utf16" -> new Unicode(StandardCharsets.UTF_16BE, true);
            case "utf16le" -> new Unicode(StandardCharsets.UTF_16LE, true);
            case "utf32" -> new Unicode(UTF_32, true);
            case "ascii" -> new SingleByte("US-ASCII", "");
            // MariaDB's latin1 is windows-1252 with control characters in its five gaps.
            case "latin1" ->
                new SingleByte("windows-1252", "\u0081\u0081\u008d\u008d\u008f\u008f\u0090\u0090\u009d\u009d");
            case "latin2" -> new SingleByte("ISO-8859-2", "");
            case "latin5" -> new SingleByte("ISO-8859-9", "");
            case "latin7" -> new SingleByte("ISO-8859-13", "");
            case "greek" ->
                new SingleByte("ISO-8859-7", "\u00a1\u02bd\u00a2\u02bc\u00a4\uffff\u00a5\uffff\u00aa\uffff");
            case "hebrew" -> new SingleByte("ISO-8859-8", "\u00af\u203e");
            case "cp1250" -> new SingleByte("windows-1250", "");
            case "cp1251" -> new SingleByte("windows-1251", "");
            case "cp1256" ->
                new SingleByte(
                        "windows-1256",
                        "\u008a\uffff\u008f\uffff\u0098\uffff\u009a\uffff"
                                + "\u009f\uffff\u00aa\uffff\u00c0\uffff\u00ff\uffff");
            case "cp1257" -> new SingleByte("windows-1257", "");
            case "cp850" -> new SingleByte("IBM850", "");
            case "cp852" -> new SingleByte("IBM852", "");
            case "cp866" -> new SingleByte("IBM866", "\u00fc\u207f\u00fd\u00b2");
            case "koi8r" -> new SingleByte("KOI8-R", "");
            case "koi8u" -> new SingleByte("KOI8-U", "\u0095\u2022");
            case "macce" -> new SingleByte("x-MacCentralEurope", "");
            case "macroman" -> new SingleByte("x-MacRoman", "");
            case "cp932" -> new DoubleByte("windows-31j", true, "");
            case "euckr" -> new DoubleByte("x-windows-949", false, "");
            case "gbk" -> new DoubleByte("x-mswin-936", false, "\u20ac");
            case "gb2312" -> new DoubleByte("GB2312", true, "");
            default -> null;
        };
    }

    /** Returns the bytes of a text, or null if one of its characters is not in this character set. */
    abstract byte @Nullable [] encode(String text);

    /**
     * Returns the text as the JDBC driver would receive it; null if the server's replacement for some bytes is unknown.
     */
    abstract @Nullable String decode(byte[] buffer, int from, int to);

    /** UTF-8, UTF-16 or UTF-32, with or without supplementary characters (those above U+FFFF). */
    private static final class Unicode extends ColumnCharset {

        private static final char REPLACEMENT = '\ufffd';

        private final Charset charset;
        private final boolean utf32;
        private final boolean supplementary;

        Unicode(Charset charset, boolean supplementary) {
            this.charset = charset;
            this.utf32 = charset.equals(UTF_32);
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
        @Nullable
        String decode(byte[] buffer, int from, int to) {
            if (utf32) {
                return decodeUtf32(ByteBuffer.wrap(buffer, from, to - from));
            }
            String text = new String(buffer, from, to - from, charset);
            // In ucs2 a pair of surrogates is two invalid characters, so the driver receives two replacements.
            boolean unchanged = supplementary || text.codePointCount(0, text.length()) == text.length();
            return unchanged ? text : replaceSurrogates(text);
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

        /** Java's own decoder would drop a leading U+FEFF as a byte order mark. */
        private static @Nullable String decodeUtf32(ByteBuffer bytes) {
            StringBuilder text = new StringBuilder(bytes.remaining() / 4);
            while (bytes.remaining() >= 4) {
                int point = bytes.getInt();
                if (!Character.isValidCodePoint(point)) {
                    return null;
                }
                text.appendCodePoint(Character.getType(point) == Character.SURROGATE ? REPLACEMENT : point);
            }
            return bytes.hasRemaining() ? null : text.toString();
        }
    }

    /** A character set with one byte per character: Java's table with corrections where the server's differs. */
    private static final class SingleByte extends ColumnCharset {

        private static final char UNDEFINED = '\uffff';
        private static final char JAVA_UNDEFINED = '\ufffd';

        private final char[] characters = new char[256];

        /** The characters outside ASCII in ascending order. */
        private final char[] sorted;

        /** The byte of each character in {@link #sorted}. */
        private final byte[] bytes;

        /** @param corrections pairs of a byte and its character on the server; U+FFFF if it has none */
        SingleByte(String javaName, String corrections) {
            Charset charset = Charset.forName(javaName);
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

    /**
     * An East Asian character set with one or two bytes per character. Slow: a text is encoded only if decoding the
     * result returns the same text.
     */
    private static final class DoubleByte extends ColumnCharset {

        private final Charset charset;
        private final boolean privateUse;
        private final String onlyInJava;

        /**
         * @param privateUse whether the server has the characters for private use, as Java has
         * @param onlyInJava other characters that Java has and the server lacks
         */
        DoubleByte(String javaName, boolean privateUse, String onlyInJava) {
            this.charset = Charset.forName(javaName);
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
}
