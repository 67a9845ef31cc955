// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.codec.ColumnCodec.KeyMatch;
import io.handlersocket.testkit.Property;
import io.handlersocket.testkit.Seed;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A value that a column can hold comes back from its key as it was, and matches itself; any other value has no key. */
class CodecPropertyTest {

    private static final int INPUTS = Seed.size("codec.inputs", 2_000);
    private static final long TEN_TO_THE_16 = 10_000_000_000_000_000L;

    /** Of all magnitudes. */
    private static final Property<Long> NUMBERS =
            Property.of(random -> random.nextLong() >> random.nextInt(64), Property::smallerNumbers);

    private final Random random = Seed.random(CodecPropertyTest.class);

    @Test
    void integersComeBackIfTheirColumnHoldsThem() {
        String[] types = {"tinyint", "smallint", "mediumint", "int", "bigint"};
        int[] bits = {8, 16, 24, 32, 64};
        for (int i = 0; i < types.length; i++) {
            for (boolean unsigned : new boolean[] {false, true}) {
                ColumnCodec codec = Codecs.integer(types[i], unsigned, false);
                BigInteger limit = BigInteger.ONE.shiftLeft(unsigned ? bits[i] : bits[i] - 1);
                BigInteger low = unsigned ? BigInteger.ZERO : limit.negate();
                NUMBERS.holds(random, INPUTS, number -> {
                    BigInteger exact = BigInteger.valueOf(number);
                    boolean fits = exact.compareTo(low) >= 0 && exact.compareTo(limit) < 0;
                    assertThat(back(codec, number, BigInteger.class))
                            .as("%s", codec)
                            .isEqualTo(fits ? exact : null);
                });
            }
        }
    }

    @Test
    void decimalsComeBackIfTheirColumnHoldsThem() {
        ColumnCodec codec = Codecs.decimal(12, 3, false, false);
        BigDecimal limit = BigDecimal.TEN.pow(9);
        NUMBERS.holds(random, INPUTS, number -> {
            BigDecimal exact = BigDecimal.valueOf(number, 4);
            boolean fits = number % 10 == 0 && exact.abs().compareTo(limit) < 0;
            BigDecimal back = back(codec, exact, BigDecimal.class);
            assertThat(back != null && back.compareTo(exact) == 0).isEqualTo(fits);
            assertThat(back == null).isEqualTo(!fits);
        });
    }

    @Test
    void timesComeBackIfTheirColumnHoldsThem() {
        ColumnCodec exact = Codecs.plain("datetime", 0, 6, Codecs.UTC);
        ColumnCodec millis = Codecs.plain("datetime", 0, 3, Codecs.UTC);
        LocalDateTime middle = LocalDateTime.of(2000, 1, 1, 0, 0);
        NUMBERS.holds(random, INPUTS, number -> {
            LocalDateTime time = middle.plus(number % TEN_TO_THE_16, ChronoUnit.MICROS);
            assertThat(back(exact, time, LocalDateTime.class)).isEqualTo(time);
            assertThat(back(millis, time, LocalDateTime.class)).isEqualTo(number % 1000 == 0 ? time : null);
        });
    }

    @Test
    void textsComeBackIfTheirColumnHoldsThem() {
        ColumnCodec codec = Codecs.text("varchar", 8, "utf8mb4_nopad_bin");
        Property<String> texts = Property.of(CodecPropertyTest::text, Property::smallerTexts);
        texts.holds(random, INPUTS, text -> {
            boolean fits = text.codePointCount(0, text.length()) <= 8;
            assertThat(back(codec, text, String.class)).isEqualTo(fits ? text : null);
        });
    }

    @Test
    void bytesComeBackAsTheyWere() {
        ColumnCodec codec = Codecs.plain("varbinary", 64, 0, Codecs.UTC);
        Property.<String>of(CodecPropertyTest::text, Property::smallerTexts).holds(random, INPUTS, text -> {
            byte[] bytes = text.getBytes(UTF_8);
            assertThat(back(codec, bytes, byte[].class)).isEqualTo(bytes);
        });
    }

    /** Of characters with one char each, so that a shorter text is a text. */
    private static String text(Random random) {
        int[] points = {'a', 'Z', ' ', '\t', 0, 1, 15, 16, '\u00e9', '\u20ac', '\uffff'};
        return LongStream.range(0, random.nextInt(12))
                .map(i -> points[random.nextInt(points.length)])
                .collect(StringBuilder::new, (text, point) -> text.appendCodePoint((int) point), StringBuilder::append)
                .toString();
    }

    /** The value that a row with this key would have; null if no row can have it. */
    private static <T> @Nullable T back(ColumnCodec codec, Object value, Class<T> type) {
        byte[] key = codec.encodeKey(value);
        if (key == null) {
            return null;
        }
        assertThat(codec.match(key, key, 0, key.length)).isEqualTo(KeyMatch.EQUAL);
        return Objects.requireNonNull(codec.decode(key, 0, key.length, type));
    }
}
