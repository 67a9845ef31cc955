// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;

/** Values that SQL stores without change, as the parameters of an INSERT. */
final class RandomValues {

    private static final double[] NUMBERS = {
        0.0,
        -0.0,
        0.1,
        1e15,
        1e16,
        -1e-5,
        1 << 24,
        (1L << 53) + 1.0,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.MIN_NORMAL
    };

    private final Random random;

    RandomValues(Random random) {
        this.random = random;
    }

    /** An integer of at most so many bits, often near the limits. */
    BigInteger integer(int bits, boolean unsigned) {
        BigInteger limit = BigInteger.ONE.shiftLeft(unsigned ? bits : bits - 1);
        BigInteger low = unsigned ? BigInteger.ZERO : limit.negate();
        return switch (random.nextInt(4)) {
            case 0 -> low.add(BigInteger.valueOf(random.nextInt(3)));
            case 1 -> limit.subtract(BigInteger.valueOf(1 + random.nextInt(3)));
            case 2 -> BigInteger.valueOf(random.nextInt(100));
            default -> new BigInteger(bits, random).add(low);
        };
    }

    /** A number of at most so many digits, now and then the greatest, or beside zero. */
    BigDecimal decimal(int precision, int scale) {
        BigInteger most = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
        BigInteger unscaled = switch (random.nextInt(8)) {
            case 0 -> most.subtract(BigInteger.valueOf(random.nextInt(3)));
            case 1 -> BigInteger.valueOf(random.nextInt(3));
            default -> new BigInteger(1 + random.nextInt(precision * 10 / 3), random).min(most);
        };
        BigDecimal value = new BigDecimal(unscaled, scale);
        return random.nextBoolean() ? value : value.negate();
    }

    double number() {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextInt(1000) / 1000.0;
            case 1 -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
            case 2 -> random.nextLong();
            case 3 -> NUMBERS[random.nextInt(NUMBERS.length)];
            default -> {
                double any = Double.longBitsToDouble(random.nextLong());
                yield Double.isFinite(any) ? any : -0.0;
            }
        };
    }

    byte[] bytes(int atMost) {
        return exactly(random.nextInt(atMost + 1));
    }

    byte[] exactly(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        for (int i = 0; i < length; i++) {
            bytes[i] = random.nextInt(4) == 0 ? (byte) random.nextInt(17) : bytes[i];
        }
        return bytes;
    }

    /** Text of these characters, which may be of two chars. */
    String text(int atMost, String characters) {
        int[] points = characters.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int rest = random.nextInt(atMost + 1); rest > 0; rest--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    /** A day of the range of years that SQL supports, often at its ends. */
    LocalDate date() {
        return switch (random.nextInt(8)) {
            case 0 -> LocalDate.of(1583, 1, 1).plusDays(random.nextInt(3));
            case 1 -> LocalDate.of(9999, 12, 31).minusDays(random.nextInt(3));
            case 2 -> LocalDate.of(1600 + 4 * random.nextInt(2000), 2, 28).plusDays(random.nextInt(3));
            default -> LocalDate.of(1583, 1, 1).plusDays(random.nextInt(365 * 8000));
        };
    }

    LocalDateTime dateTime(int fractionDigits) {
        return date().atStartOfDay().plusSeconds(among(86_400)).plusNanos(nanos(fractionDigits));
    }

    LocalDateTime timestamp(int fractionDigits) {
        return LocalDateTime.of(1970, 1, 1, 0, 0, 1)
                .plusSeconds(among(Integer.MAX_VALUE))
                .plusNanos(nanos(fractionDigits));
    }

    private long nanos(int fractionDigits) {
        int unit = DateText.nanosPerUnit(fractionDigits);
        return (long) among(1_000_000_000 / unit) * unit;
    }

    /** A number from 0, often at one of the ends. */
    private int among(int bound) {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt(Math.min(bound, 2));
            case 1 -> bound - 1 - random.nextInt(Math.min(bound, 2));
            default -> random.nextInt(bound);
        };
    }

    /** A time as SQL writes it, not more than 838:59:58. */
    String time(int fractionDigits) {
        Duration time = Duration.ofSeconds(among(838 * 3600 + 3599), nanos(fractionDigits));
        String fraction = fractionDigits == 0
                ? ""
                : String.format(Locale.ROOT, ".%09d", time.toNanosPart()).substring(0, fractionDigits + 1);
        return String.format(
                Locale.ROOT,
                "%s%02d:%02d:%02d%s",
                random.nextInt(3) == 0 ? "-" : "",
                time.toHours(),
                time.toMinutesPart(),
                time.toSecondsPart(),
                fraction);
    }

    /** Of version 0 to 7, which the server stores whatever the rest. */
    UUID uuid() {
        return switch (random.nextInt(8)) {
            case 0 -> new UUID(0, random.nextInt(2));
            case 1 -> new UUID(-1L & ~0x8000L, -1L);
            default -> new UUID(random.nextLong() & ~0x8000L, random.nextLong());
        };
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    List<String> some(List<String> values) {
        List<String> chosen = new ArrayList<>(values);
        chosen.removeIf(value -> random.nextBoolean());
        return chosen;
    }
}
