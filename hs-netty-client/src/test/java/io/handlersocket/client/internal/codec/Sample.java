// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Year;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A type of column, and values for it that SQL stores without change.
 *
 * @param type as SQL declares it
 * @param value makes a parameter of the INSERT
 * @param parameter the expression that stores it
 * @param natural what it is in Java
 */
record Sample(String type, Supplier<Object> value, String parameter, Class<?> natural) {

    private static final String ASCII = "aAzZ09 ?_%'\"\\\t\n\u0001\u000f\u007f";

    static Map<String, Sample> all(RandomValues random) {
        Map<String, Sample> samples = new LinkedHashMap<>();
        int bits = 8;
        for (String type : List.of("TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT")) {
            int width = bits;
            Class<?> signed = bits == 64 ? Long.class : Integer.class;
            Class<?> unsigned = bits == 64 ? BigInteger.class : bits == 32 ? Long.class : Integer.class;
            add(samples, type, () -> random.integer(width, false), signed);
            add(samples, type + " UNSIGNED", () -> random.integer(width, true), unsigned);
            bits = bits == 32 ? 64 : bits + 8;
        }
        add(samples, "INT(12) UNSIGNED ZEROFILL", () -> random.below(1_000_000), Long.class);
        add(samples, "TINYINT(1)", () -> random.below(2), Integer.class);
        add(samples, "DECIMAL(10,2)", () -> random.decimal(10, 2), BigDecimal.class);
        add(samples, "DECIMAL(65,30)", () -> random.decimal(65, 30), BigDecimal.class);
        add(samples, "DECIMAL(20,0)", () -> random.decimal(20, 0), BigDecimal.class);
        add(
                samples,
                "DECIMAL(9,4) UNSIGNED ZEROFILL",
                () -> random.decimal(9, 4).abs(),
                BigDecimal.class);
        add(samples, "DOUBLE", random::number, Double.class);
        add(samples, "BIT(1)", () -> random.below(2), byte[].class);
        add(samples, "BIT(10)", () -> random.integer(10, true), byte[].class);
        add(samples, "BIT(64)", () -> random.integer(64, true), byte[].class);
        add(samples, "YEAR", () -> random.below(9) == 0 ? "0000" : "" + (1901 + random.below(255)), Year.class);
        add(samples, "DATE", random::date, LocalDate.class);
        for (int digits : new int[] {0, 1, 3, 6}) {
            add(
                    samples,
                    "DATETIME(" + digits + ')',
                    () -> random.dateTime(digits).toString(),
                    LocalDateTime.class);
            add(
                    samples,
                    "TIMESTAMP(" + digits + ") NULL",
                    () -> random.timestamp(digits).toString(),
                    Instant.class);
            add(samples, "TIME(" + digits + ')', () -> random.time(digits), Duration.class);
        }
        texts(samples, random);
        add(samples, "BINARY(5)", () -> random.exactly(5), byte[].class);
        add(samples, "VARBINARY(20)", () -> random.bytes(20), byte[].class);
        add(samples, "BLOB", () -> random.bytes(300), byte[].class);
        add(samples, "UUID", random::uuid, UUID.class);
        add(samples, "INET4", () -> random.below(256) + ".0." + random.below(9) + ".255", Inet4Address.class);
        add(samples, "INET6", () -> inet6(random), Inet6Address.class);
        samples.put(
                "POINT",
                new Sample(
                        "POINT",
                        () -> "POINT(" + random.below(99) + " 0.5)",
                        "ST_GeomFromText(?, 4326)",
                        byte[].class));
        samples.put(
                "GEOMETRY",
                new Sample(
                        "GEOMETRY",
                        () -> "LINESTRING(0 0," + random.below(99) + " 1)",
                        "ST_GeomFromText(?)",
                        byte[].class));
        return samples;
    }

    private static void texts(Map<String, Sample> samples, RandomValues random) {
        String west = ASCII + "\u00e9\u00df\u20ac\u0081";
        String all = ASCII + "\u00e9\u4e2d\u044f\ufeff\ufffd";
        add(samples, "VARCHAR(30) COLLATE latin1_swedish_ci", () -> random.text(30, west), String.class);
        add(samples, "CHAR(20) COLLATE latin1_bin", () -> random.text(20, west), String.class);
        add(samples, "VARCHAR(30) COLLATE utf8mb3_general_ci", () -> random.text(30, all), String.class);
        add(samples, "VARCHAR(30) COLLATE ucs2_bin", () -> random.text(30, all), String.class);
        add(
                samples,
                "VARCHAR(30) COLLATE cp932_bin",
                () -> random.text(30, ASCII + "\u4e9c\uff9f\ue000"),
                String.class);
        add(samples, "CHAR(9) COLLATE ascii_bin", () -> random.text(9, ASCII), String.class);
        for (String charset : List.of("utf8mb4", "utf16", "utf16le", "utf32")) {
            String type = "(20) COLLATE " + charset + "_bin";
            add(samples, "VARCHAR" + type, () -> random.text(20, all + "\ud83d\ude00\udbff\udfff"), String.class);
            add(samples, "CHAR" + type, () -> random.text(20, all + "\ud83d\ude00\udbff\udfff"), String.class);
        }
        add(samples, "TEXT", () -> random.text(500, all + "\ud83d\ude00"), String.class);
        add(samples, "VARCHAR(200) COMPRESSED", () -> random.text(200, all), String.class);
        add(samples, "JSON", () -> "{\"a\":" + random.below(99) + ",\"\u00e9\":\"\u4e2d\"}", String.class);
        List<String> labels = List.of("a", "b", "x y", "\u00e9", "it''s", "2");
        String list = "('" + String.join("','", labels) + "')";
        add(samples, "ENUM" + list, () -> labels.get(random.below(6)).replace("''", "'"), String.class);
        add(samples, "ENUM" + list + " COLLATE utf16_bin", () -> labels.get(random.below(4)), String.class);
        add(samples, "SET" + list, () -> String.join(",", random.some(labels)).replace("''", "'"), Set.class);
        add(
                samples,
                "SET('\u00e9','b') COLLATE latin1_bin",
                () -> String.join(",", random.some(List.of("\u00e9", "b"))),
                Set.class);
    }

    private static String inet6(RandomValues random) {
        return switch (random.below(4)) {
            case 0 -> "::ffff:1.2.3." + random.below(256);
            case 1 -> "::" + random.below(9);
            case 2 -> "2001:db8::" + random.below(9) + ":0:1";
            default -> String.format(Locale.ROOT, "%x:0:0:1:0:0:0:%x", 1 + random.below(65535), random.below(65536));
        };
    }

    private static void add(Map<String, Sample> samples, String type, Supplier<Object> value, Class<?> natural) {
        samples.put(type, new Sample(type, value, "?", natural));
    }
}
