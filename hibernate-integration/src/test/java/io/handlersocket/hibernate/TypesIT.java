// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.AllTypes;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.recursive.comparison.ComparingFields;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TypesIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final int RANDOM_ROWS = 2_000;
    private static App plain;
    private static App fast;

    @BeforeAll
    static void start() {
        plain = App.plain(
                SERVER,
                Map.of("hibernate.hbm2ddl.auto", "create", "hibernate.hbm2ddl.halt_on_error", "true"),
                AllTypes.class);
        fast = App.fast(SERVER, Map.of(), AllTypes.class).ready(AllTypes.class);
    }

    @AfterAll
    static void stop() {
        fast.close();
        plain.close();
    }

    static AllTypes common(long id) {
        AllTypes e = new AllTypes();
        e.id = id;
        e.tiny = -7;
        e.small = 300;
        e.normal = -70_000;
        e.medium = 16_777_215;
        e.wide = 4_294_967_295L;
        e.hugeUnsigned = Long.MAX_VALUE;
        e.large = Long.MIN_VALUE;
        e.bigInteger = new BigInteger("12345678901234567890123456789012345678");
        e.amount = new BigDecimal("-12345.678900");
        e.ratio = 0.1;
        e.single = 16_777_216f;
        e.singleRounded = 1.0005f;
        e.doubleRounded = 0.00005;
        e.doubleOfSingle = 0.1;
        e.singleOfDouble = 0.1f;
        e.stamp = Instant.parse("2024-10-27T00:30:00.123456Z");
        e.offsetStamp = OffsetDateTime.parse("2024-10-27T02:30:00.123+02:00");
        e.zonedStamp = ZonedDateTime.parse("2024-10-27T02:30:00+01:00[Europe/Berlin]");
        e.localStamp = LocalDateTime.of(2024, 10, 27, 2, 30);
        e.sqlStamp = Timestamp.valueOf("2024-10-27 02:30:00.000001");
        e.vintage = 2024;
        e.javaYear = Year.of(1999);
        e.flags = "b,a";
        e.json = "{\"a\" : [1, \"é\\t\"]}";
        e.flag = true;
        e.tinyBoolean = true;
        e.words = "tab\there, \u0001 \u0000 and \uD83D\uDE00 é";
        e.padded = "a b";
        e.latin = "café";
        e.story = "x".repeat(20_000) + "\n\\é";
        e.letter = 'é';
        e.nativeEnum = AllTypes.Color.GREEN;
        e.textEnum = AllTypes.Color.RED;
        e.ordinalEnum = AllTypes.Color.GREEN;
        e.raw = new byte[] {0, 1, 2, 9, 10, 15, 16, 31, -1, -128};
        e.fixedBytes = new byte[] {1, 0, 0};
        e.picture = new byte[70_000];
        e.uuid = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        e.binaryUuid = UUID.fromString("ffffffff-ffff-4fff-bfff-fffffffffffe");
        e.day = LocalDate.of(2024, 2, 29);
        e.clock = LocalTime.of(23, 59, 58);
        e.preciseTime = java.sql.Time.valueOf("01:02:03");
        e.dateTime = LocalDateTime.of(2024, 3, 31, 2, 30, 1, 123_456_000);
        e.oldDate = Timestamp.valueOf("2023-11-14 22:13:20");
        e.duration = Duration.ofSeconds(3, 5);
        e.money = new AllTypes.Money(42);
        return e;
    }

    static AllTypes extreme(long id) {
        AllTypes e = new AllTypes();
        e.id = id;
        e.tiny = Byte.MIN_VALUE;
        e.small = Short.MAX_VALUE;
        e.normal = Integer.MIN_VALUE;
        e.medium = 0;
        e.wide = 0L;
        e.hugeUnsigned = 0L;
        e.large = Long.MAX_VALUE;
        e.bigInteger = BigInteger.ZERO;
        e.amount = new BigDecimal("0.000001");
        e.ratio = -1.7976931348623157E308;
        e.single = 3.402823e38f;
        e.singleRounded = -9999999f;
        e.doubleRounded = -99999999.9999;
        e.doubleOfSingle = 1.1754944e-38;
        e.singleOfDouble = Float.MIN_VALUE;
        e.stamp = Instant.ofEpochSecond(1);
        e.offsetStamp = OffsetDateTime.parse("2038-01-19T03:14:07.999Z");
        e.vintage = 0;
        e.javaYear = Year.of(1901);
        e.flags = "";
        e.json = "null";
        e.flag = false;
        e.tinyBoolean = false;
        e.words = "";
        e.padded = "";
        e.latin = "ÿ€";
        e.story = "";
        e.letter = ' ';
        e.raw = new byte[0];
        e.picture = new byte[0];
        e.day = LocalDate.of(1000, 1, 1);
        e.clock = LocalTime.MIDNIGHT;
        e.dateTime = LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_000);
        e.duration = Duration.ofDays(-400);
        return e;
    }

    private static AllTypes find(App app, long id) {
        return app.sessionFactory().fromSession(session -> session.find(AllTypes.class, id));
    }

    private static void same(AllTypes row) {
        plain.sessionFactory().inTransaction(session -> session.persist(row));
        AllTypes expected = find(plain, row.id);
        AllTypes actual = fast.expect(Route.HANDLERSOCKET, 1, () -> find(fast, row.id));
        same(actual, expected);
    }

    /** By the fields alone: without this, AssertJ looks for a getter of each first, and makes an exception of its lack. */
    private static void same(AllTypes actual, AllTypes expected) {
        assertThat(actual)
                .usingRecursiveComparison()
                .withIntrospectionStrategy(new ComparingFields())
                .isEqualTo(expected);
    }

    @Test
    void readsEveryTypeAsJdbcDoes() {
        same(common(1));
        same(extreme(2));
    }

    @Test
    void readsRandomNumbersAndMomentsAsJdbcDoes() {
        String number = "(rand() - 0.5) * pow(10, floor(rand() * %d) - %d)";
        String moment = "from_unixtime(1 + floor(rand() * 2147483646) + rand())";
        SERVER.execute("insert ignore into all_types (id, single, singleRounded, doubleRounded, doubleOfSingle,"
                + " singleOfDouble, stamp, localStamp, vintage) select 1000 + seq, " + number.formatted(76, 37) + ", "
                + number.formatted(10, 2) + ", " + number.formatted(10, 2) + ", " + number.formatted(76, 37) + ", "
                + number.formatted(76, 37) + ", " + moment + ", " + moment + ", 1901 + rand() * 254"
                + " from seq_1_to_" + RANDOM_ROWS);
        List<AllTypes> all = plain.sessionFactory()
                .fromSession(session -> session.createQuery(
                                "from AllTypes where id between 1001 and :last order by id", AllTypes.class)
                        .setParameter("last", 1000L + RANDOM_ROWS)
                        .getResultList());
        assertThat(all).hasSize(RANDOM_ROWS);
        for (AllTypes expected : all) {
            AllTypes actual = fast.routed(Route.HANDLERSOCKET, 1, () -> find(fast, expected.id));
            same(actual, expected);
        }
    }

    @Test
    void readsNullAsJdbcDoes() {
        AllTypes nothing = new AllTypes();
        nothing.id = 3L;
        same(nothing);
    }
}
