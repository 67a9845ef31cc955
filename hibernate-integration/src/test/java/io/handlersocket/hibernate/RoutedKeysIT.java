// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import io.handlersocket.hibernate.spi.RowQuery;
import io.handlersocket.hibernate.spi.RowRead;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A key goes to the client as the application gave it: odd texts and numbers find what SQL finds by them. */
class RoutedKeysIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String A = "123e4567-e89b-12d3-a456-426614174000";

    /** What {@link UUID#fromString} makes of the digits of A with a hyphen at another place. */
    private static final String B = "23e4567e-089b-12d3-a456-426614174000";

    private static final String DIGIT_SHIFTED = "123e4567e-89b-12d3-a456-426614174000";

    /** One column as several Java types. */
    @MappedSuperclass
    public abstract static class Odd {
        @Id
        public int id;

        public String uuidText;

        @Column(name = "uuidText", insertable = false, updatable = false)
        public UUID uuidValue;

        public String inet4Text;
        public String inet6Text;
        public String dateText;
        public String dateTimeText;
        public String timeText;
        public String enumText;
        public String setText;
        public String varcharText;
        public String charText;
        public String binText;

        @Column(name = "dec_")
        public BigDecimal decNumber;

        @Column(name = "dec_", insertable = false, updatable = false)
        public String decText;

        @Column(name = "dec_", insertable = false, updatable = false)
        public Long decLong;

        @Column(name = "year_")
        public Integer yearNumber;

        @Column(name = "year_", insertable = false, updatable = false)
        public String yearText;

        @Column(name = "bit_")
        public Integer bitNumber;

        @Column(name = "bit_", insertable = false, updatable = false)
        public Boolean bitFlag;

        @Column(name = "int_")
        public Integer intNumber;

        @Column(name = "int_", insertable = false, updatable = false)
        public Long intLong;

        @Column(name = "int_", insertable = false, updatable = false)
        public BigDecimal intDecimal;

        @Column(name = "int_", insertable = false, updatable = false)
        public BigInteger intBig;

        @Column(name = "int_", insertable = false, updatable = false)
        public Boolean intFlag;

        @Column(name = "int_", insertable = false, updatable = false)
        public String intText;
    }

    /** By indexes of which several rows may have a key. */
    @Entity(name = "OddMany")
    @Table(name = "rk_many")
    public static class OddMany extends Odd {}

    /** By unique indexes. */
    @Entity(name = "OddOne")
    @Table(name = "rk_one")
    public static class OddOne extends Odd {}

    /** By its id. */
    @Entity(name = "TextUuid")
    @Table(name = "rk_uuid")
    public static class TextUuid {
        @Id
        @Column(columnDefinition = "uuid")
        public String id;

        public int n;
    }

    /** One column as two types that are read alike. */
    @Entity(name = "Twice")
    @Table(name = "rk_twice")
    public static class Twice {
        @Id
        public int id;

        @Column(name = "number")
        public int number;

        @Column(name = "number", insertable = false, updatable = false)
        public Long again;
    }

    /** One column as two types that the driver reads differently. */
    @Entity(name = "TwoTypes")
    @Table(name = "rk_twice")
    public static class TwoTypes {
        @Id
        public int id;

        @Column(name = "created")
        public LocalDateTime created;

        @Column(name = "created", insertable = false, updatable = false)
        public LocalDate createdOn;
    }

    private static final Class<?>[] ENTITIES = {OddMany.class, OddOne.class, TextUuid.class, Twice.class, TwoTypes.class
    };

    private static App app;
    private static App plain;

    private static String table(String name, String key) {
        List<String> columns = List.of(
                "uuidText uuid",
                "inet4Text inet4",
                "inet6Text inet6",
                "dateText date",
                "dateTimeText datetime(3)",
                "timeText time",
                "enumText enum('a','B','c d') collate utf8mb4_general_ci",
                "setText set('a','b') collate utf8mb4_general_ci",
                "varcharText varchar(10) collate utf8mb4_general_ci",
                "charText char(10) collate utf8mb4_bin",
                "binText varbinary(10)",
                "dec_ decimal(8,2)",
                "year_ year",
                "bit_ bit(4)",
                "int_ int");
        StringBuilder sql = new StringBuilder("create or replace table " + name + " (id int primary key");
        for (String column : columns) {
            sql.append(", ").append(column);
        }
        for (String column : columns) {
            sql.append(", ")
                    .append(key)
                    .append(" (")
                    .append(column.split(" ", 2)[0])
                    .append(')');
        }
        return sql.append(") character set utf8mb4").toString();
    }

    private static String row(String table, int id, String values) {
        return "insert into " + table + " values (" + id + ", " + values + ")";
    }

    @BeforeAll
    static void start() {
        List<String> statements = new ArrayList<>(List.of(table("rk_many", "key"), table("rk_one", "unique")));
        for (String table : List.of("rk_many", "rk_one")) {
            statements.add(row(
                    table,
                    1,
                    "'" + A
                            + "', '192.0.2.1', '2001:db8::1', '2024-02-09', '2024-02-09 01:02:03.400', '01:02:03', 'a', 'a',"
                            + " 'Abc', 'abc', 'abc', 1.10, 2001, b'0001', 5"));
            statements.add(row(
                    table,
                    2,
                    "'" + B + "', '1.92.0.2', '::ffff:192.0.2.1', '2002-04-02', '2002-04-02 00:00:00', '10:20:30', 'B',"
                            + " 'b', '01', '1', ' abc', 1.11, 1970, b'0000', 0"));
            statements.add(row(
                    table,
                    3,
                    "'00000001-0001-0001-0001-000000000001', '0.0.0.0', '::', '0000-00-00', '0000-00-00 00:00:00',"
                            + " '00:00:00', 'c d', '', '', '', '', 0, 0, b'1111', -1"));
            statements.add(
                    row(
                            table,
                            4,
                            "'00000000-0000-0000-0000-000000000000', '255.255.255.255', '1::', '1000-01-01',"
                                    + " '9999-12-31 23:59:59.999', '-01:02:03', null, 'a,b', '１', ' 1', '1', 10, 1901, b'1000', 1"));
        }
        statements.add("create or replace table rk_uuid (id uuid primary key, n int not null)");
        statements.add("insert into rk_uuid values ('" + A + "', 1), ('" + B + "', 2)");
        statements.add("create or replace table rk_twice (id int primary key, number int, created datetime)");
        statements.add("insert into rk_twice values (1, 7, '2024-02-09 01:02:03')");
        statements.add(0, "set sql_mode=''");
        SERVER.execute(statements.toArray(String[]::new));
        plain = App.plain(SERVER, Map.of(), ENTITIES);
        app = App.fast(SERVER, Map.of(), ENTITIES);
        // Connections are known once one was used.
        app.sessionFactory().inSession(session -> session.doWork(connection -> {}));
        app.loads().prepare().toCompletableFuture().join();
    }

    @AfterAll
    static void stop() {
        app.close();
        plain.close();
        SERVER.execute("drop table rk_many, rk_one, rk_uuid, rk_twice");
    }

    private static final Set<String> UUIDS = Set.of(
            A,
            B,
            DIGIT_SHIFTED,
            "1-1-1-1-1",
            "00000001-1-1-1-1",
            "123e4567e89b12d3a456426614174000",
            "123e4567-e89b12d3-a456426614174000",
            "1-23e4567e89b12d3a456426614174000",
            "{" + A + "}",
            "urn:uuid:" + A,
            "123e4567-e89b-12d3-a456-42661417400",
            "123e4567-e89b-12d3-a456-4266141740000",
            "0123e4567-e89b-12d3-a456-42661417400",
            "+23e4567e-089b-12d3-a456-426614174000",
            "-23e4567-e89b-12d3-a456-426614174000",
            "123e4567-e89b-12d3-a456-+42661417400",
            "00000001-0001-0001-0001-00000000001 ",
            "00000000-0000-0000-0000-000000000000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff");

    private static final List<String> TEXTS = List.of(
            "192.0.2.1",
            "192.0.2.01",
            "192.0.2.1.",
            "192.0.2",
            "3221225985",
            "0xC0000201",
            "1.92.0.2",
            "2001:db8::1",
            "2001:DB8::1",
            "2001:0db8:0:0::1",
            "2001:db8::0.0.0.1",
            "::ffff:192.0.2.1",
            "192.0.2.1%1",
            "2001:db8::1%0",
            "2024-02-09",
            "2024-2-9",
            "20240209",
            "240209",
            "2024/02/09",
            "2024-02-09 00:00:00",
            "2024-02-30",
            "0000-00-00",
            "2024-02-09 01:02:03.4",
            "2024-02-09T01:02:03.400",
            "2024-02-09 01:02:03.4004",
            "01:02:03",
            "1:2:3",
            "010203",
            "10203",
            "0 01:02:03",
            "-01:02:03",
            "01:02:03.0",
            "25:00:00",
            "a",
            "A",
            "b",
            "1",
            "2",
            "c d",
            "c  d",
            "a,b",
            "b,a",
            "a,a",
            "Abc",
            "abc",
            "ABC",
            "01",
            "1.10",
            "1.1",
            "1.100",
            "1.104",
            "1e0",
            "10",
            "1E1",
            "2001",
            "1970",
            "70",
            "0",
            "00",
            "0000",
            "5",
            "05",
            "+5",
            "5.0",
            "5e0",
            "-1",
            "0x5",
            "true",
            "null",
            "NaN");

    private static Stream<String> decorated(String text) {
        return Stream.of(
                text,
                " " + text,
                text + " ",
                text + "\t",
                text + "\n",
                text + "\0",
                "+" + text,
                "-" + text,
                "0" + text,
                text + "x",
                text.toUpperCase(Locale.ROOT),
                text.toLowerCase(Locale.ROOT),
                fullWidth(text));
    }

    private static String fullWidth(String text) {
        return text.chars()
                .map(c -> c >= '0' && c <= '9' ? c - '0' + '０' : c)
                .collect(StringBuilder::new, (all, c) -> all.append((char) c), StringBuilder::append)
                .toString();
    }

    /**
     * Keys for one attribute.
     *
     * @param usual one that HandlerSocket takes, or null if every such key is for SQL
     */
    record Keys(String attribute, @Nullable Object usual, Set<Object> values) {

        @Override
        public String toString() {
            return attribute;
        }
    }

    private static Keys keys(String attribute, @Nullable Object usual, Object... values) {
        return new Keys(attribute, usual, new LinkedHashSet<>(List.of(values)));
    }

    /**
     * Keys that are texts.
     *
     * @param typical the text that is written in each way where the others are not
     * @param all whether each text is written in each way
     */
    private static Keys texts(
            String attribute, @Nullable Object usual, String typical, boolean all, Collection<String> values) {
        Set<Object> texts = new LinkedHashSet<>(List.of("", " ", "\0", "'", "\\", "ä", "😀", "%", "x".repeat(300)));
        decorated(typical).forEach(texts::add);
        values.stream().flatMap(text -> all ? decorated(text) : Stream.of(text)).forEach(texts::add);
        return new Keys(attribute, usual, texts);
    }

    private static Stream<Keys> keys() {
        return keys(false);
    }

    private static Stream<Keys> keysInEachWay() {
        return keys(true);
    }

    private static Stream<Keys> keys(boolean all) {
        BigDecimal huge = new BigDecimal("1e40");
        return Stream.of(
                texts("uuidText", A, A, all, UUIDS),
                keys("uuidValue", UUID.fromString(A), UUID.fromString(DIGIT_SHIFTED), new UUID(0, 0), new UUID(-1, -1)),
                texts("inet4Text", "192.0.2.1", "192.0.2.1", all, TEXTS),
                texts("inet6Text", "2001:db8::1", "2001:db8::1", all, TEXTS),
                texts("dateText", null, "2024-02-09", all, TEXTS),
                texts("dateTimeText", null, "2024-02-09 01:02:03.4", all, TEXTS),
                texts("timeText", null, "01:02:03", all, TEXTS),
                texts("enumText", "a", "a", all, TEXTS),
                texts("setText", "", "a,b", all, TEXTS),
                texts("varcharText", "abc", "abc", all, TEXTS),
                texts("charText", "abc", "abc", all, TEXTS),
                texts("binText", null, "abc", all, TEXTS),
                texts("decText", null, "1.10", all, TEXTS),
                texts("yearText", null, "2001", all, TEXTS),
                texts("intText", null, "5", all, TEXTS),
                keys(
                        "decNumber",
                        new BigDecimal("1.10"),
                        new BigDecimal("1.1"),
                        new BigDecimal("1.100"),
                        new BigDecimal("1.105"),
                        new BigDecimal("1.104"),
                        new BigDecimal("1E+1"),
                        new BigDecimal("1E-20"),
                        new BigDecimal("0E-20"),
                        new BigDecimal("-0.00"),
                        new BigDecimal("-0.001"),
                        huge,
                        huge.negate()),
                keys("decLong", 10L, 0L, -1L, 1L, Long.MAX_VALUE, Long.MIN_VALUE),
                keys("yearNumber", 2001, 0, 1, 69, 70, 99, 100, 1900, 1901, 2000, 2155, 2156, -1, Integer.MAX_VALUE),
                keys("bitNumber", 1, 0, 15, 16, 8, -1, Integer.MIN_VALUE),
                keys("bitFlag", true, false),
                keys("intNumber", 5, 0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE),
                keys("intLong", 5L, 0L, -1L, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE),
                keys(
                        "intDecimal",
                        new BigDecimal("5"),
                        new BigDecimal("5.0"),
                        new BigDecimal("5.5"),
                        new BigDecimal("4.5"),
                        new BigDecimal("-0.4"),
                        huge),
                keys(
                        "intBig",
                        BigInteger.valueOf(5),
                        BigInteger.TWO.pow(64),
                        BigInteger.TWO.pow(64).negate()),
                keys("intFlag", true, false));
    }

    /** What a load gives: its rows in an order of their own, or its error. */
    private static Object outcome(App asked, Function<Session, List<?>> load) {
        try {
            return asked.sessionFactory().fromSession(load).stream()
                    .map(String::valueOf)
                    .sorted()
                    .toList();
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }

    private static Function<Session, List<?>> query(String hql, int limit, Object... values) {
        return session -> {
            var query = session.createSelectionQuery(hql, Integer.class);
            for (int i = 0; i < values.length; i++) {
                query.setParameter(i + 1, values[i]);
            }
            return limit == 0
                    ? query.getResultList()
                    : query.setMaxResults(limit).getResultList();
        };
    }

    private static void warm(Function<Session, List<?>> load) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(app.routed(HANDLERSOCKET, 1, () -> outcome(app, load)))
                        .isEqualTo(outcome(plain, load)));
    }

    @ParameterizedTest
    @MethodSource("keysInEachWay")
    @Tag("exhaustive")
    void findsWhatSqlFindsByEachTextInEachWay(Keys keys) {
        findsWhatSqlFinds(keys);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void findsWhatSqlFinds(Keys keys) {
        SoftAssertions same = new SoftAssertions();
        for (String entity : List.of("OddMany", "OddOne")) {
            String from = "select o.id from " + entity + " o where o." + keys.attribute();
            if (keys.usual() != null) {
                warm(query(from + " = ?1", 0, keys.usual()));
            } else {
                app.expect(
                        Route.JDBC,
                        1,
                        () -> outcome(
                                app,
                                query(
                                        from + " = ?1",
                                        0,
                                        keys.values().iterator().next())));
            }
            for (Object value : keys.values()) {
                List<Function<Session, List<?>>> loads = new ArrayList<>();
                loads.add(query(from + " = ?1", 0, value));
                if (!(value instanceof String text) || TEXTS.contains(text) || UUIDS.contains(text)) {
                    loads.add(query(from + " in (?1, ?2)", 0, value, keys.usual() == null ? value : keys.usual()));
                    loads.add(query(from + " >= ?1 order by o." + keys.attribute(), 2, value));
                }
                for (int i = 0; i < loads.size(); i++) {
                    same.assertThat(outcome(app, loads.get(i)))
                            .as("%s, load %d, key <%s>", from, i, value)
                            .isEqualTo(outcome(plain, loads.get(i)));
                }
            }
        }
        same.assertAll();
    }

    @Test
    void aTextIdOfAUuidColumnIsReadAsSqlReadsIt() {
        Function<String, Function<Session, List<?>>> find = id -> session -> {
            TextUuid found = session.find(TextUuid.class, id);
            return found == null ? List.of() : List.of(found.n);
        };
        warm(find.apply(A));
        SoftAssertions same = new SoftAssertions();
        UUIDS.stream()
                .flatMap(RoutedKeysIT::decorated)
                .forEach(id ->
                        same.assertThat(outcome(app, find.apply(id))).as(id).isEqualTo(outcome(plain, find.apply(id))));
        same.assertAll();
        assertThat(outcome(app, find.apply(DIGIT_SHIFTED))).isEqualTo(List.of("1"));
        app.expect(HANDLERSOCKET, 1, () -> outcome(app, find.apply(A)));
    }

    /** Code that reads single columns sends its keys itself. */
    @Test
    void aTextOfAUuidColumnIsAKeyAsItCame() {
        RowRead read = app.loads()
                .table(TextUuid.class)
                .read(new RowQuery(List.of("n"), List.of("id"), RangeAndOrder.NONE, null, false));
        await().until(() -> read.refusal() == null);
        Function<String, Function<Session, List<?>>> find = id -> session -> {
            TextUuid found = session.find(TextUuid.class, id);
            return found == null ? List.of() : List.of(found.n);
        };
        int answered = 0;
        for (String text : UUIDS) {
            try {
                List<?> found = read.now(
                        new RowRead.Wanted(List.of(text), 1, true),
                        rows -> rows.stream().map(row -> String.valueOf(row[0])).toList());
                assertThat((Object) found).as(text).isEqualTo(outcome(plain, find.apply(text)));
                answered++;
            } catch (LeftToJdbcException e) {
                if (e.reason().kind() != JdbcReason.Kind.OUTAGE) { // of a machine that stood still
                    assertThat(e.reason().text()).startsWith("only SQL can compare a value");
                }
            }
        }
        assertThat(answered).isPositive();
    }

    @Test
    void aColumnOfTwoTypesThatAreReadAlikeGoesOverHandlerSocket() {
        Twice found = app.expect(
                HANDLERSOCKET, 1, () -> app.sessionFactory().fromSession(session -> session.find(Twice.class, 1)));
        assertThat(found.number).isEqualTo(7);
        assertThat(found.again).isEqualTo(7L);
    }

    @Test
    void aColumnOfTwoTypesThatTheDriverConvertsIsLeftToJdbc() {
        TwoTypes found = app.settled(
                JDBC,
                1,
                () -> app.expect(
                        JDBC, 1, () -> app.sessionFactory().fromSession(session -> session.find(TwoTypes.class, 1))));
        assertThat(found.created).isEqualTo(LocalDateTime.of(2024, 2, 9, 1, 2, 3));
        assertThat(found.createdOn).isEqualTo(LocalDate.of(2024, 2, 9));
        assertThat(app.loads().counts())
                .extracting(LoadCount::reason)
                .contains("column created is mapped to two types");
    }
}
