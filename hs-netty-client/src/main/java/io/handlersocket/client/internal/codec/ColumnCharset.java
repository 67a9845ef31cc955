// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A character set of MariaDB. Only those are offered whose every character was compared with the server's own
 * conversion, by a test; the others ({@code big5}, {@code dec8}, {@code eucjpms}, {@code hp8}, {@code sjis}, {@code
 * tis620}, {@code ujis}, …) have no equal in Java.
 */
abstract class ColumnCharset {

    /** Java's name of those with one byte per character, and where the server differs: byte, character, byte, … */
    private static final Map<String, String[]> SINGLE_BYTE = Map.ofEntries(
            Map.entry("ascii", new String[] {"US-ASCII", ""}),
            // What the server calls latin1 is windows-1252, and its five holes are control characters.
            Map.entry(
                    "latin1",
                    new String[] {"windows-1252", "\u0081\u0081\u008d\u008d\u008f\u008f\u0090\u0090\u009d\u009d"}),
            Map.entry("latin2", new String[] {"ISO-8859-2", ""}),
            Map.entry("latin5", new String[] {"ISO-8859-9", ""}),
            Map.entry("latin7", new String[] {"ISO-8859-13", ""}),
            Map.entry(
                    "greek",
                    new String[] {"ISO-8859-7", "\u00a1\u02bd\u00a2\u02bc\u00a4\uffff\u00a5\uffff\u00aa\uffff"}),
            Map.entry("hebrew", new String[] {"ISO-8859-8", "\u00af\u203e"}),
            Map.entry("cp1250", new String[] {"windows-1250", ""}),
            Map.entry("cp1251", new String[] {"windows-1251", ""}),
            Map.entry("cp1256", new String[] {
                "windows-1256",
                "\u008a\uffff\u008f\uffff\u0098\uffff\u009a\uffff\u009f\uffff\u00aa\uffff\u00c0\uffff\u00ff\uffff"
            }),
            Map.entry("cp1257", new String[] {"windows-1257", ""}),
            Map.entry("cp850", new String[] {"IBM850", ""}),
            Map.entry("cp852", new String[] {"IBM852", ""}),
            Map.entry("cp866", new String[] {"IBM866", "\u00fc\u207f\u00fd\u00b2"}),
            Map.entry("koi8r", new String[] {"KOI8-R", ""}),
            Map.entry("koi8u", new String[] {"KOI8-U", "\u0095\u2022"}),
            Map.entry("macce", new String[] {"x-MacCentralEurope", ""}),
            Map.entry("macroman", new String[] {"x-MacRoman", ""}));

    /** Java's name of those with up to two bytes per character, and characters that only Java has, beside private use. */
    private static final Map<String, String[]> DOUBLE_BYTE = Map.of(
            "cp932", new String[] {"windows-31j", ""},
            "euckr", new String[] {"x-windows-949", "P"},
            "gbk", new String[] {"x-mswin-936", "P\u20ac"},
            "gb2312", new String[] {"GB2312", ""});

    private static final Map<String, Optional<ColumnCharset>> KNOWN = new ConcurrentHashMap<>();

    /** The character set of that name, or empty if it is not proven. */
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
            default -> {
                String[] single = SINGLE_BYTE.get(name);
                String[] dual = DOUBLE_BYTE.get(name);
                yield single != null
                        ? java(single[0]).map(charset -> new SingleByteCharset(charset, single[1]))
                        : dual != null
                                ? java(dual[0]).map(charset -> new DoubleByteCharset(charset, dual[1]))
                                : Optional.empty();
            }
        };
    }

    /** Many of them are in the module jdk.charsets, which a trimmed runtime may lack. */
    private static Optional<Charset> java(String name) {
        return Charset.isSupported(name) ? Optional.of(Charset.forName(name)) : Optional.empty();
    }

    /** The bytes of a text, or null if one of its characters is not in this set. */
    abstract byte @Nullable [] encode(String text);

    /**
     * The text as the driver would get it.
     *
     * @return null if there are bytes that stand for no character and that the server would replace in its own way
     */
    abstract @Nullable String decode(byte[] buffer, int from, int to);
}
