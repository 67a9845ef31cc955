// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.Codecs.bit;
import static io.handlersocket.client.internal.codec.Codecs.decimal;
import static io.handlersocket.client.internal.codec.Codecs.integer;
import static io.handlersocket.client.internal.codec.Codecs.key;
import static io.handlersocket.client.internal.codec.Codecs.match;
import static io.handlersocket.client.internal.codec.Codecs.plain;
import static io.handlersocket.client.internal.codec.Codecs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.internal.codec.ColumnCodec.KeyMatch;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Year;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NumberCodecTest {

    private static final BigInteger MAX_UNSIGNED = new BigInteger("18446744073709551615");

    @Test
    void encodesIntegersOfEveryExactType() {
        ColumnCodec codec = integer("bigint", false, false);

        for (Object one :
                new Object[] {1, 1L, (short) 1, (byte) 1, BigInteger.ONE, BigDecimal.ONE, new BigDecimal("1.00"), true
                }) {
            assertThat(key(codec, one)).isEqualTo("1");
        }
        assertThat(key(codec, false)).isEqualTo("0");
        assertThat(key(codec, new BigDecimal("0E+999999999"))).isEqualTo("0");
        assertThat(key(codec, new BigDecimal("1E2"))).isEqualTo("100");
        assertThat(key(codec, Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
        assertThat(key(codec, Long.MAX_VALUE)).isEqualTo("9223372036854775807");
        assertThat(key(codec, -1234567890123L)).isEqualTo("-1234567890123");
    }

    @Test
    void noRowHoldsAnIntegerOutOfRange() {
        assertThat(key(integer("tinyint", false, false), 127)).isEqualTo("127");
        assertThat(key(integer("tinyint", false, false), 128)).isNull();
        assertThat(key(integer("tinyint", false, false), -129)).isNull();
        assertThat(key(integer("smallint", true, false), 65535)).isEqualTo("65535");
        assertThat(key(integer("smallint", true, false), -1)).isNull();
        assertThat(key(integer("mediumint", false, false), 8388608)).isNull();
        assertThat(key(integer("int", false, false), 2147483648L)).isNull();
        assertThat(key(integer("int", true, false), 4294967295L)).isEqualTo("4294967295");
        assertThat(key(integer("int", true, false), 4294967296L)).isNull();
        assertThat(key(integer("bigint", false, false), MAX_UNSIGNED)).isNull();
        assertThat(key(integer("bigint", true, false), MAX_UNSIGNED)).isEqualTo("18446744073709551615");
        assertThat(key(integer("bigint", true, false), MAX_UNSIGNED.add(BigInteger.ONE)))
                .isNull();
        assertThat(key(integer("bigint", true, false), MAX_UNSIGNED.negate())).isNull();
        assertThat(key(integer("bigint", true, false), -1)).isNull();
    }

    @Test
    void noIntegerEqualsNullOrAFraction() {
        ColumnCodec codec = integer("int", false, false);

        assertThat(codec.encodeKey(null)).isNull();
        assertThat(key(codec, new BigDecimal("1.5"))).isNull();
        assertThat(key(codec, new BigDecimal("1E-1000000000"))).isNull();
        assertThat(key(codec, new BigDecimal("1E+1000000000"))).isNull();
    }

    @Test
    void namesColumnAndTypesButNotTheValueWhenTheTypeIsWrong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> integer("int", true, false).encodeKey("4711"))
                .withMessage("column k int unsigned: unsupported type java.lang.String "
                        + "(expected Integer, Long, Short, Byte, BigInteger, BigDecimal or Boolean)")
                .isNotInstanceOf(UndecidableValueException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> integer("int", false, false).encodeKey(1.0));
    }

    @Test
    void readsIntegersInTheirNaturalTypes() {
        assertThat(read(integer("tinyint", false, false), "-128")).isEqualTo(-128);
        assertThat(read(integer("mediumint", true, false), "16777215")).isEqualTo(16777215);
        assertThat(read(integer("int", false, false), "-2147483648")).isEqualTo(Integer.MIN_VALUE);
        assertThat(read(integer("int", true, false), "4294967295")).isEqualTo(4294967295L);
        assertThat(read(integer("bigint", false, false), "-9223372036854775808"))
                .isEqualTo(Long.MIN_VALUE);
        assertThat(read(integer("bigint", true, false), "18446744073709551615")).isEqualTo(MAX_UNSIGNED);
        assertThat(read(integer("bigint", true, true), "00000000000000000005")).isEqualTo(BigInteger.valueOf(5));
    }

    @Test
    void convertsIntegersThatFit() {
        ColumnCodec codec = integer("bigint", true, false);

        assertThat(read(codec, "7", int.class)).isEqualTo(7);
        assertThat(read(codec, "7", Short.class)).isEqualTo((short) 7);
        assertThat(read(codec, "7", byte.class)).isEqualTo((byte) 7);
        assertThat(read(codec, "7", BigDecimal.class)).isEqualTo(new BigDecimal("7"));
        assertThat(read(codec, "7", Number.class)).isEqualTo(BigInteger.valueOf(7));
        assertThat(read(codec, "7", String.class)).isEqualTo("7");
        assertThat(read(codec, "1", boolean.class)).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "2", Boolean.class));
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "128", Byte.class));
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "2147483648", Integer.class));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(codec, "9223372036854775808", Long.class))
                .withMessageContaining("does not fit into java.lang.Long");
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "7", Year.class));
    }

    @Test
    void refusesBytesThatAreNotAnInteger() {
        for (String field : new String[] {"", "-", "1x", "+1", "1.0", " 1"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> read(integer("int", false, false), field))
                    .withMessageContaining("not a value of this type");
        }
    }

    @Test
    @Timeout(5)
    void refusesMoreDigitsThanAnyColumnHas() {
        for (Class<?> type : new Class<?>[] {BigInteger.class, BigDecimal.class, Long.class}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> read(integer("bigint", true, false), "7".repeat(1_000_000), type));
        }
        assertThat(read(integer("bigint", true, true), "0".repeat(254) + '7', BigInteger.class))
                .isEqualTo(BigInteger.valueOf(7));
    }

    @Test
    void comparesZeroFilledNumbersByValue() {
        assertThat(match(integer("int", true, true), "5", "0000000005")).isEqualTo(KeyMatch.EQUAL);
        assertThat(match(integer("int", true, true), "0", "0000000000")).isEqualTo(KeyMatch.EQUAL);
        assertThat(match(integer("int", false, false), "5", "6")).isEqualTo(KeyMatch.DIFFERENT);
        assertThat(match(decimal(5, 2, true, true), "0.50", "000.50")).isEqualTo(KeyMatch.EQUAL);
        assertThat(match(decimal(5, 2, false, false), "0.50", "0.51")).isEqualTo(KeyMatch.DIFFERENT);
    }

    @Test
    void encodesDecimalsWithExactlyTheScaleOfTheColumn() {
        ColumnCodec codec = decimal(5, 2, false, false);

        assertThat(key(codec, new BigDecimal("1.5"))).isEqualTo("1.50");
        assertThat(key(codec, new BigDecimal("1.5000"))).isEqualTo("1.50");
        assertThat(key(codec, new BigDecimal("-999.99"))).isEqualTo("-999.99");
        assertThat(key(codec, new BigDecimal("0E-999999999"))).isEqualTo("0.00");
        assertThat(key(codec, 12)).isEqualTo("12.00");
        assertThat(key(codec, BigInteger.TEN)).isEqualTo("10.00");
        assertThat(key(codec, new BigDecimal("1.501"))).isNull();
        assertThat(key(codec, new BigDecimal("1000"))).isNull();
        assertThat(key(codec, new BigDecimal("1E+1000000000"))).isNull();
        assertThat(key(codec, new BigDecimal("1E-1000000000"))).isNull();
        assertThat(key(decimal(5, 2, true, false), new BigDecimal("-1"))).isNull();
        assertThat(key(decimal(2, 2, false, false), new BigDecimal("0.25"))).isEqualTo("0.25");
        assertThatIllegalArgumentException().isThrownBy(() -> key(codec, 1.5));
    }

    @Test
    void readsDecimals() {
        ColumnCodec codec = decimal(5, 2, false, false);

        assertThat(read(codec, "-1.50")).isEqualTo(new BigDecimal("-1.50"));
        assertThat(read(codec, "12.00", Integer.class)).isEqualTo(12);
        assertThat(read(codec, "12.00", BigInteger.class)).isEqualTo(BigInteger.valueOf(12));
        assertThat(read(codec, "12.00", String.class)).isEqualTo("12.00");
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "12.50", Long.class));
    }

    @Test
    void comparesDoublesAsNumbers() {
        ColumnCodec codec = plain("double");

        assertThat(key(codec, 0.1)).isEqualTo("0.1");
        assertThat(key(codec, -0.0)).isEqualTo("0");
        assertThat(key(codec, Double.NaN)).isNull();
        assertThat(key(codec, Double.NEGATIVE_INFINITY)).isNull();
        assertThat(match(codec, "1.0E15", "1e15")).isEqualTo(KeyMatch.EQUAL);
        assertThat(match(codec, "0", "-0")).isEqualTo(KeyMatch.EQUAL);
        assertThat(match(codec, "0.1", "0.10000000000000002")).isEqualTo(KeyMatch.DIFFERENT);
        assertThatIllegalArgumentException().isThrownBy(() -> key(codec, 0.1f));
        assertThat(read(codec, "-0")).isEqualTo(-0.0);
        assertThat(read(codec, "-0", Integer.class)).isEqualTo(0);
        assertThat(read(codec, "0", Boolean.class)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "-0", Boolean.class));
        assertThat(read(codec, "5e-324")).isEqualTo(Double.MIN_VALUE);
        assertThat(read(codec, "2", Integer.class)).isEqualTo(2);
        assertThat(read(codec, "0.5", Float.class)).isEqualTo(0.5f);
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "0.1", Float.class));
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "9007199254740994", Long.class));
        assertThatIllegalArgumentException().isThrownBy(() -> read(codec, "0.5", BigDecimal.class));
    }

    @Test
    void sendsBitsAsBytes() {
        assertThat(key(bit(1), true)).isEqualTo("\u0001");
        assertThat(key(bit(1), 2)).isNull();
        assertThat(key(bit(1), -1)).isNull();
        assertThat(key(bit(10), 513)).isEqualTo("\u0002\u0001");
        assertThat(key(bit(64), MAX_UNSIGNED)).isEqualTo("\u00ff".repeat(8));
        assertThat(key(bit(64), MAX_UNSIGNED.add(BigInteger.ONE))).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> bit(8).encodeKey(new byte[] {1}));
        assertThat(read(bit(10), "\u0002\u0001")).isEqualTo(new byte[] {2, 1});
        assertThat(read(bit(10), "\u0002\u0001", int.class)).isEqualTo(513);
        assertThat(read(bit(10), "\u0002\u0001", String.class)).isEqualTo("b'1000000001'");
        assertThat(read(bit(1), "\u0001", Boolean.class)).isTrue();
        assertThat(bit(64).decode(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1}, 0, 8, BigInteger.class))
                .isEqualTo(MAX_UNSIGNED);
    }

    @Test
    void readsYearsOfTwoDigitsAsSqlDoes() {
        ColumnCodec codec = plain("year");

        assertThat(key(codec, Year.of(2024))).isEqualTo("2024");
        assertThat(key(codec, 24)).isEqualTo("2024");
        assertThat(key(codec, 70)).isEqualTo("1970");
        assertThat(key(codec, 0)).isEqualTo("0000");
        assertThat(key(codec, Year.of(24))).isNull();
        assertThat(key(codec, 1900)).isNull();
        assertThat(key(codec, 2156)).isNull();
        assertThat(read(codec, "2024")).isEqualTo(Year.of(2024));
        assertThat(read(codec, "0000", Integer.class)).isZero();
    }

    @Test
    void readsIntegersWithoutAllocating() {
        ColumnCodec codec = integer("bigint", false, false);
        byte[] field = "-1234567890123".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        long before = 0;
        for (int i = 0; i < 200_000; i++) {
            if (i == 100_000) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            sum += codec.decodeLong(field, 0, field.length) + codec.decodeInt(field, 9, field.length);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(50_000);
        assertThat(sum).isNegative();
    }
}
