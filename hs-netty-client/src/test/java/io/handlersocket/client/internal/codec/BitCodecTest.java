// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.bit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.UndecidableValueException;
import java.math.BigInteger;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BitCodecTest {

    @ParameterizedTest
    @CsvSource({
        "1, 0, 00",
        "1, 1, 01",
        "1, 2,",
        "8, 255, ff",
        "8, 256,",
        "9, 256, 0100",
        "9, 511, 01ff",
        "9, 512,",
        "63, 9223372036854775807, 7fffffffffffffff",
        "64, 9223372036854775808, 8000000000000000",
        "64, 18446744073709551615, ffffffffffffffff",
        "63, -1,",
        "64, 18446744073709551616,"
    })
    void encodesNumbersThatFit(int bits, BigInteger value, @Nullable String hex) {
        byte[] expected = hex == null ? null : HexFormat.of().parseHex(hex);

        assertThat(bit(bits).encodeKey(value)).isEqualTo(expected);
        if (value.bitLength() < 64) {
            assertThat(bit(bits).encodeKey(value.longValue())).isEqualTo(expected);
        }
    }

    @Test
    void leavesTheSignOfSixtyFourBitsToSql() {
        for (Object negative : new Object[] {-1, -1L, BigInteger.ONE.negate()}) {
            assertThatThrownBy(() -> bit(64).encodeKey(negative)).isInstanceOf(UndecidableValueException.class);
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "1, 00, 0, false",
                "1, 01, 1, true",
                "8, 00, 0, b''",
                "10, 0201, 513, b'1000000001'",
                "64, 7fffffffffffffff, 9223372036854775807,"
            })
    void decodesNumbersAndTheTextOfTheDriver(int bits, String hex, long number, @Nullable String text) {
        byte[] field = HexFormat.of().parseHex(hex);

        assertThat(bit(bits).decodeLong(field, 0, field.length)).isEqualTo(number);
        if (text != null) {
            assertThat(bit(bits).decodeString(field, 0, field.length)).isEqualTo(text);
        }
    }

    @Test
    void doesNotGuessWhatDoesNotFit() {
        byte[] nine = new byte[9];
        byte[] top = HexFormat.of().parseHex("8000000000000000");

        assertThatIllegalArgumentException().isThrownBy(() -> bit(64).decodeLong(nine, 0, 9));
        assertThatIllegalArgumentException().isThrownBy(() -> bit(64).decodeLong(top, 0, 8));
        assertThatIllegalArgumentException().isThrownBy(() -> bit(8).decode(nine, 0, 1, Byte.class));
        assertThatIllegalArgumentException().isThrownBy(() -> bit(8).encodeKey("1"));
    }
}
