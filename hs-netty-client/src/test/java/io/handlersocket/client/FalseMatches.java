// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Year;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Keys that HandlerSocket, asked without care, answers with another row than SQL does. */
final class FalseMatches {

    private FalseMatches() {}

    /** A column, its rows as SQL literals, and keys to look for. */
    record Line(String type, String index, String rows, List<@Nullable Object> keys) {

        @Override
        public String toString() {
            return type + (index.isEmpty() ? "" : ", index " + index);
        }
    }

    private static Line line(String type, String rows, @Nullable Object... keys) {
        return new Line(type, "", rows, Arrays.asList(keys));
    }

    private static BigDecimal decimal(String text) {
        return new BigDecimal(text);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    /** Everything around the limits of the integer types, and what is no integer. */
    private static @Nullable Object[] numbers() {
        List<@Nullable Object> numbers = new ArrayList<>(List.of(0, 1, 2, 3, -1, -5, 3_000_000_000L, 1.5, true));
        for (int bits : new int[] {7, 8, 15, 16, 23, 24, 31, 32, 63, 64}) {
            for (int delta = -2; delta <= 2; delta++) {
                BigInteger number = BigInteger.TWO.pow(bits).add(BigInteger.valueOf(delta));
                numbers.add(bits < 63 ? (Object) number.longValue() : number);
                numbers.add(bits < 63 ? (Object) number.negate().longValue() : number.negate());
            }
        }
        numbers.add(new BigInteger("99999999999999999999"));
        for (String text : "1.4 1.5 0.5 2.5 -0.4 2 2.0".split(" ")) {
            numbers.add(new BigDecimal(text));
        }
        numbers.addAll(List.of("01", " 1", "+1", "1abc", "1,000", "1e0", "abc", "", "0x1"));
        numbers.add(null);
        return numbers.toArray();
    }

    private static final String NUMBER_ROWS = "(0),(1),(2),(3)";

    static List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (String type : List.of("TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT")) {
            int bits =
                    List.of("TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT").indexOf(type) * 8 + 8;
            BigInteger half = BigInteger.TWO.pow(bits == 40 ? 63 : bits - 1);
            lines.add(line(
                    type + " NOT NULL",
                    NUMBER_ROWS + ",(" + half.subtract(BigInteger.ONE) + "),(-" + half + ")",
                    numbers()));
            lines.add(line(
                    type + " UNSIGNED NULL",
                    NUMBER_ROWS + ",(NULL),(NULL),(" + half.shiftLeft(1).subtract(BigInteger.ONE) + ")",
                    numbers()));
        }
        lines.add(line(
                "DECIMAL(10,2) NOT NULL",
                "(1.50),(99999999.99),(0)",
                decimal("1.504"),
                decimal("1.495"),
                decimal("1.5049"),
                decimal("999999999999"),
                decimal("1.5"),
                decimal("1.500"),
                decimal("1.50"),
                0,
                "1.50",
                null));
        for (String type : List.of("FLOAT", "FLOAT(10,3)", "DOUBLE(10,3)", "DOUBLE")) {
            lines.add(line(type, "(0.1),(1.235),(NULL)", 0.1, 0.1f, 1.23456, decimal("0.1"), Double.NaN, null));
        }
        lines.add(line(
                "BIT(1)",
                "(b'0'),(b'1'),(NULL)",
                true,
                false,
                0,
                1,
                2,
                "0",
                "1",
                bytes(0),
                bytes(1),
                bytes(0x30),
                null));
        lines.add(line("BIT(8)", "(b'11111111'),(b'1000001')", "65", "A", 65, 255, 256, bytes(65), bytes(1, 65)));
        lines.add(line(
                "YEAR", "(0),(2024),(1970),(2000)", 2024, 24, 1900, 2156, 0, 70, Year.of(2024), Year.of(1900), "24"));
        for (String type : List.of(
                "VARCHAR(5)",
                "CHAR(5)",
                "VARCHAR(5) COLLATE utf8mb4_bin",
                "CHAR(5) COLLATE utf8mb4_bin",
                "VARCHAR(5) COLLATE utf8mb4_nopad_bin",
                "VARCHAR(5) CHARACTER SET latin1")) {
            lines.add(line(
                    type + " NOT NULL",
                    "('abcde'),('x'),(''),('?'),('????')",
                    "abcde",
                    "abcdef",
                    "abcdeZZZ",
                    "ABCDE",
                    "x",
                    "x ",
                    "x      ",
                    "",
                    " ",
                    "\ud83d\ude00",
                    "\ud83d",
                    "\u00e9",
                    "\u65e5",
                    1,
                    null));
        }
        lines.add(line(
                "VARCHAR(5) CHARACTER SET utf8mb3", "('????'),('?'),('\u00e9')", "\ud83d\ude00", "\u00e9", "e", "?"));
        lines.add(line("VARCHAR(5) CHARACTER SET utf16", "('a'),('?')", "a", "A", "\ud83d\ude00"));
        lines.add(line("VARCHAR(5) CHARACTER SET ucs2", "('a'),('?'),('??')", "a", "A", "\ud83d\ude00"));
        lines.add(line(
                "VARBINARY(4)",
                "('abcd'),('ab'),(0x6100)",
                bytes('a', 'b', 'c', 'd'),
                bytes('a', 'b', 'c', 'd', 'Z'),
                bytes('a', 'b'),
                bytes('a'),
                bytes('a', 0),
                "abcd"));
        lines.add(line(
                "BINARY(4)",
                "('ab'),('abcd')",
                bytes('a', 'b'),
                bytes('a', 'b', 0, 0),
                bytes('a', 'b', 'c', 'd', 'e')));
        lines.add(line(
                "BINARY(16)",
                "(REPEAT('a', 16))",
                new byte[17],
                "aaaaaaaaaaaaaaaaa".getBytes(UTF_8),
                "aaaaaaaaaaaaaaaa".getBytes(UTF_8)));
        lines.add(new Line("VARCHAR(50)", "k(3)", "('abcdef')", List.of("abcQQQ", "abcdef")));
        lines.add(new Line("TEXT", "k(10)", "('hello')", List.of("hello", "hel")));
        lines.add(new Line("BLOB", "k(10)", "('hello')", List.of(bytes('h'))));
        lines.add(line(
                "ENUM('small','large','2') NOT NULL",
                "('small'),('large'),('2')",
                "small",
                "SMALL",
                "1",
                "2",
                "3",
                "0",
                "",
                "zzz",
                1,
                2,
                null));
        lines.add(line(
                "SET('a','b','c')",
                "('a,b'),('a'),(''),(NULL)",
                "a,b",
                "b,a",
                "3",
                "1",
                "zzz",
                "a,zzz",
                "",
                "A",
                null));
        lines.add(line(
                "DATE",
                "('0000-00-00'),('2024-02-29')",
                LocalDate.of(2024, 2, 29),
                LocalDate.of(2024, 2, 28),
                "2024-02-30",
                "2024-02-29 23:59:59",
                LocalDateTime.of(2024, 2, 29, 23, 59, 59),
                LocalDateTime.of(2024, 2, 29, 0, 0),
                "abc",
                LocalDate.of(10000, 1, 1),
                LocalDate.of(-1, 1, 1),
                null));
        lines.add(line(
                "TIME",
                "('10:11:12'),('838:59:59')",
                LocalTime.of(10, 11, 12),
                LocalTime.of(10, 11, 12, 600_000_000),
                Duration.ofHours(1000),
                Duration.ofSeconds(838 * 3600 + 59 * 60 + 59),
                "10:11:12.6",
                "999:59:59"));
        lines.add(line(
                "DATETIME(3)",
                "('2024-02-29 10:11:12.123'),('0000-00-00')",
                LocalDateTime.of(2024, 2, 29, 10, 11, 12, 123_000_000),
                LocalDateTime.of(2024, 2, 29, 10, 11, 12, 123_900_000),
                LocalDate.of(2024, 2, 29),
                "abc",
                LocalDateTime.of(10000, 1, 1, 0, 0)));
        lines.add(line(
                "TIMESTAMP NULL",
                "('0000-00-00'),('2024-07-01 12:00:00'),(NULL)",
                Instant.parse("2024-07-01T12:00:00Z"),
                Instant.parse("2040-01-01T00:00:00Z"),
                Instant.parse("1969-01-01T00:00:00Z"),
                LocalDateTime.of(2024, 7, 1, 12, 0),
                Instant.parse("2024-07-01T12:00:00.5Z"),
                "abc",
                null));
        for (String rest : List.of(" NULL", " NOT NULL")) {
            String none = rest.equals(" NULL") ? ",(NULL)" : "";
            UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426655440000");
            lines.add(line(
                    "UUID" + rest,
                    "('" + uuid + "'),('00000000-0000-0000-0000-000000000000')" + none,
                    uuid,
                    UUID.randomUUID(),
                    new UUID(0, 0),
                    uuid.toString(),
                    "bad",
                    "",
                    "1234567890123456"));
            lines.add(line("INET4" + rest, "('1.2.3.4'),('0.0.0.0')" + none, "1.2.3.4", "bad", "1.2.3.04", "1234", ""));
            lines.add(line("INET6" + rest, "('::1'),('::')" + none, "::1", "bad", "1234567890123456", ""));
        }
        return lines;
    }
}
