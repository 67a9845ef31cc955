// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.models;

import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.hibernate.Session;
import org.hibernate.query.SelectionQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a key is compared with, the rows are SQL's, of both of the driver's protocols: a key that the column cannot hold
 * exactly finds what SQL says, not the row it would be rounded or cut to.
 */
class KeyTablesIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final List<String> CONDITIONS = List.of(
            "e.several = :key",
            "e.one = :key",
            "e.several in (:key, :other)",
            "e.one in (:key, :other)",
            "e.id = 1 and e.id = :id and e.several = :key");
    private static final List<String> PROTOCOLS = List.of("useServerPrepStmts=false", "useServerPrepStmts=true");
    private static final List<App> PLAIN = new ArrayList<>();
    private static final List<App> FAST = new ArrayList<>();

    static List<KeyTable> tables() {
        return Stream.of(numbers(), texts(), bytes(), moments(), crossed())
                .flatMap(List::stream)
                .toList();
    }

    private static List<KeyTable> numbers() {
        return List.of(
                new KeyTable(
                        BigDecimal.class,
                        "decimal(8,2)",
                        List.of("1.10", "-0.05", "0", "999999.99"),
                        List.of(
                                new BigDecimal("1.10"),
                                new BigDecimal("1.1000"),
                                new BigDecimal("1.1"),
                                new BigDecimal("-0.05"),
                                new BigDecimal("0E-9"),
                                new BigDecimal("999999.99"),
                                new BigDecimal("1000000"),
                                new BigDecimal("1E+3")),
                        List.of(
                                new BigDecimal("1.104"),
                                new BigDecimal("1.095"),
                                new BigDecimal("1.10000001"),
                                new BigDecimal("-0.001"),
                                new BigDecimal("1E-30"),
                                new BigDecimal("999999.994"),
                                new BigDecimal("1000000.001"))),
                new KeyTable(
                        Integer.class,
                        "smallint",
                        List.of("32767", "-32768", "0"),
                        List.of(32_767, -32_768, 0, 1, 32_768, -32_769, Integer.MAX_VALUE, Integer.MIN_VALUE),
                        List.of()),
                new KeyTable(
                        Integer.class, "tinyint unsigned", List.of("255", "0"), List.of(255, 0, 256, -1), List.of()),
                new KeyTable(
                        Long.class,
                        "int unsigned",
                        List.of("4294967295", "0"),
                        List.of(4_294_967_295L, 0L, -1L, 4_294_967_296L, Long.MAX_VALUE, Long.MIN_VALUE),
                        List.of()),
                new KeyTable(
                        BigInteger.class,
                        "bigint unsigned",
                        List.of("18446744073709551615", "0", "9223372036854775808"),
                        List.of(
                                new BigInteger("18446744073709551615"),
                                new BigInteger("18446744073709551616"),
                                new BigInteger("9223372036854775808"),
                                BigInteger.ZERO,
                                BigInteger.ONE.negate()),
                        List.of()),
                new KeyTable(
                        BigDecimal.class,
                        "int",
                        List.of("1", "-2147483648"),
                        List.of(
                                BigDecimal.ONE,
                                new BigDecimal("1.000"),
                                new BigDecimal("-2147483648"),
                                new BigDecimal("1E+40")),
                        List.of(new BigDecimal("1.4"), new BigDecimal("0.6"))),
                new KeyTable(
                        Long.class,
                        "decimal(4,2)",
                        List.of("1.00", "99.99"),
                        List.of(1L, 99L, 100L, Long.MAX_VALUE),
                        List.of()),
                new KeyTable(Double.class, "double", List.of("0.1", "1"), List.of(), List.of(0.1, 1d, 1.5, 1e300)),
                new KeyTable(Float.class, "float", List.of("0.1", "1"), List.of(), List.of(0.1f, 1f)),
                new KeyTable(
                        Long.class,
                        "double",
                        List.of("1", "9007199254740992"),
                        List.of(1L, 9_007_199_254_740_992L, 9_007_199_254_740_993L, 2L),
                        List.of()),
                new KeyTable(Boolean.class, "tinyint", List.of("1", "0", "2"), List.of(true, false), List.of()),
                new KeyTable(Boolean.class, "bit(1)", List.of("b'1'", "b'0'"), List.of(true, false), List.of()),
                new KeyTable(Integer.class, "bit(4)", List.of("b'1111'", "b'0'"), List.of(15, 0, 16, -1), List.of()),
                new KeyTable(Integer.class, "year", List.of("2024", "1901"), List.of(2024, 24, 1901), List.of()));
    }

    private static KeyTable text(String definition, List<?> decided, List<?> left) {
        return new KeyTable(String.class, definition, List.of("'abcd'", "'a'", "''", "'b\\t'"), decided, left);
    }

    private static List<KeyTable> texts() {
        List<String> padded = List.of("abcd", "abcd   ", "a", "a ", "", "    ", "      ", "b\t", "A", "b");
        return List.of(
                text("varchar(4) character set utf8mb4 collate utf8mb4_general_ci", padded, List.of()),
                text("varchar(4) character set utf8mb4 collate utf8mb4_bin", padded, List.of()),
                text("char(4) character set utf8mb4 collate utf8mb4_bin", padded, List.of()),
                text("varchar(4) character set latin1 collate latin1_swedish_ci", padded, List.of()),
                text("varchar(4) character set utf8mb4 collate utf8mb4_nopad_bin", padded, List.of()),
                text("varchar(4) character set utf8mb4 collate utf8mb4_general_nopad_ci", padded, List.of()),
                text(
                        "varchar(4) character set utf8mb4 collate utf8mb4_unicode_ci",
                        padded,
                        List.of("abcde", "a\0\0\0\0")),
                text("varchar(4) character set utf8mb4 collate utf8mb4_uca1400_ai_ci", padded, List.of("abcde")),
                text("varchar(4) character set ascii", padded, List.of("é")),
                new KeyTable(
                        String.class,
                        "enum('S','M','')",
                        List.of("'S'", "'M'", "''"),
                        List.of("S", "M", "", "S "),
                        List.of("s", "XL", "1")));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static List<KeyTable> bytes() {
        UUID id = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        return List.of(
                new KeyTable(
                        byte[].class,
                        "binary(4)",
                        List.of("'abcd'", "'a'"),
                        List.of(bytes("abcd"), bytes("a"), bytes("a\0\0\0"), bytes("abcde"), bytes("")),
                        List.of()),
                new KeyTable(
                        byte[].class,
                        "varbinary(4)",
                        List.of("'abcd'", "'a'", "''"),
                        List.of(bytes("abcd"), bytes("a"), bytes("a\0"), bytes("abcde"), bytes(""), bytes("a ")),
                        List.of()),
                new KeyTable(
                        UUID.class,
                        "uuid",
                        List.of("'" + id + "'"),
                        List.of(id, new UUID(0, 0), new UUID(-1, -1)),
                        List.of()),
                new KeyTable(
                        String.class,
                        "uuid",
                        List.of("'" + id + "'"),
                        List.of(id.toString(), new UUID(0, 0).toString()),
                        List.of(id.toString().replace("-", ""))));
    }

    private static List<KeyTable> moments() {
        LocalDateTime noon = LocalDateTime.of(2024, 2, 29, 12, 0);
        return List.of(
                new KeyTable(
                        LocalDateTime.class,
                        "datetime(3)",
                        List.of("'2024-02-29 12:00:00.123'", "'2024-02-29 12:00:00'", "'0001-01-01 00:00:00'"),
                        List.of(noon.plusNanos(123_000_000), noon, noon.plusNanos(999), noon.plusDays(1)),
                        List.of(
                                noon.plusNanos(123_400_000),
                                noon.plusNanos(1000),
                                LocalDateTime.of(1, 1, 1, 0, 0),
                                LocalDateTime.of(9999, 12, 31, 23, 59, 59),
                                LocalDateTime.of(12_000, 1, 1, 0, 0))),
                new KeyTable(
                        Instant.class,
                        "datetime(6)",
                        List.of("'2024-02-29 12:00:00.123456'", "'1583-02-01 00:00:00'"),
                        List.of(
                                Instant.parse("2024-02-29T12:00:00.123456Z"),
                                Instant.parse("1583-02-01T00:00:00Z"),
                                Instant.EPOCH),
                        List.of(Instant.parse("1500-01-01T00:00:00Z"))),
                new KeyTable(
                        Timestamp.class,
                        "datetime",
                        List.of("'2024-02-29 12:00:00'"),
                        List.of(Timestamp.valueOf(noon), Timestamp.valueOf(noon.plusSeconds(1))),
                        List.of(Timestamp.valueOf(noon.plusNanos(500_000_000)))),
                new KeyTable(
                        LocalDate.class,
                        "date",
                        List.of("'2024-02-29'", "'1000-01-01'"),
                        List.of(LocalDate.of(2024, 2, 29), LocalDate.of(2024, 2, 28), LocalDate.of(1600, 1, 1)),
                        List.of(LocalDate.of(1000, 1, 1), LocalDate.of(12_000, 1, 1))),
                new KeyTable(
                        LocalTime.class,
                        "time(3)",
                        List.of("'12:00:00.123'", "'-12:00:00'", "'838:59:59'", "'00:00:00'"),
                        List.of(LocalTime.of(12, 0, 0, 123_000_000), LocalTime.MIDNIGHT, LocalTime.of(23, 59, 59)),
                        List.of()),
                new KeyTable(
                        LocalTime.class,
                        "time",
                        List.of("'12:00:00'"),
                        List.of(LocalTime.NOON),
                        List.of(LocalTime.of(12, 0, 0, 400_000_000))),
                new KeyTable(
                        java.sql.Date.class,
                        "date",
                        List.of("'2024-02-29'"),
                        List.of(java.sql.Date.valueOf("2024-02-29"), java.sql.Date.valueOf("2024-03-01")),
                        List.of()),
                new KeyTable(
                        java.sql.Time.class,
                        "time",
                        List.of("'12:00:00'"),
                        List.of(java.sql.Time.valueOf("12:00:00"), java.sql.Time.valueOf("00:00:00")),
                        List.of()),
                new KeyTable(LocalDateTime.class, "date", List.of("'2024-02-29'"), List.of(), List.of(noon)),
                new KeyTable(
                        LocalDate.class,
                        "datetime",
                        List.of("'2024-02-29 00:00:00'"),
                        List.of(),
                        List.of(LocalDate.of(2024, 2, 29))),
                new KeyTable(
                        LocalDateTime.class,
                        "timestamp null",
                        List.of("'2024-02-29 12:00:00'"),
                        List.of(),
                        List.of(noon)),
                new KeyTable(
                        LocalDateTime.class,
                        "varchar(30)",
                        List.of("'2024-02-29 12:00:00'"),
                        List.of(),
                        List.of(noon)));
    }

    /** Types that SQL compares by rules of its own. */
    private static List<KeyTable> crossed() {
        return List.of(
                new KeyTable(String.class, "int", List.of("1", "0"), List.of(), List.of("1", "1x", "01", "x", "")),
                new KeyTable(String.class, "decimal(4,2)", List.of("1.10"), List.of(), List.of("1.1", "1.104")),
                new KeyTable(
                        String.class,
                        "datetime(3)",
                        List.of("'2024-02-29 12:00:00.123'"),
                        List.of(),
                        List.of("2024-02-29 12:00:00.123", "2024-02-29 12:00:00.1234", "2024-02-29")),
                new KeyTable(Integer.class, "varchar(4)", List.of("'1'", "'01'", "'x'"), List.of(), List.of(1, 0)),
                new KeyTable(
                        byte[].class, "varchar(4)", List.of("'a'", "'b'"), List.of(), List.of(bytes("a"), bytes("A"))),
                new KeyTable(String.class, "varbinary(4)", List.of("'a'"), List.of(), List.of("a", "A", "a ")),
                new KeyTable(
                        String.class, "set('a','b')", List.of("'a'", "'a,b'", "''"), List.of("a", "a,b"), List.of()),
                new KeyTable(BigDecimal.class, "double", List.of("0.1"), List.of(), List.of(new BigDecimal("0.1"))),
                new KeyTable(Double.class, "decimal(4,2)", List.of("0.10"), List.of(), List.of(0.1)));
    }

    @BeforeAll
    static void start() {
        List<KeyTable> tables = tables();
        Class<?>[] entities = tables.stream().map(KeyTable::entity).toArray(Class<?>[]::new);
        for (String protocol : PROTOCOLS) {
            boolean first = PLAIN.isEmpty();
            PLAIN.add(App.plain(
                    SERVER,
                    Map.of(
                            App.URL_OPTIONS,
                            protocol,
                            "hibernate.hbm2ddl.auto",
                            first ? "create" : "none",
                            "hibernate.hbm2ddl.halt_on_error",
                            "true"),
                    entities));
            if (first) {
                tables.stream().flatMap(table -> table.inserts().stream()).forEach(SERVER::execute);
            }
            App fast = App.fast(SERVER, Map.of(App.URL_OPTIONS, protocol), entities);
            fast.sessionFactory().inSession(session -> session.doWork(Connection::createStatement));
            FAST.add(fast);
        }
    }

    @AfterAll
    static void stop() {
        FAST.forEach(App::close);
        PLAIN.forEach(App::close);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void aKeyFindsWhatSqlFinds(KeyTable table) {
        SoftAssertions all = new SoftAssertions();
        for (int protocol = 0; protocol < PROTOCOLS.size(); protocol++) {
            for (String condition : CONDITIONS) {
                for (Object key : table.decided()) {
                    same(all, protocol, Route.HANDLERSOCKET, table, condition, key);
                }
                for (Object key : table.left()) {
                    same(all, protocol, Route.JDBC, table, condition, key);
                }
            }
        }
        all.assertAll();
    }

    private static void same(
            SoftAssertions all, int protocol, Route route, KeyTable table, String condition, Object key) {
        App fast = FAST.get(protocol);
        String what = PROTOCOLS.get(protocol) + ", " + table + ", " + condition + ", "
                + (key instanceof byte[] bytes ? new String(bytes, StandardCharsets.ISO_8859_1) : key);
        String expected = answer(PLAIN.get(protocol), table, condition, key);
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(2))
                .until(() -> {
                    long opening = opening(fast);
                    answer(fast, table, condition, key);
                    return opening(fast) == opening;
                });
        long before = fast.loads().count(route);
        all.assertThat(answer(fast, table, condition, key)).as(what).isEqualTo(expected);
        all.assertThat(fast.loads().count(route) - before)
                .as("%s by %s", what, route)
                .isOne();
    }

    private static long opening(App app) {
        return app.loads().counts().stream()
                .filter(count -> count.reason().contains("being opened"))
                .mapToLong(count -> count.count())
                .sum();
    }

    private static String answer(App app, KeyTable table, String condition, Object key) {
        try {
            return app.sessionFactory().fromSession(session -> ids(session, table, condition, key));
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
    }

    private static String ids(Session session, KeyTable table, String condition, Object key) {
        SelectionQuery<Integer> query = session.createSelectionQuery(
                "select e.id from " + table.name() + " e where " + condition, Integer.class);
        query.setParameter("key", key);
        if (condition.contains(":other")) {
            query.setParameter(
                    "other",
                    Stream.concat(table.decided().stream(), table.left().stream())
                            .findFirst()
                            .orElseThrow());
        }
        if (condition.contains(":id")) {
            query.setParameter("id", 1);
        }
        return query.getResultList().stream().sorted().toList().toString();
    }
}
