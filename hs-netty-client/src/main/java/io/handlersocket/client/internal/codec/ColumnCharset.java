// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A character set of MariaDB. Immutable; thread-safe.
 *
 * <p>A character set is supported only if a test proves that each of its characters converts as on the server. The
 * others have no equal in Java: {@code big5}, {@code dec8}, {@code eucjpms}, {@code hp8}, {@code sjis}, {@code
 * tis620}, {@code ujis}, …
 */
abstract class ColumnCharset {

    private static final Map<String, Optional<ColumnCharset>> KNOWN = new ConcurrentHashMap<>();

    /** Returns the character set with MariaDB's name for it, or empty if it is not supported. */
    static Optional<ColumnCharset> of(String name) {
        return KNOWN.computeIfAbsent(name, ColumnCharset::create);
    }

    private static Optional<ColumnCharset> create(String name) {
        return switch (name) {
            case "utf8mb4" -> Optional.of(new UnicodeCharset(StandardCharsets.UTF_8, true));
            case "utf8mb3", "utf8" -> Optional.of(new UnicodeCharset(StandardCharsets.UTF_8, false));
            case "ucs2" -> Optional.of(new UnicodeCharset(StandardCharsets.UTF_16BE, false));
            case "utf16" -> Optional.of(new UnicodeCharset(StandardCharsets.UTF_16BE, true));
            case "utf16le" -> Optional.of(new UnicodeCharset(StandardCharsets.UTF_16LE, true));
            case "utf32" -> Optional.of(new Utf32Charset());
            case "ascii" -> singleByte("US-ASCII", "");
            // MariaDB's latin1 is windows-1252 with control characters in its five gaps.
            case "latin1" -> singleByte("windows-1252", "\u0081\u0081\u008d\u008d\u008f\u008f\u0090\u0090\u009d\u009d");
            case "latin2" -> singleByte("ISO-8859-2", "");
            case "latin5" -> singleByte("ISO-8859-9", "");
            case "latin7" -> singleByte("ISO-8859-13", "");
            case "greek" -> singleByte("ISO-8859-7", "\u00a1\u02bd\u00a2\u02bc\u00a4\uffff\u00a5\uffff\u00aa\uffff");
            case "hebrew" -> singleByte("ISO-8859-8", "\u00af\u203e");
            case "cp1250" -> singleByte("windows-1250", "");
            case "cp1251" -> singleByte("windows-1251", "");
            case "cp1256" ->
                singleByte(
                        "windows-1256",
                        "\u008a\uffff\u008f\uffff\u0098\uffff\u009a\uffff"
                                + "\u009f\uffff\u00aa\uffff\u00c0\uffff\u00ff\uffff");
            case "cp1257" -> singleByte("windows-1257", "");
            case "cp850" -> singleByte("IBM850", "");
            case "cp852" -> singleByte("IBM852", "");
            case "cp866" -> singleByte("IBM866", "\u00fc\u207f\u00fd\u00b2");
            case "koi8r" -> singleByte("KOI8-R", "");
            case "koi8u" -> singleByte("KOI8-U", "\u0095\u2022");
            case "macce" -> singleByte("x-MacCentralEurope", "");
            case "macroman" -> singleByte("x-MacRoman", "");
            case "cp932" -> doubleByte("windows-31j", true, "");
            case "euckr" -> doubleByte("x-windows-949", false, "");
            case "gbk" -> doubleByte("x-mswin-936", false, "\u20ac");
            case "gb2312" -> doubleByte("GB2312", true, "");
            default -> Optional.empty();
        };
    }

    private static Optional<ColumnCharset> singleByte(String javaName, String corrections) {
        return ifSupported(javaName, charset -> new SingleByteCharset(charset, corrections));
    }

    private static Optional<ColumnCharset> doubleByte(String javaName, boolean privateUse, String onlyInJava) {
        return ifSupported(javaName, charset -> new DoubleByteCharset(charset, privateUse, onlyInJava));
    }

    /** Many character sets are in the module jdk.charsets, which a trimmed runtime may lack. */
    private static Optional<ColumnCharset> ifSupported(String javaName, Function<Charset, ColumnCharset> create) {
        return Charset.isSupported(javaName) ? Optional.of(create.apply(Charset.forName(javaName))) : Optional.empty();
    }

    /** Returns the bytes of a text, or null if one of its characters is not in this character set. */
    abstract byte @Nullable [] encode(String text);

    /**
     * Returns the text as the JDBC driver would receive it.
     *
     * @return null if some bytes stand for no character, and what the server would replace them by is unknown
     */
    abstract @Nullable String decode(byte[] buffer, int from, int to);

    /**
     * Returns the text as the JDBC driver would receive it.
     *
     * @throws IllegalArgumentException if that is unknown; names the codec's column
     */
    final String decodeFor(ColumnCodec codec, byte[] buffer, int from, int to) {
        String text = decode(buffer, from, to);
        if (text == null) {
            throw codec.malformed();
        }
        return text;
    }
}
