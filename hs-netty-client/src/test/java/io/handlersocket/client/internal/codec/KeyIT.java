// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Keys that a server would coerce, each with SQL's answer beside it: all that HandlerSocket is known to find where SQL
 * finds nothing, and what the driver binds in a way of its own.
 */
class KeyIT {

    private static final BigInteger MAX_UNSIGNED = new BigInteger("18446744073709551615");
    private static final String[] INTEGERS = {
        "0",
        "1",
        "2",
        "3",
        "127",
        "-128",
        "255",
        "32767",
        "-32768",
        "65535",
        "8388607",
        "-8388608",
        "16777215",
        "2147483647",
        "-2147483648",
        "4294967295",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551615",
        "9007199254740993",
        "NULL"
    };

    private static RealServer server;
    private final List<String> failures = new ArrayList<>();

    @BeforeAll
    static void connect() throws IOException, SQLException {
        server = new RealServer();
    }

    @AfterAll
    static void close() throws IOException, SQLException {
        server.close();
    }

    @AfterEach
    void noKeyFindsAnotherRowThanInSql() {
        assertThat(failures).isEmpty();
    }

    private KeyTable table(String type) throws IOException, SQLException {
        return new KeyTable(server, failures, type);
    }

    @Test
    void integersOutOfRangeAreNotClamped() throws IOException, SQLException {
        table("INT UNSIGNED")
                .rows(INTEGERS)
                .sent(0, 1L, 4294967295L)
                .noRow(4294967296L, -1, new BigInteger("9".repeat(20)));
        table("INT").rows(INTEGERS).sent(2147483647, Integer.MIN_VALUE).noRow(2147483648L, 4294967297L, -2147483649L);
        table("TINYINT").rows(INTEGERS).sent((byte) 127, -128).noRow(128, -129, Long.MAX_VALUE);
        table("TINYINT UNSIGNED").rows(INTEGERS).sent(255).noRow(256, -1);
        table("SMALLINT").rows(INTEGERS).sent((short) 32767).noRow(32768, -32769);
        table("MEDIUMINT").rows(INTEGERS).sent(8388607).noRow(8388608, -8388609);
        table("MEDIUMINT UNSIGNED").rows(INTEGERS).sent(16777215).noRow(16777216);
        table("BIGINT UNSIGNED")
                .rows(INTEGERS)
                .sent(MAX_UNSIGNED, Long.MAX_VALUE)
                .noRow(-1, -1L, MAX_UNSIGNED.add(BigInteger.ONE), BigInteger.ONE.negate());
        table("BIGINT")
                .rows(INTEGERS)
                .sent(Long.MIN_VALUE, Long.MAX_VALUE, 9007199254740993L)
                .noRow(MAX_UNSIGNED);
        table("INT(8) UNSIGNED ZEROFILL").rows(INTEGERS).sent(0, 1, 4294967295L).noRow(-1);
    }

    @Test
    void integersAreNotRounded() throws IOException, SQLException {
        table("INT")
                .rows(INTEGERS)
                .noRow(new BigDecimal("1.4"), new BigDecimal("1.5"), new BigDecimal("0.5"), new BigDecimal("2.5"))
                .sent(new BigDecimal("1.00"), new BigDecimal("0.0"), BigInteger.TWO, true, false)
                .wrongType("1", "1.5", 1.0, 1.5f, Year.of(1), LocalDate.of(1, 1, 1), new byte[] {1}, 'x');
    }

    @Test
    void nullFindsNothing() throws IOException, SQLException {
        for (String type :
                List.of("INT", "INT NOT NULL", "VARCHAR(9)", "VARCHAR(9) NOT NULL", "DATE", "UUID", "BIT(3)")) {
            table(type).rows("NULL", "0", "''").noRow((Object) null);
        }
    }

    @Test
    void decimalsAreNotRounded() throws IOException, SQLException {
        table("DECIMAL(10,2)")
                .rows("1.50", "0", "-1.5", "99999999.99", "5")
                .sent(new BigDecimal("1.5"), new BigDecimal("1.500"), new BigDecimal("-1.50"), 5, BigInteger.ZERO)
                .sent(new BigDecimal("99999999.99"), new BigDecimal("0E+5"))
                .noRow(new BigDecimal("1.504"), new BigDecimal("1.495"), new BigDecimal("1.5049"))
                .noRow(new BigDecimal("999999999999"), new BigDecimal("100000000"), Long.MAX_VALUE)
                .wrongType(1.5, 1.5f, "1.5", true);
        table("DECIMAL(10,2) UNSIGNED ZEROFILL")
                .rows("1.50", "0")
                .sent(new BigDecimal("1.5"), 0)
                .noRow(-1);
        table("DECIMAL(30,30)").rows("0.5").sent(new BigDecimal("0.5"), 0).noRow(1, new BigDecimal("1E-31"));
    }

    @Test
    void doublesAreExact() throws IOException, SQLException {
        table("DOUBLE")
                .rows("0.1e0", "0.30000000000000004e0", "1e15", "5e-324", "1.7976931348623157e308", "0", "1")
                .rows("9007199254740993", "1.8446744073709552e19")
                .stored(List.of(-0.0, 1e-5, 123456.789))
                .sent(0.1, 0.30000000000000004, 0.3, 1e15, Double.MIN_VALUE, Double.MAX_VALUE, 0.0, -0.0, 1, 1e-5)
                .sent(9007199254740993L, 123456.789, 1.8446744073709552e19)
                .noRow(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)
                .wrongType(0.1f, new BigDecimal("0.1"), "0.1", true);
        table("DOUBLE UNSIGNED").rows("0", "1").sent(1.0).noRow(-1.0);
        table("DOUBLE(8,3)").rows("1.234").wrongType(1.234);
        table("FLOAT").rows("0.1", "1.5").wrongType(0.1f, 1.5f, 1);
    }

    @Test
    void bitsAndYears() throws IOException, SQLException {
        table("BIT(1)").rows("0", "1", "NULL").sent(true, false, 0, 1L).noRow(2, -1, 48);
        table("BIT(10)")
                .rows("0", "513", "1023")
                .sent(513, 1023, BigInteger.ZERO)
                .noRow(1024, -1);
        table("BIT(64)")
                .rows("0", "1", "18446744073709551615")
                .sent(MAX_UNSIGNED, 1, true)
                .noRow(-1L)
                .wrongType(new byte[] {1}, "1", BigDecimal.ONE);
        table("YEAR")
                .rows("0000", "1901", "1970", "2000", "2024", "2155", "'0000'")
                .sent(0, 24, 70, 1901, 2155L, Year.of(2024), Year.of(0), (short) 2000)
                .noRow(1900, 2156, 100, -1, Year.of(1900))
                .wrongType("2024", Date.valueOf("2024-01-01"), LocalDate.of(2024, 1, 1));
    }

    @Test
    void textThatDoesNotFitIsNotCut() throws IOException, SQLException {
        for (String collation :
                List.of("utf8mb4_general_ci", "latin1_swedish_ci", "utf8mb4_bin", "utf16_bin", "ucs2_bin")) {
            for (String type : List.of("VARCHAR(5)", "CHAR(5)")) {
                table(type + " COLLATE " + collation)
                        .rows("'abcde'", "'ABC'", "''", "'ab '", "'x'")
                        .sent("abcde", "abcde  ", "abcde     ", "abc", "", "       ", "ab", "ab  ", "x         ", "X")
                        .noRow("abcdeZZZ", "abcdef", "abcde\t", "abcde x");
            }
        }
        table("VARCHAR(3) COLLATE utf8mb4_nopad_bin")
                .rows("'abc'", "'a'", "'a '")
                .sent("a", "a ", "abc")
                .noRow("abc ", "a   ");
        table("CHAR(3) COLLATE latin1_nopad_bin")
                .rows("'abc'", "'a'")
                .sent("a", "abc")
                .noRow("abc ", "a ", "a\t ");
        table("CHAR(3) COLLATE utf8mb4_general_nopad_ci")
                .rows("'a'", "''")
                .sent("A", "")
                .noRow("a ", " ");
        table("CHAR(3) COLLATE utf8mb4_uca1400_nopad_ai_ci").rows("'a'").wrongType("a");
        table("VARCHAR(3) COLLATE utf8mb4_unicode_ci")
                .rows("'abc'", "'a\u00dfb'", "'STR'")
                .sent("ABC", "abc    ", "\u00e4bc")
                .undecidable("assb", "abc\u00ad", "abcd");
        table("VARCHAR(9) COLLATE utf8mb4_bin").rows("'a'").wrongType(1, 'a', new byte[] {'a'});
    }

    @Test
    void collationsDecideAsInSql() throws IOException, SQLException {
        String[] rows = {"'e'", "'\u00e9'", "'x'", "'x '", "'stra\u00dfe'", "'STRASSE'", "'\u4e2d'", "''"};
        for (String collation : List.of(
                "utf8mb4_general_ci",
                "utf8mb4_unicode_ci",
                "utf8mb4_uca1400_ai_ci",
                "utf8mb4_bin",
                "utf8mb3_general_ci",
                "utf8mb4_nopad_bin",
                "utf16_general_ci",
                "utf32_unicode_ci",
                "utf8mb4_uca1400_as_cs",
                "utf16le_bin")) {
            table("VARCHAR(9) COLLATE " + collation)
                    .rows(rows)
                    .sent(
                            "e",
                            "E",
                            "\u00e9",
                            "x",
                            "x ",
                            "x  ",
                            "strasse",
                            "stra\u00dfe",
                            "  ",
                            "",
                            "\u4e2d",
                            "a\0",
                            "\t");
        }
        table("VARCHAR(9) COLLATE utf8mb4_general_ci")
                .rows("'\ud83d\ude00'", "'\ud83d\ude01'")
                .sent("\ud83d\ude00");
        table("VARCHAR(9) COLLATE utf8mb4_bin")
                .rows("'\ud83d\ude00'", "'\ud83d\ude01'")
                .sent("\ud83d\ude00");
    }

    @Test
    void charactersThatAreNotInTheColumnsSetAreNotReplaced() throws IOException, SQLException {
        table("VARCHAR(9) COLLATE latin1_swedish_ci")
                .rows("'?'", "'a'", "'\u20ac'", "'\u0081'", "'\u00e9'")
                .sent("?", "\u20ac", "\u0081", "\u00c9", "a")
                .undecidable("\u0101", "\ud83d\ude00", "\ud83d");
        table("VARCHAR(9) COLLATE utf8mb3_bin")
                .rows("'?'", "'????'")
                .sent("????")
                .undecidable("\ud83d\ude00", "\ud83d");
        table("VARCHAR(9) COLLATE ascii_bin").rows("'?'").sent("?").undecidable("\u00e9");
        table("VARCHAR(9) COLLATE ucs2_bin").rows("'a'", "'?'").sent("a").undecidable("\ud83d\ude00");
        table("VARCHAR(9) COLLATE cp1251_general_ci")
                .rows("'\u044f'", "'?'")
                .sent("\u044f", "\u042f")
                .undecidable("\u0101");
        table("VARCHAR(9) COLLATE cp932_japanese_ci")
                .rows("'\u4e9c'", "'\uff9f'")
                .sent("\u4e9c", "\uff9f")
                .undecidable("\u00a5");
        table("VARCHAR(9) COLLATE sjis_japanese_ci").rows("'a'").wrongType("a");
    }

    @Test
    void labelsAreNeitherOrdinalsNorNormalised() throws IOException, SQLException {
        table("ENUM('a','A','2') COLLATE utf8mb4_bin")
                .rows("'a'", "'A'", "'2'", "''", "NULL")
                .sent("a", "A", "2", "a  ")
                .noRow("1", "3", "zzz", "a,A")
                .undecidable("", "  ")
                .wrongType(1, true);
        table("ENUM('b','c') COLLATE latin1_swedish_ci")
                .rows("'b'", "'c'", "''")
                .sent("b", "c", "c ")
                .undecidable("B", "2", "", "\u4e2d")
                .wrongType(2);
        table("ENUM('a') COLLATE utf8mb4_nopad_bin").rows("'a'").sent("a").noRow("a ");
        table("SET('a','b','zzz') COLLATE utf8mb4_bin")
                .rows("'a'", "'b'", "'a,b'", "''", "'b,zzz'")
                .sent("a", "a,b", "b,zzz", "", "a  ", Set.of("b", "a"), Set.of())
                .noRow("b,a", "3", "1", "yyy", "a,a", "a,")
                .wrongType(3);
        table("SET('a','b') COLLATE utf8mb4_general_ci")
                .rows("'a'", "'a,b'", "''")
                .sent("a,b", "")
                .undecidable("A", "b,a", "3", "zzz");
    }

    @Test
    void binaryValuesAreNeitherCutNorPadded() throws IOException, SQLException {
        table("BINARY(4)")
                .rows("'ab'", "'abcd'", "''")
                .sent(bytes("ab\0\0"), bytes("abcd"), new byte[4])
                .noRow(bytes("ab"), bytes("abcdZ"), bytes(""))
                .wrongType("abcd", UUID.randomUUID());
        table("VARBINARY(4)")
                .rows("'ab'", "'abcd'", "''", "x'00'")
                .sent(bytes("ab"), bytes("ab\0"), bytes(""), bytes("\0"))
                .noRow(bytes("abcde"));
        table("BINARY(16)").rows("''").sent(new byte[16]).noRow(new byte[17], new byte[15]);
    }

    @Test
    void addressesAndUuidsAreSentAsBytes() throws IOException, SQLException {
        UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426655440000");
        table("UUID")
                .rows("'" + uuid + "'", "NULL", "'00000000-0000-0000-0000-000000000000'")
                .sent(uuid, uuid.toString(), "123E4567-E89B-12D3-A456-426655440000", new UUID(0, 0), new byte[16])
                .noRow(new byte[4])
                .undecidable("abc", "123e4567e89b12d3a456426655440000");
        // UUIDs the server does not store: it would look up those that are NULL, or all zero.
        for (String type : List.of("UUID", "UUID NOT NULL")) {
            table(type)
                    .rows("NULL", "'00000000-0000-0000-0000-000000000000'")
                    .noRow(UUID.fromString("48a3ad89-6a10-a36a-26ba-4942fff807c4"))
                    .noRow("00000000-0000-8000-8000-000000000000", new UUID(0x8000L, 1L << 56))
                    .sent(new UUID(0x8000L, 0), new UUID(0xf000L, -1L), new UUID(0x8000L, 0x8100000000000000L));
        }
        table("INET4")
                .rows("'1.2.3.4'", "NULL", "'0.0.0.0'", "'255.255.255.255'")
                .sent(InetAddress.getByName("1.2.3.4"), "1.2.3.4", new byte[4], "255.255.255.255")
                .noRow(new byte[16])
                .undecidable("abc", "01.2.3.4", "::1")
                .wrongType(1);
        table("INET6")
                .rows("'::1'", "NULL", "'::'", "'::ffff:1.2.3.4'", "'2001:db8::8:0:1'", "'1:2:3:4:5:6:7:8'")
                .sent(
                        Inet6Address.getByAddress(null, bytes("\0".repeat(15) + "\1"), -1),
                        "::1",
                        "::ffff:1.2.3.4",
                        new byte[16],
                        "2001:DB8::8:0:1",
                        "1:2:3:4:5:6:7:8")
                .sent(Inet6Address.getByAddress(null, new byte[16], -1))
                .noRow(new byte[4])
                .undecidable("abc", "fe80::1%1")
                .wrongType(InetAddress.getByName("1.2.3.4"));
    }

    private static final LocalDateTime MOMENT = LocalDateTime.of(2024, 2, 29, 10, 11, 12);
    private static final String[] MOMENTS = {
        "'2024-02-29'",
        "'2024-02-29 10:11:12'",
        "'2024-02-29 10:11:12.1'",
        "'2024-02-29 10:11:12.123'",
        "'2024-02-29 10:11:12.123456'",
        "'2024-02-29 10:11:13'",
        "'0000-00-00'",
        "'1582-10-10'",
        "'0001-01-01'",
        "'9999-12-31'",
        "'9999-12-31 23:59:59'",
        "NULL",
        "'1970-01-01 00:00:01'",
        "'2038-01-19 03:14:07'",
        "'2024-00-00'"
    };

    @Test
    void datesEqualNoOtherDay() throws IOException, SQLException {
        table("DATE")
                .rows(MOMENTS)
                .rows("'2000-01-01'")
                .sent(
                        MOMENT.toLocalDate(),
                        Date.valueOf("2024-02-29"),
                        MOMENT.toLocalDate().atStartOfDay())
                .sent(LocalDate.of(1, 1, 1), LocalDate.of(9999, 12, 31), LocalDate.of(1582, 10, 10))
                .sent(Timestamp.valueOf("2024-02-29 00:00:00"), LocalDateTime.of(2024, 2, 29, 0, 0, 0, 999))
                .noRow(MOMENT, MOMENT.toLocalDate().atTime(23, 59, 59), Timestamp.valueOf(MOMENT))
                .undecidable(LocalDate.of(10000, 1, 1), LocalDate.of(0, 1, 1), LocalDate.of(-1, 1, 1))
                .wrongType("2024-02-30", 20240229, LocalTime.NOON, Instant.EPOCH, "abc");
    }

    @Test
    void fractionsOfASecondAreNotCut() throws IOException, SQLException {
        for (int digits : new int[] {0, 1, 3, 6}) {
            KeyTable table = table("DATETIME(" + digits + ')')
                    .rows(MOMENTS)
                    .sent(MOMENT, MOMENT.withNano(999), Timestamp.valueOf(MOMENT), MOMENT.toLocalDate())
                    .sent(java.util.Date.from(Timestamp.valueOf(MOMENT).toInstant()), Date.valueOf("2024-02-29"))
                    .sent(LocalDateTime.of(1, 1, 1, 0, 0), LocalDateTime.of(9999, 12, 31, 23, 59, 59))
                    .undecidable(LocalDateTime.of(10000, 1, 1, 0, 0), LocalDateTime.of(0, 1, 1, 0, 0))
                    .undecidable(Timestamp.valueOf("1582-10-10 00:00:00"))
                    .wrongType("2024-02-29 10:11:12", Instant.EPOCH, Time.valueOf("10:11:12"), LocalTime.NOON);
            for (int nanos : new int[] {100_000_000, 123_000_000, 123_456_000, 123_456_789, 600_000_000, 999_999_999}) {
                table.check(MOMENT.withNano(nanos));
                table.check(Timestamp.valueOf(MOMENT.withNano(nanos)));
            }
        }
        table("DATETIME").rows(MOMENTS).noRow(MOMENT.withNano(1000), MOMENT.withNano(600_000_000));
        table("DATETIME(3)").rows(MOMENTS).noRow(MOMENT.withNano(123_456_000)).sent(MOMENT.withNano(123_000_999));
    }

    @Test
    void timestampsAreUtcAndInRange() throws IOException, SQLException {
        Instant instant = Instant.parse("2024-02-29T10:11:12Z");
        table("TIMESTAMP NULL")
                .rows(MOMENTS)
                .sent(instant, OffsetDateTime.parse("2024-02-29T12:11:12+02:00"), MOMENT, MOMENT.toLocalDate())
                .sent(ZonedDateTime.parse("2024-02-29T10:11:12Z"), Timestamp.valueOf(MOMENT))
                .sent(Instant.parse("1970-01-01T00:00:01Z"), Instant.parse("2038-01-19T03:14:07Z"))
                .noRow(Instant.EPOCH, Instant.parse("2040-01-01T00:00:00Z"), LocalDate.of(9999, 12, 31))
                .noRow(Instant.parse("1969-12-31T00:00:00Z"), instant.plusMillis(500))
                .undecidable(Instant.MAX, Instant.MIN)
                .wrongType("abc", 0L);
        table("TIMESTAMP(6) NULL").rows(MOMENTS).sent(instant.plusNanos(123_456_789), instant);
    }

    @Test
    void timesAreNeitherCutNorClamped() throws IOException, SQLException {
        String[] rows = {
            "'10:11:12'", "'10:11:12.6'", "'838:59:59'", "'-838:59:59'", "'100:00:00'", "'00:00:00'", "'-00:00:05'"
        };
        table("TIME")
                .rows(rows)
                .sent(LocalTime.of(10, 11, 12), Duration.ofHours(100), Duration.ZERO, Time.valueOf("10:11:12"))
                .sent(Duration.ofHours(838).plusMinutes(59).plusSeconds(59), LocalTime.MIDNIGHT)
                .noRow(LocalTime.of(10, 11, 12, 600_000_000))
                .undecidable(Duration.ofSeconds(-5), Duration.ofHours(999), Duration.ofSeconds(Long.MAX_VALUE))
                .wrongType("10:11:12", 101112, MOMENT);
        table("TIME(1)")
                .rows(rows)
                .sent(LocalTime.of(10, 11, 12, 600_000_000), LocalTime.of(10, 11, 12))
                .sent(Duration.ofSeconds(36672, 600_000_000))
                .noRow(LocalTime.of(10, 11, 12, 610_000_000));
        table("TIME(6)").rows(rows).sent(LocalTime.of(10, 11, 12, 600_000_999), LocalTime.of(10, 11, 12));
    }

    private static byte[] bytes(String latin1) {
        return latin1.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
