// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static io.handlersocket.client.internal.codec.KeyTable.Outcome.NO_ROW;
import static io.handlersocket.client.internal.codec.KeyTable.Outcome.SENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.Seed;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Random keys beside random rows: whatever is sent finds what SQL finds, and whatever is not sent finds nothing. */
class RandomKeyIT {

    private static final int KEYS = Seed.size("codec.keys", 150);
    private static final int ROWS = KEYS * 2 / 5;

    @Test
    void everyKeyFindsWhatSqlFinds() throws IOException, SQLException {
        RandomValues random = new RandomValues(Seed.random(RandomKeyIT.class));
        List<String> failures = new ArrayList<>();
        try (RealServer server = new RealServer()) {
            for (String type :
                    List.of("TINYINT", "SMALLINT UNSIGNED", "MEDIUMINT", "INT UNSIGNED", "BIGINT", "BIGINT UNSIGNED")) {
                boolean unsigned = type.endsWith("UNSIGNED");
                int bits = bits(type);
                check(
                        server,
                        failures,
                        type,
                        () -> random.integer(bits, unsigned),
                        () -> random.integer(bits + 1, false));
            }
            check(
                    server,
                    failures,
                    "DECIMAL(6,2)",
                    () -> random.decimal(6, 2),
                    () -> random.decimal(8, 1 + random.below(3)));
            check(
                    server,
                    failures,
                    "DECIMAL(40,20)",
                    () -> random.decimal(40, 20),
                    () -> new BigDecimal(random.decimal(12, 3).toString() + "000"));
            check(
                    server,
                    failures,
                    "INT(12) UNSIGNED ZEROFILL",
                    () -> random.integer(32, true),
                    () -> random.integer(34, false));
            check(
                    server,
                    failures,
                    "DECIMAL(9,4) UNSIGNED ZEROFILL",
                    () -> random.decimal(9, 4).abs(),
                    () -> random.decimal(10, 5));
            check(server, failures, "TINYINT(1)", () -> random.below(2), () -> random.below(2) == 0);
            check(server, failures, "DOUBLE", random::number, random::number);
            check(server, failures, "BIT(1)", () -> random.below(2), () -> random.below(4) - 1);
            check(server, failures, "BIT(12)", () -> random.below(4096), () -> random.below(5000) - 100);
            check(server, failures, "BIT(64)", () -> random.integer(64, true), () -> random.integer(65, false));
            check(server, failures, "YEAR", () -> 1901 + random.below(255), () -> random.below(2300) - 10);
            for (int digits : new int[] {0, 2, 6}) {
                check(
                        server,
                        failures,
                        "DATETIME(" + digits + ')',
                        () -> random.dateTime(digits),
                        () -> random.dateTime(6));
                check(
                        server,
                        failures,
                        "TIMESTAMP(" + digits + ") NULL",
                        () -> random.timestamp(digits),
                        () -> random.timestamp(6));
                check(
                        server,
                        failures,
                        "TIME(" + digits + ')',
                        () -> LocalTime.ofSecondOfDay(random.below(1000)),
                        () -> Duration.ofMillis(random.below(1_000_000)));
            }
            check(server, failures, "DATE", random::date, random::date);
            check(server, failures, "BINARY(2)", () -> random.exactly(2), () -> random.bytes(3));
            check(server, failures, "VARBINARY(2)", () -> random.bytes(2), () -> random.bytes(3));
            check(
                    server,
                    failures,
                    "UUID",
                    random::uuid,
                    () -> new UUID(
                            random.uuid().getMostSignificantBits() ^ 0x8000L, random.below(3) * 0x7f00000000000000L));
            addresses(server, failures, random);
            texts(server, failures, random);
            sets(server, failures, random);
        }
        assertThat(failures).isEmpty();
    }

    private static int bits(String type) {
        if (type.startsWith("BIG")) {
            return 64;
        }
        return type.startsWith("INT") ? 32 : type.startsWith("MED") ? 24 : type.startsWith("SMALL") ? 16 : 8;
    }

    private static void addresses(RealServer server, List<String> failures, RandomValues random)
            throws IOException, SQLException {
        check(
                server,
                failures,
                "INET4",
                () -> random.below(3) + ".0." + random.below(3) + ".255",
                () -> random.below(3) + ".0." + random.below(4) + "." + random.below(258));
        check(
                server,
                failures,
                "INET6",
                () -> random.below(2) == 0 ? "::ffff:1.2.3." + random.below(9) : "2001:db8::" + random.below(9),
                () -> random.below(2) == 0
                        ? "0:0:0:0:0:ffff:102:30" + random.below(9)
                        : "2001:DB8:0:0:0:0:0:" + random.below(99));
    }

    private static void sets(RealServer server, List<String> failures, RandomValues random)
            throws IOException, SQLException {
        List<String> labels = List.of("a", "b", "b c", "2");
        for (String collation : List.of("utf8mb4_general_ci", "latin1_bin")) {
            check(
                    server,
                    failures,
                    "SET('a','b','b c','2') COLLATE " + collation,
                    () -> String.join(",", random.some(labels)),
                    () -> new LinkedHashSet<>(random.some(labels)));
        }
    }

    private static void texts(RealServer server, List<String> failures, RandomValues random)
            throws IOException, SQLException {
        String characters = "aAb \u00e9s\u00df?\t\u0000";
        for (String collation : List.of(
                "utf8mb4_general_ci",
                "utf8mb4_unicode_ci",
                "utf8mb4_uca1400_ai_ci",
                "utf8mb4_bin",
                "utf8mb4_nopad_bin",
                "utf8mb4_general_nopad_ci",
                "utf8mb3_general_ci",
                "utf16_general_ci",
                "ucs2_bin",
                "utf32_bin",
                "latin1_swedish_ci",
                "latin1_german2_ci",
                "latin1_general_cs",
                "latin1_bin",
                "latin1_nopad_bin",
                "cp1250_general_ci",
                "latin2_general_ci")) {
            for (String type : List.of("VARCHAR(3) COLLATE ", "CHAR(3) COLLATE ")) {
                check(
                        server,
                        failures,
                        type + collation,
                        () -> random.text(3, characters),
                        () -> random.text(5, characters));
            }
            List<String> labels = List.of("a", "b", "b c", "\u00e9", "2");
            String enumeration = "ENUM('a','b','b c','\u00e9','2') COLLATE " + collation;
            check(
                    server,
                    failures,
                    enumeration,
                    () -> labels.get(random.below(5)),
                    () -> labels.get(random.below(5)) + random.text(1, characters));
        }
    }

    private static void check(
            RealServer server, List<String> failures, String type, Supplier<Object> row, Supplier<Object> key)
            throws IOException, SQLException {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(row.get());
        }
        KeyTable table = new KeyTable(server, failures, type).stored(rows);
        Map<KeyTable.Outcome, Integer> outcomes = new EnumMap<>(KeyTable.Outcome.class);
        for (int i = 0; i < KEYS; i++) {
            Object value = i % 3 == 0 ? rows.get(i % ROWS) : key.get();
            outcomes.merge(table.check(value), 1, Integer::sum);
        }
        // Otherwise a codec that refuses everything would pass.
        assertThat(outcomes.getOrDefault(SENT, 0)).as(type).isGreaterThanOrEqualTo(KEYS / 3);
        assertThat(outcomes).as(type).doesNotContainKey(KeyTable.Outcome.WRONG_TYPE);
        assertThat(outcomes.getOrDefault(NO_ROW, 0)).as(type).isLessThan(KEYS);
    }
}
