// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.UTC;
import static io.handlersocket.client.internal.codec.Codecs.decimal;
import static io.handlersocket.client.internal.codec.Codecs.integer;
import static io.handlersocket.client.internal.codec.Codecs.match;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static io.handlersocket.client.internal.codec.Codecs.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.handlersocket.client.internal.codec.ColumnCodec.KeyMatch;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnCodecTest {

    private final ColumnCodec codec = integer("bigint", false, false);

    @ParameterizedTest
    @CsvSource({
        "127, java.lang.Byte, true",
        "128, java.lang.Byte, false",
        "32768, java.lang.Short, false",
        "2147483648, java.lang.Integer, false",
        "9223372036854775807, java.lang.Long, true",
        "1, java.lang.Boolean, true",
        "2, java.lang.Boolean, false"
    })
    void anIntegerIsNeverCut(long value, Class<?> type, boolean fits) {
        if (fits) {
            assertThat(codec.convertInteger(value, type)).isInstanceOf(type);
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codec.convertInteger(value, type))
                    .withMessageContaining("does not fit into " + type.getName());
        }
    }

    @Test
    void anIntegerConvertsToWideTypesAndToNoOther() {
        assertThat(codec.convertInteger(-5, BigInteger.class)).isEqualTo(BigInteger.valueOf(-5));
        assertThat(codec.convertInteger(-5, BigDecimal.class)).isEqualTo(BigDecimal.valueOf(-5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.convertInteger(5, List.class))
                .withMessageContaining("does not convert to java.util.List");
    }

    @Test
    void aPrimitiveTypeStandsForItsWrapper() {
        assertThat(read(codec, "1", int.class)).isEqualTo(1);
        assertThat(read(codec, "1", long.class)).isEqualTo(1);
        assertThat(read(codec, "1", short.class)).isEqualTo((short) 1);
        assertThat(read(codec, "1", byte.class)).isEqualTo((byte) 1);
        assertThat(read(codec, "1", boolean.class)).isTrue();
        assertThat(read(plain("double"), "1", double.class)).isEqualTo(1);
        assertThat(read(plain("double"), "1", float.class)).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "1", char.class));
    }

    @Test
    void aValueIsStoredExactlyOrNotAtAll() {
        assertThat(codec.encodeValue(5)).containsExactly('5');
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.encodeValue(new BigDecimal("0.5")))
                .withMessageStartingWith("column k bigint: the value cannot be stored exactly");
        assertThat(plain("varbinary", 1, 0, UTC).encodeValue(new byte[1])).hasSize(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plain("varbinary", 1, 0, UTC).encodeValue(new byte[5]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> text("varchar", 3, "utf8mb4_bin").encodeValue("abcd"));
    }

    @ParameterizedTest
    @CsvSource({
        "5, 00005, EQUAL",
        "0, 00000, EQUAL",
        "5, 00050, DIFFERENT",
        "50, 00005, DIFFERENT",
        "0, '', DIFFERENT",
        "5, '', DIFFERENT"
    })
    void aZerofillValueEqualsAKeyWithoutItsLeadingZeros(String asked, String returned, KeyMatch expected) {
        assertThat(match(integer("int", true, true), asked, returned)).isEqualTo(expected);
        assertThat(match(decimal(5, 0, true, true), asked, returned)).isEqualTo(expected);
    }

    @Test
    void withoutZerofillEveryByteCounts() {
        assertThat(match(integer("int", true, false), "5", "05")).isEqualTo(KeyMatch.DIFFERENT);
        assertThat(match(plain("varbinary"), "", "")).isEqualTo(KeyMatch.EQUAL);
        assertThat(match(plain("varbinary"), "a", "0a")).isEqualTo(KeyMatch.DIFFERENT);
    }
}
