// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
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
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.hibernate.Session;
import org.hibernate.query.SelectionQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
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
    private static final String VALUES = "e.id = :key";
    private static final List<String> PROTOCOLS = List.of("useServerPrepStmts=false", "useServerPrepStmts=true");
    private static final List<Boolean> BOTH = List.of(true, false);
    private static final Random RANDOM = Seed.random(KeyTablesIT.class);
    private static final List<KeyTable> TABLES = Stream.of(
                    numbers(), otherNumbers(), texts(), bytes(), moments(), otherMoments(), addresses(), crossed())
            .flatMap(List::stream)
            .toList();
    private static final List<App> PLAIN = new ArrayList<>();
    private static final List<App> FAST = new ArrayList<>();

    static List<KeyTable> tables() {
        return TABLES;
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
                new KeyTable(Float.class, "float", List.of("0.1", "1"), List.of(), List.of(0.1f, 1f))
                        .read(KeyTable.Reading.HANDLERSOCKET_AS_TEXT),
                new KeyTable(
                                Long.class,
                                "double",
                                List.of("1", "9007199254740992"),
                                List.of(1L, 9_007_199_254_740_992L, 9_007_199_254_740_993L, 2L),
                                List.of())
                        .read(KeyTable.Reading.JDBC),
                new KeyTable(Boolean.class, "tinyint", List.of("1", "0", "2"), List.of(true, false), List.of()),
                new KeyTable(Boolean.class, "bit(1)", List.of("b'1'", "b'0'"), List.of(true, false), List.of()),
                new KeyTable(Integer.class, "bit(4)", List.of("b'1111'", "b'0'"), List.of(15, 0, 16, -1), List.of())
                        .read(KeyTable.Reading.JDBC),
                new KeyTable(Integer.class, "year", List.of("2024", "1901"), List.of(2024, 24, 1901), List.of()));
    }

    /** Attributes on columns of another type of number. */
    private static List<KeyTable> otherNumbers() {
        List<String> longs = List.of("9223372036854775807", "-9223372036854775808", "0", "1", "-1", "4294967296");
        List<String> ints = List.of("2147483647", "-2147483648", "0", "1", "-1", "65536", "256");
        List<String> decimals = List.of("0", "1", "-1", "4294967296", "-4294967296", "999999999999");
        List<String> doubles = Stream.concat(
                        Stream.of("0", "1", "0.1", "1e15", "123456789012345680", "-2.5e-300", "1.7976931348623157e308"),
                        RANDOM.doubles(40)
                                .mapToObj(value ->
                                        Double.toString((value - 0.5) * Math.pow(10, RANDOM.nextInt(60) - 30))))
                .toList();
        List<String> unsigned = List.of("18446744073709551615", "0", "1", "9223372036854775808");
        BigInteger beyond = BigInteger.TWO.pow(70);
        return List.of(
                new KeyTable(
                        BigInteger.class,
                        "bigint",
                        longs,
                        List.of(BigInteger.valueOf(Long.MIN_VALUE), BigInteger.ONE, beyond, beyond.negate()),
                        List.of()),
                new KeyTable(BigInteger.class, "int", ints, List.of(BigInteger.ONE, BigInteger.TWO, beyond), List.of()),
                new KeyTable(BigInteger.class, "smallint unsigned", List.of("65535", "0"), List.of(), List.of()),
                new KeyTable(
                        BigDecimal.class,
                        "bigint",
                        longs,
                        List.of(BigDecimal.ONE, new BigDecimal("4294967296.0"), new BigDecimal(beyond)),
                        List.of(new BigDecimal("0.5"))),
                new KeyTable(BigDecimal.class, "mediumint unsigned", List.of("16777215", "0"), List.of(), List.of()),
                new KeyTable(BigDecimal.class, "int(8) zerofill", List.of("42", "0"), List.of(), List.of()),
                new KeyTable(
                        Duration.class,
                        "bigint",
                        longs,
                        List.of(Duration.ofNanos(Long.MAX_VALUE), Duration.ZERO, Duration.ofDays(400_000)),
                        List.of()),
                new KeyTable(
                        Duration.class,
                        "int",
                        ints,
                        List.of(Duration.ofNanos(1), Duration.ofNanos(-1), Duration.ofDays(1)),
                        List.of()),
                new KeyTable(
                        Duration.class,
                        "decimal(21,0)",
                        List.of("999999999999999999999", "0", "-1"),
                        List.of(Duration.ofNanos(-1), Duration.ofSeconds(999_999_999_999L, 999_999_999)),
                        List.of()),
                new KeyTable(
                        Integer.class,
                        "decimal(10,0)",
                        List.of("2147483647", "-2147483648", "0", "2147483648", "-9999999999"),
                        List.of(Integer.MAX_VALUE, Integer.MIN_VALUE, 0, 1),
                        List.of()),
                new KeyTable(
                        Integer.class,
                        "decimal(6,2)",
                        List.of("1.00", "1.99", "-1.99", "0.5", "-0.01", "9999.99"),
                        List.of(1, -1, 10_000),
                        List.of()),
                new KeyTable(
                        Short.class,
                        "decimal(8,3)",
                        List.of("32767.999", "32768", "-32768.5", "-1"),
                        List.of(),
                        List.of()),
                new KeyTable(Byte.class, "decimal(5,1)", List.of("127.9", "128", "-128.9", "3"), List.of(), List.of()),
                new KeyTable(
                        Long.class,
                        "decimal(20,0)",
                        List.of("9223372036854775807", "-9223372036854775808", "9223372036854775808", "0"),
                        List.of(Long.MAX_VALUE, Long.MIN_VALUE, 0L, 7L),
                        List.of()),
                new KeyTable(Long.class, "decimal(20,0) unsigned", List.of("42", "0"), List.of(42L, -1L), List.of()),
                new KeyTable(Boolean.class, "smallint", List.of("1", "0", "-1", "256"), BOTH, List.of()),
                new KeyTable(Boolean.class, "smallint unsigned", List.of("1", "0", "65535"), BOTH, List.of()),
                new KeyTable(Boolean.class, "mediumint unsigned", List.of("1", "0", "65536"), BOTH, List.of()),
                new KeyTable(Boolean.class, "int", ints, BOTH, List.of()),
                new KeyTable(Boolean.class, "int unsigned", List.of("1", "0", "4294967295"), BOTH, List.of()),
                new KeyTable(Boolean.class, "bigint", longs, BOTH, List.of()),
                new KeyTable(Boolean.class, "bigint unsigned", unsigned, BOTH, List.of()),
                new KeyTable(Boolean.class, "int(4) zerofill", List.of("1", "0"), BOTH, List.of())
                        .read(KeyTable.Reading.JDBC),
                new KeyTable(Boolean.class, "decimal(12,0)", decimals, List.of(), BOTH),
                new KeyTable(Boolean.class, "decimal(4,2)", List.of("0", "0.5", "1", "-1.5"), List.of(), BOTH),
                new KeyTable(BigDecimal.class, "double", doubles, List.of(), List.of(new BigDecimal("0.1")))
                        .read(KeyTable.Reading.HANDLERSOCKET_AS_TEXT),
                new KeyTable(BigDecimal.class, "float", List.of("0.1", "16777217", "1e30"), List.of(), List.of())
                        .read(KeyTable.Reading.HANDLERSOCKET_AS_TEXT),
                new KeyTable(BigDecimal.class, "double(12,4)", List.of("0.1", "-1.00005"), List.of(), List.of())
                        .read(KeyTable.Reading.HANDLERSOCKET_AS_TEXT),
                new KeyTable(
                        Double.class,
                        "decimal(30,10)",
                        List.of("0.1", "-12345678901234567890.0123456789"),
                        List.of(),
                        List.of(0.1)),
                new KeyTable(Double.class, "int", ints, List.of(), List.of(1d)),
                new KeyTable(Double.class, "bigint", longs, List.of(), List.of()),
                new KeyTable(Double.class, "bigint unsigned", unsigned, List.of(), List.of()),
                new KeyTable(
                        Float.class,
                        "decimal(20,10)",
                        List.of("0.1", "4194303.9999", "16777217.0000000001", "-1234567890.0123456789"),
                        List.of(),
                        List.of()),
                new KeyTable(Float.class, "int unsigned", List.of("4294967295", "16777217", "0"), List.of(), List.of()),
                new KeyTable(Float.class, "bigint", longs, List.of(), List.of()),
                new KeyTable(Integer.class, "double", List.of("1", "1.5"), List.of(1), List.of())
                        .read(KeyTable.Reading.JDBC));
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
                        List.of("S", "M", "S "), // only SQL knows which rows the empty label finds
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
                                List.of(noon))
                        .read(KeyTable.Reading.JDBC));
    }

    /** Attributes on columns that hold more or less of a moment. */
    private static List<KeyTable> otherMoments() {
        List<String> stored = List.of(
                "'2024-02-29 00:00:00'",
                "'2024-03-31 02:30:00.123456'",
                "'2024-10-27 23:59:59.999999'",
                "'1000-01-01 00:00:00'",
                "'1582-10-10 12:00:00'",
                "'9999-12-31 23:59:59.999999'",
                "'0000-00-00 00:00:00'");
        List<String> dates =
                List.of("'2024-02-29'", "'1000-01-01'", "'1582-10-10'", "'9999-12-31'", "'2024-03-31'", "'0001-01-01'");
        LocalDate day = LocalDate.of(2024, 2, 29);
        LocalDateTime night = day.atStartOfDay();
        return List.of(
                new KeyTable(
                        LocalDate.class,
                        "datetime(6)",
                        stored,
                        List.of(day, day.plusDays(31), LocalDate.of(1600, 1, 1)),
                        List.of(LocalDate.of(1000, 1, 1))),
                new KeyTable(
                        java.sql.Date.class, "datetime(6)", stored, List.of(java.sql.Date.valueOf(day)), List.of()),
                new KeyTable(
                        LocalDate.class,
                        "timestamp(6) null",
                        List.of("'2024-02-29 12:00:00'", "'1970-01-01 00:00:01'", "'2038-01-19 03:14:07.5'"),
                        List.of(),
                        List.of(day)),
                new KeyTable(LocalDateTime.class, "date", dates, List.of(), List.of(night)),
                new KeyTable(Timestamp.class, "date", dates, List.of(), List.of(Timestamp.valueOf(night))),
                new KeyTable(Instant.class, "date", dates, List.of(), List.of()),
                new KeyTable(LocalTime.class, "datetime", List.of("'2024-02-29 12:00:00'"), List.of(), List.of())
                        .read(KeyTable.Reading.JDBC),
                new KeyTable(LocalDate.class, "varchar(20)", List.of("'2024-02-29'"), List.of(), List.of())
                        .read(KeyTable.Reading.JDBC));
    }

    private static List<KeyTable> addresses() {
        return List.of(
                new KeyTable(
                        String.class,
                        "inet4",
                        List.of("'192.0.2.1'", "'0.0.0.0'", "'255.255.255.255'"),
                        List.of("192.0.2.1", "192.0.2.2", "0.0.0.0", "255.255.255.255"),
                        List.of("192.0.2.01", "x", "", "192.0.2.256", "::1")),
                new KeyTable(
                        String.class,
                        "inet6",
                        List.of(
                                "'2001:db8::1'",
                                "'::'",
                                "'::ffff:192.0.2.1'",
                                "'::192.0.2.1'",
                                "'1:2:3:4:5:6:7:8'",
                                "'fe80::'"),
                        List.of(
                                "2001:db8::1",
                                "2001:DB8:0::1",
                                "::ffff:192.0.2.1",
                                "::",
                                "::c000:201",
                                "1:2:3:4:5:6:7:9"),
                        List.of("x", "", "192.0.2.1", "1::2::3")));
    }

    /** Types that SQL compares by rules of its own. */
    private static List<KeyTable> crossed() {
        return List.of(
                new KeyTable(String.class, "int", List.of("1", "0"), List.of(), List.of("1", "1x", "01", "x", "")),
                new KeyTable(String.class, "decimal(4,2)", List.of("1.10"), List.of(), List.of("1.1", "1.104")),
                new KeyTable(String.class, "bigint unsigned", List.of("18446744073709551615"), List.of(), List.of()),
                new KeyTable(String.class, "int(4) zerofill", List.of("1"), List.of(), List.of())
                        .read(KeyTable.Reading.JDBC),
                new KeyTable(
                                String.class,
                                "datetime(3)",
                                List.of("'2024-02-29 12:00:00.123'"),
                                List.of(),
                                List.of("2024-02-29 12:00:00.123", "2024-02-29 12:00:00.1234", "2024-02-29"))
                        .read(KeyTable.Reading.JDBC),
                new KeyTable(Integer.class, "varchar(4)", List.of("'1'", "'01'", "'x'"), List.of(), List.of(1, 0))
                        .read(KeyTable.Reading.JDBC),
                new KeyTable(
                                byte[].class,
                                "varchar(4)",
                                List.of("'a'", "'b'"),
                                List.of(),
                                List.of(bytes("a"), bytes("A")))
                        .read(KeyTable.Reading.JDBC),
                new KeyTable(String.class, "varbinary(4)", List.of("'a'"), List.of(), List.of("a", "A", "a "))
                        .read(KeyTable.Reading.JDBC),
                new KeyTable(
                        String.class, "set('a','b')", List.of("'a'", "'a,b'", "''"), List.of("a", "a,b"), List.of()),
                new KeyTable(Double.class, "decimal(4,2)", List.of("0.10"), List.of(), List.of(0.1)));
    }

    @BeforeAll
    static void start() {
        Class<?>[] entities = TABLES.stream().map(KeyTable::entity).toArray(Class<?>[]::new);
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
                SERVER.execute(TABLES.stream()
                        .flatMap(table -> table.inserts().stream())
                        .toArray(String[]::new));
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

    /** Looks up each key by one condition over one protocol. The next key takes other ones. */
    @ParameterizedTest
    @MethodSource("tables")
    void aKeyFindsWhatSqlFinds(KeyTable table) {
        SoftAssertions all = new SoftAssertions();
        int turn = 0;
        for (Object key : table.keys()) {
            same(all, turn % PROTOCOLS.size(), table, CONDITIONS.get(turn % CONDITIONS.size()), key);
            turn++;
        }
        all.assertAll();
    }

    @ParameterizedTest
    @MethodSource("tables")
    @Tag("exhaustive")
    void aKeyFindsWhatSqlFindsByEachConditionAndProtocol(KeyTable table) {
        SoftAssertions all = new SoftAssertions();
        for (int protocol = 0; protocol < PROTOCOLS.size(); protocol++) {
            for (String condition : CONDITIONS) {
                for (Object key : table.keys()) {
                    same(all, protocol, table, condition, key);
                }
            }
        }
        all.assertAll();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void aRowIsReadAsJdbcReadsIt(KeyTable table) {
        SoftAssertions all = new SoftAssertions();
        for (int protocol = 0; protocol < PROTOCOLS.size(); protocol++) {
            boolean fast = table.reading() == KeyTable.Reading.HANDLERSOCKET
                    || (table.reading() == KeyTable.Reading.HANDLERSOCKET_AS_TEXT && protocol == 0);
            for (int id = 1; id <= table.rows(); id++) {
                same(all, protocol, fast ? Route.HANDLERSOCKET : Route.JDBC, table, VALUES, id);
            }
        }
        all.assertAll();
    }

    private static void same(SoftAssertions all, int protocol, KeyTable table, String condition, Object key) {
        Route route = table.decided().contains(key) ? Route.HANDLERSOCKET : Route.JDBC;
        same(all, protocol, route, table, condition, key);
    }

    private static void same(
            SoftAssertions all, int protocol, Route route, KeyTable table, String condition, Object key) {
        App fast = FAST.get(protocol);
        String what = PROTOCOLS.get(protocol) + ", " + table + ", " + condition + ", "
                + (key instanceof byte[] bytes ? new String(bytes, StandardCharsets.ISO_8859_1) : key);
        String expected = answer(PLAIN.get(protocol), table, condition, key);
        all.assertThatCode(() -> assertThat(fast.settled(route, 1, () -> answer(fast, table, condition, key)))
                        .isEqualTo(expected))
                .as("%s by %s", what, route)
                .doesNotThrowAnyException();
    }

    private static String answer(App app, KeyTable table, String condition, Object key) {
        try {
            return app.sessionFactory().fromSession(session -> ids(session, table, condition, key));
        } catch (RuntimeException e) {
            return e.getClass().getName();
        }
    }

    private static String ids(Session session, KeyTable table, String condition, Object key) {
        String selected = condition.equals(VALUES) ? "e.several" : "e.id";
        SelectionQuery<Object> query = session.createSelectionQuery(
                "select " + selected + " from " + table.name() + " e where " + condition, Object.class);
        query.setParameter("key", key);
        if (condition.contains(":other")) {
            query.setParameter("other", table.keys().get(0));
        }
        if (condition.contains(":id")) {
            query.setParameter("id", 1);
        }
        return query.getResultList().stream()
                .map(KeyTablesIT::shown)
                .sorted()
                .toList()
                .toString();
    }

    /** The value with its type; of a date also the time that its text does not show. */
    @SuppressWarnings("JavaUtilDate") // what is compared is one
    private static String shown(Object value) {
        if (value == null) {
            return "null";
        }
        String more = value instanceof java.util.Date date ? " " + date.getTime() : "";
        return value.getClass().getSimpleName()
                + ' '
                + (value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value + more);
    }
}
