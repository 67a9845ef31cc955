// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.models;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;

/**
 * A kind of column: its type in Java and SQL, and values for it, some of which no row can hold.
 *
 * @param type of the attribute
 * @param definition in SQL
 * @param values from few enough to collide
 */
record ColumnKind(Class<?> type, String definition, Function<Random, Object> values) {

    private static final List<String> COLLATIONS = List.of(
            "character set utf8mb4 collate utf8mb4_general_ci",
            "character set utf8mb4 collate utf8mb4_unicode_ci",
            "character set utf8mb4 collate utf8mb4_uca1400_ai_ci",
            "character set utf8mb4 collate utf8mb4_bin",
            "character set utf8mb4 collate utf8mb4_nopad_bin",
            "character set utf8mb4 collate utf8mb4_general_nopad_ci",
            "character set latin1 collate latin1_swedish_ci",
            "character set latin1 collate latin1_general_cs",
            "character set latin1 collate latin1_bin",
            "character set ascii collate ascii_general_ci",
            "character set ucs2 collate ucs2_general_ci");
    private static final String[] LETTERS = {"a", "A", "b", "é", "e", "E", "ß", "s", " ", "0", "1", "\t", "ñ", "_", "%"
    };

    /** One that a key may have. */
    static ColumnKind key(Random random) {
        return switch (random.nextInt(10)) {
            case 0 -> integer("int", random);
            case 1 -> integer("smallint", random);
            case 2 -> integer("tinyint unsigned", random);
            case 3 ->
                new ColumnKind(
                        Long.class,
                        random.nextBoolean() ? "bigint" : "int unsigned",
                        r -> pick(
                                r,
                                -1L,
                                0L,
                                1L,
                                2L,
                                3L,
                                4_294_967_295L,
                                4_294_967_296L,
                                Long.MAX_VALUE,
                                Long.MIN_VALUE));
            case 4 -> new ColumnKind(BigDecimal.class, "decimal(8,2)", ColumnKind::decimal);
            case 5 ->
                new ColumnKind(
                        UUID.class,
                        "uuid",
                        r -> new UUID(r.nextInt(3) * 0x1111_0000_4000L, Long.MIN_VALUE + r.nextInt(4)));
            case 6 ->
                switch (random.nextInt(4)) {
                    case 0 -> new ColumnKind(LocalDate.class, "date", r -> LocalDate.of(2024, 2, 26 + r.nextInt(4)));
                    case 1 -> new ColumnKind(LocalDateTime.class, "datetime(3)", ColumnKind::moment);
                    default -> text("char", random);
                };
            default -> text("varchar", random);
        };
    }

    /** One that is only read. */
    static ColumnKind value(Random random) {
        return switch (random.nextInt(9)) {
            case 4 ->
                new ColumnKind(Float.class, "float", r -> pick(r, 0.1f, 16_777_216f, -3e38f, 0f, Float.MIN_NORMAL));
            case 5 ->
                new ColumnKind(
                        Instant.class,
                        "timestamp(6) null",
                        r -> Instant.ofEpochSecond(1 + r.nextInt(Integer.MAX_VALUE), 123_456_000));
            case 0 -> new ColumnKind(Double.class, "double", r -> pick(r, 0.1, -2.5e-300, 1e300, 0.0));
            case 1 -> new ColumnKind(Boolean.class, "bit", Random::nextBoolean);
            case 2 -> new ColumnKind(byte[].class, "varbinary(20)", r -> new byte[] {(byte) r.nextInt(256), 0, 9});
            case 3 -> new ColumnKind(LocalDate.class, "date", r -> LocalDate.of(1000 + r.nextInt(8000), 1, 31));
            default -> key(random);
        };
    }

    private static ColumnKind integer(String definition, Random random) {
        int spread = 2 + random.nextInt(20);
        return new ColumnKind(
                Integer.class,
                definition,
                r -> r.nextInt(5) > 0
                        ? (Object) r.nextInt(spread)
                        : pick(
                                r,
                                -1,
                                -129,
                                128,
                                255,
                                256,
                                -32_769,
                                32_768,
                                70_000,
                                Integer.MAX_VALUE,
                                Integer.MIN_VALUE));
    }

    private static ColumnKind text(String type, Random random) {
        int length = 1 + random.nextInt(4);
        String collation = COLLATIONS.get(random.nextInt(COLLATIONS.size()));
        return new ColumnKind(String.class, type + '(' + length + ") " + collation, r -> {
            StringBuilder text = new StringBuilder();
            for (int i = r.nextInt(length + 2); i > 0; i--) {
                text.append(LETTERS[r.nextInt(LETTERS.length)]);
            }
            return text.toString();
        });
    }

    private static BigDecimal decimal(Random random) {
        return new BigDecimal(
                pick(random, "0", "0.00", "1.1", "1.10", "1.104", "-1.1", "999999.99", "1000000", "1e3", "-0.05"));
    }

    private static LocalDateTime moment(Random random) {
        return LocalDateTime.of(2024, 2, 29, 12, 0, random.nextInt(3), pick(random, 0, 500_000_000, 123_400_000));
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static <T> T pick(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }
}
