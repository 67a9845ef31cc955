// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.match;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.handlersocket.client.internal.codec.ColumnCodec.KeyMatch;
import java.util.HexFormat;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UuidCodecTest {

    private final ColumnCodec codec = plain("uuid");

    /** The byte with the version, the byte with the variant, and whether the server stores the UUID. */
    @ParameterizedTest
    @CsvSource({
        "10, 80, true",
        "7f, 80, true",
        "7f, 01, true",
        "80, 00, true",
        "80, 01, false",
        "80, 7f, false",
        "80, 80, false",
        "80, 81, true",
        "f0, 80, false",
        "f0, ff, true"
    })
    void noRowHoldsWhatTheServerDoesNotStore(String version, String variant, boolean stored) {
        String text = "00000000-0000-" + version + "00-" + variant + "00-000000000000";
        byte[] bytes = HexFormat.of().parseHex(text.replace("-", ""));
        byte[] expected = stored ? bytes : null;

        assertThat(codec.encodeKey(text)).isEqualTo(expected);
        assertThat(codec.encodeKey(bytes)).isEqualTo(expected);
        assertThat(codec.encodeKey(UUID.fromString(text))).isEqualTo(expected);
        assertThat(read(codec, text)).isEqualTo(UUID.fromString(text));
    }

    @Test
    void comparesBytesWithText() {
        String text = "123e4567-e89b-12d3-a456-426655440000";
        String key = new String(HexFormat.of().parseHex(text.replace("-", "")), ISO_8859_1);

        assertThat(match(codec, key, text)).isEqualTo(KeyMatch.EQUAL);
        assertThat(match(codec, key, text.replace('1', '2'))).isEqualTo(KeyMatch.DIFFERENT);
        assertThatIllegalArgumentException().isThrownBy(() -> match(codec, key, text + "0"));
        assertThat(codec.keyOf(text.getBytes(ISO_8859_1), 0, 36))
                .asString(ISO_8859_1)
                .isEqualTo(key);
    }
}
