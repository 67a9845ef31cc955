// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.decimal;
import static io.handlersocket.client.internal.codec.Codecs.decision;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalCodecTest {

    @ParameterizedTest
    @CsvSource({
        "999.99, [999.99]",
        "9.99E+2, [999.00]",
        "999.990000, [999.99]",
        "1000, no row",
        "1E+3, no row",
        "999.991, no row",
        "0.001, no row",
        "-999.99, [-999.99]"
    })
    void aKeyHasTheDigitsOfTheColumn(BigDecimal value, String expected) {
        assertThat(decision(decimal(5, 2, false, false), value)).isEqualTo(expected);
    }

    @Test
    void convertsToIntegersOnlyWithoutAFraction() {
        ColumnCodec codec = decimal(25, 2, false, false);

        assertThat(read(codec, "99999999999999999999.00", BigInteger.class))
                .isEqualTo(new BigInteger("99999999999999999999"));
        for (Class<?> type : new Class<?>[] {BigInteger.class, Long.class, Integer.class}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> read(codec, "12.50", type))
                    .withMessageContaining("does not fit into");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(codec, "99999999999999999999.00", Long.class))
                .withMessageContaining("does not fit into");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(codec, "1.2.3"))
                .withMessageContaining("not a value of this type");
    }

    /** A reply of a hostile server must not keep a thread busy for minutes, or fill the memory. */
    @Test
    @Timeout(5)
    void refusesNumbersThatNoColumnHolds() {
        ColumnCodec codec = decimal(65, 2, false, false);

        assertThat(read(codec, "9".repeat(63) + ".99", BigDecimal.class))
                .isEqualTo(new BigDecimal("9".repeat(63) + ".99"));
        for (String number : new String[] {"7".repeat(1_000_000), "1E999999999", "1e-999999999"}) {
            for (Class<?> type : new Class<?>[] {BigDecimal.class, BigInteger.class, Long.class}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> read(codec, number, type))
                        .withMessageContaining("not a value of this type")
                        .withMessageNotContaining("777");
            }
        }
    }
}
