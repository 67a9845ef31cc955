// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.differential;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;

/** What a column is, with a few values that meet often, sort in unusual ways or are equal under a collation. */
enum Kind {
    INT("INT", "Integer", true, List.of(-7, 0, 1, 2, 3, 40, Integer.MAX_VALUE)),
    BIGINT("BIGINT", "Long", true, List.of(-7L, 0L, 1L, 2L, 3L, 5_000_000_000L)),
    SMALLINT("SMALLINT", "Short", true, List.of((short) -1, (short) 0, (short) 1, (short) 9)),
    DECIMAL(
            "DECIMAL(10,2)",
            "java.math.BigDecimal",
            true,
            List.of(dec("-1.50"), dec("0.00"), dec("1.00"), dec("1.50"))),
    DATE("DATE", "java.time.LocalDate", true, days()),
    DATETIME("DATETIME(3)", "java.time.LocalDateTime", true, times()),
    UUIDS("UUID", "java.util.UUID", true, List.of(new UUID(1, 2), new UUID(2, 1), new UUID(-3, -4))),
    TEXT("VARCHAR(20) COLLATE utf8mb4_general_ci", "String", true, texts()),
    TEXT_NO_PAD("VARCHAR(20) COLLATE utf8mb4_general_nopad_ci", "String", true, texts()),
    TEXT_BIN("VARCHAR(20) COLLATE utf8mb4_bin", "String", true, texts()),
    TEXT_UCA("VARCHAR(20) COLLATE utf8mb4_unicode_ci", "String", true, texts()),
    CHAR("CHAR(8) COLLATE utf8mb4_general_ci", "String", true, chars()),
    CHAR_NO_PAD("CHAR(8) COLLATE utf8mb4_general_nopad_ci", "String", false, chars()),
    CHAR_BIN("CHAR(8) COLLATE utf8mb4_bin", "String", true, chars()),
    BOOL("BIT(1)", "Boolean", false, List.of(true, false)),
    DOUBLE("DOUBLE", "Double", false, List.of(-1.5, 0.0, 0.1, 2.0)),
    BYTES("VARBINARY(8)", "byte[]", false, List.of(new byte[] {1}, new byte[] {1, 0}, new byte[] {-1})),
    // The application does not know the last label; a newer one has written it.
    LABEL("ENUM('GOOD','BAD','NEW')", "Mood", false, List.of("GOOD", "BAD", "BAD"));

    final String sql;
    final String java;
    final boolean sorted;

    @SuppressWarnings("ImmutableEnumChecker") // the values are never changed
    final List<Object> values;

    /** @param sorted whether direct reads may sort and compare by it */
    Kind(String sql, String java, boolean sorted, List<?> values) {
        this.sql = sql;
        this.java = java;
        this.sorted = sorted;
        this.values = List.copyOf(values);
    }

    boolean isText() {
        return java.equals("String");
    }

    private static BigDecimal dec(String text) {
        return new BigDecimal(text);
    }

    private static List<LocalDate> days() {
        return List.of(LocalDate.of(1999, 12, 31), LocalDate.of(2026, 2, 28), LocalDate.of(2026, 3, 1));
    }

    private static List<LocalDateTime> times() {
        return List.of(
                LocalDateTime.parse("2026-03-01T07:00:00.500"),
                LocalDateTime.parse("2026-03-01T07:00:00.501"),
                LocalDateTime.parse("2026-03-05T00:00:00"));
    }

    private static List<String> texts() {
        return List.of("a", "A", "b", "b ", "b\t", "", "ab", "ä", "z");
    }

    // CHAR loses trailing blanks; under NO PAD the index counts those that it adds.
    private static List<String> chars() {
        return List.of("a", "A", "b", "b\t", "b!", "", "ä");
    }

    /** The primitive type; null without one. */
    String primitive() {
        return switch (this) {
            case INT -> "int";
            case BIGINT -> "long";
            case SMALLINT -> "short";
            case BOOL -> "boolean";
            case DOUBLE -> "double";
            default -> java;
        };
    }

    static String literal(Object value) {
        if (value instanceof Boolean bit) {
            return bit ? "b'1'" : "b'0'";
        }
        if (value instanceof byte[] bytes) {
            StringBuilder hex = new StringBuilder("x'");
            for (byte b : bytes) {
                hex.append(String.format("%02x", b));
            }
            return hex.append('\'').toString();
        }
        return value instanceof Number
                ? value.toString()
                : "'" + (value instanceof String ? value : value.toString().replace('T', ' ')) + "'";
    }
}
