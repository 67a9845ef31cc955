// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each kind of character set does with one character; {@code CharsetIT} compares all characters with a server. */
class ColumnCharsetTest {

    private final ColumnCharset utf32 = ColumnCharset.of("utf32").orElseThrow();

    @ParameterizedTest
    @CsvSource({
        "utf8mb4, \u20ac, e282ac",
        "utf8mb4, \ud83d\ude00, f09f9880",
        "utf8mb3, \ud83d\ude00,",
        "ucs2, \u20ac, 20ac",
        "ucs2, \ud83d\ude00,",
        "utf16le, \ud83d\ude00, 3dd800de",
        "ascii, \u00e9,",
        "latin1, \u20ac, 80",
        "latin1, \u0081, 81",
        "greek, \u02bd, a1",
        "hebrew, \u203e, af",
        "cp866, \u207f, fc",
        "koi8u, \u2022, 95",
        "cp1256, \u0679,",
        "cp932, \u4e9c, 889f",
        "cp932, \u6661,",
        "gbk, \u20ac,",
        "gbk, \ue000,",
        "euckr, \uac00, b0a1"
    })
    void encodesOneCharacter(String name, String character, @Nullable String hex) {
        ColumnCharset charset = ColumnCharset.of(name).orElseThrow();
        byte[] expected = hex == null ? null : HexFormat.of().parseHex(hex);

        assertThat(charset.encode(character)).isEqualTo(expected);
        if (expected != null) {
            assertThat(charset.decode(expected, 0, expected.length)).isEqualTo(character);
        }
    }

    @ParameterizedTest
    @CsvSource({"greek, a4, ?", "cp1256, 8a, ?", "ucs2, d83dde00, \ufffd\ufffd", "gbk, 80,", "gbk, aaa1,", "cp932, 81,"
    })
    void decodesWhatTheServerReplaces(String name, String hex, @Nullable String text) {
        byte[] bytes = HexFormat.of().parseHex(hex);

        assertThat(ColumnCharset.of(name).orElseThrow().decode(bytes, 0, bytes.length))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sjis", "big5", "binary", "UTF8MB4", "nonesuch", ""})
    void otherNamesAreNotSupported(String name) {
        assertThat(ColumnCharset.of(name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"61", "20ac", "ffff", "1f600", "10ffff", "feff"})
    void encodesAndDecodesUtf32(String codePoint) {
        String text = Character.toString(HexFormat.fromHexDigits(codePoint)) + "a";
        byte[] bytes = HexFormat.of().parseHex("0".repeat(8 - codePoint.length()) + codePoint + "00000061");

        assertThat(utf32.encode(text)).isEqualTo(bytes);
        assertThat(utf32.decode(bytes, 0, bytes.length)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0000d83d0000de00, \ufffd\ufffd", "00110000,", "ffffffff,", "000061,", "0000006100,"})
    void utf32ReplacesSurrogatesAndRefusesOtherBytes(String hex, @Nullable String text) {
        byte[] bytes = HexFormat.of().parseHex(hex);

        assertThat(utf32.decode(bytes, 0, bytes.length)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"d83d", "de00"})
    void utf32DoesNotEncodeHalfAPair(String hex) {
        assertThat(utf32.encode("a" + (char) HexFormat.fromHexDigits(hex))).isNull();
    }
}
