// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.UTC;
import static io.handlersocket.client.internal.codec.Codecs.column;
import static io.handlersocket.client.internal.codec.Codecs.decision;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code NumberCodecTest} has the comparison of doubles and most conversions. */
class DoubleCodecTest {

    @ParameterizedTest
    @CsvSource({
        "-1, no row",
        "-4.9E-324, no row",
        "-0.0, [0]",
        "0, [0]",
        "1.5, [1.5]",
        "NaN, no row",
        "Infinity, no row"
    })
    void anUnsignedColumnHoldsNoNegativeNumber(double value, String expected) {
        ColumnCodec unsigned =
                ColumnCodec.of(column("double", "double unsigned", true, false, 0, 22, -1, 0, null, List.of()), UTC);

        assertThat(decision(unsigned, value)).isEqualTo(expected);
    }

    @Test
    void convertsToALongUpToTwoToThe53() {
        ColumnCodec codec = plain("double");

        assertThat(read(codec, "9007199254740992", Long.class)).isEqualTo(1L << 53);
        assertThat(read(codec, "-9007199254740992", Long.class)).isEqualTo(-(1L << 53));
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "-9007199254740994", Long.class));
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "0.5", Long.class));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(codec, "1e"))
                .withMessageContaining("not a value of this type");
    }

    @Test
    void aDoubleWithAScaleIsReadOnlyAsText() {
        ColumnCodec scaled =
                ColumnCodec.of(column("double", "double(5,2)", false, false, 0, 5, 2, 0, null, List.of()), UTC);

        assertThat(read(scaled, "1.50", String.class)).isEqualTo("1.50");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(scaled, "1.50"))
                .withMessageContaining("read only as String");
    }
}
