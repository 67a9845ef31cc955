// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Utf32CharsetTest {

    private final Utf32Charset charset = new Utf32Charset();

    @ParameterizedTest
    @CsvSource({"61", "20ac", "ffff", "1f600", "10ffff", "feff"})
    void encodesAndDecodes(String codePoint) {
        String text = Character.toString(HexFormat.fromHexDigits(codePoint)) + "a";
        byte[] bytes = HexFormat.of().parseHex("0".repeat(8 - codePoint.length()) + codePoint + "00000061");

        assertThat(charset.encode(text)).isEqualTo(bytes);
        assertThat(charset.decode(bytes, 0, bytes.length)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0000d83d0000de00, \ufffd\ufffd", "00110000,", "ffffffff,", "000061,", "0000006100,"})
    void replacesSurrogatesAndRefusesOtherBytes(String hex, @Nullable String text) {
        byte[] bytes = HexFormat.of().parseHex(hex);

        assertThat(charset.decode(bytes, 0, bytes.length)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"d83d", "de00"})
    void doesNotEncodeHalfAPair(String hex) {
        assertThat(charset.encode("a" + (char) HexFormat.fromHexDigits(hex))).isNull();
    }
}
