// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.Read;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Table;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One request reads all rows of a unique key that a join needs, and each row gets the one that SQL gives it. */
class ListedKeysIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final int GUILDS = 8;
    private static final int MOST_SEATS = 50;
    private static final int BADGES = 60;
    private static final AtomicInteger REQUESTS = new AtomicInteger();
    private static final AtomicInteger PACKETS = new AtomicInteger();
    private static App plain;
    private static App fast;

    @Entity(name = "Seat")
    @Table(name = "lk_seat", indexes = @Index(columnList = "guild"))
    static class Seat {
        @Id
        int id;

        int guild;

        @Nullable
        Integer badge;

        @Nullable
        Integer n;

        @Nullable
        Long big;

        @Column(columnDefinition = "bigint unsigned")
        @Nullable
        BigInteger wide;

        @Column(columnDefinition = "decimal(8,0)")
        @Nullable
        BigDecimal price;

        @Column(columnDefinition = "char(4)")
        @Nullable
        String code;

        @Column(columnDefinition = "uuid")
        @Nullable
        UUID uid;
    }

    @Entity(name = "Badge")
    @Table(name = "lk_badge")
    static class Badge {
        @Id
        int id;

        int kind;

        long number;

        @Column(columnDefinition = "tinyint", unique = true)
        @Nullable
        Byte tiny;

        @Column(columnDefinition = "int unsigned zerofill", unique = true)
        @Nullable
        Long n;

        @Column(unique = true)
        @Nullable
        Long big;

        @Column(columnDefinition = "bigint unsigned", unique = true)
        @Nullable
        BigInteger wide;

        @Column(columnDefinition = "decimal(9,0)", unique = true)
        @Nullable
        BigDecimal price;

        @Column(columnDefinition = "char(4)", unique = true)
        @Nullable
        String code;

        @Column(columnDefinition = "uuid", unique = true)
        @Nullable
        UUID uid;
    }

    @BeforeAll
    static void start() {
        Random random = Seed.random(ListedKeysIT.class);
        plain = App.plain(SERVER, Map.of("hibernate.hbm2ddl.auto", "create"), Seat.class, Badge.class);
        Set<Object> used = new HashSet<>();
        plain.sessionFactory().inTransaction(session -> {
            for (int id = 1; id <= BADGES; id++) {
                Badge badge = new Badge();
                badge.id = id;
                badge.kind = random.nextInt(3);
                BigInteger number = number(random);
                badge.tiny = once(used, "tiny", number.byteValue());
                badge.n = once(used, "n", number.longValue() & 0xFFFF_FFFFL);
                badge.big = once(used, "big", number.longValue());
                badge.wide = once(used, "wide", unsigned(number(random)));
                badge.price = once(used, "price", BigDecimal.valueOf(random.nextInt(40) - 20));
                badge.code = once(used, "code", code(random));
                badge.uid = new UUID(0, id);
                session.persist(badge);
            }
            for (int id = 1; id <= GUILDS * MOST_SEATS / 2; id++) {
                Seat seat = new Seat();
                seat.id = id;
                seat.guild = random.nextInt(GUILDS);
                seat.badge = orNull(random, random.nextInt(2 * BADGES) - 10);
                seat.n = orNull(random, number(random).intValue());
                seat.big = orNull(random, number(random).longValue());
                seat.wide = orNull(random, unsigned(number(random)));
                seat.price = orNull(random, BigDecimal.valueOf(random.nextInt(40) - 20));
                seat.code = orNull(random, code(random));
                seat.uid = orNull(random, new UUID(0, random.nextInt(2 * BADGES)));
                session.persist(seat);
            }
        });
        fast = App.over(
                        SERVER,
                        DisturbedClient.of(App.client(SERVER), ListedKeysIT::counted),
                        Map.of(App.POOL_SIZE, 1),
                        Seat.class,
                        Badge.class)
                .ready(Seat.class, Badge.class);
    }

    /** Values about the limits of all types, and small ones, so that many are equal. */
    private static BigInteger number(Random random) {
        int bits = new int[] {0, 3, 7, 8, 31, 32, 63, 64}[random.nextInt(8)];
        BigInteger limit = BigInteger.ONE.shiftLeft(bits);
        BigInteger value = limit.add(BigInteger.valueOf(random.nextInt(3) - 1L));
        return random.nextBoolean() ? value : value.negate();
    }

    private static BigInteger unsigned(BigInteger value) {
        return value.abs().min(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));
    }

    private static String code(Random random) {
        return List.of("a", "A", "b", "B ", "", "é", "ab", "AB", "zz", "Zz").get(random.nextInt(10));
    }

    private static <T> @Nullable T orNull(Random random, T value) {
        return random.nextInt(8) == 0 ? null : value;
    }

    /** Null if a row has it: the column is unique, and case does not matter to its collation. */
    private static <T> @Nullable T once(Set<Object> used, String column, T value) {
        String text = column + value.toString().strip().toLowerCase(Locale.ROOT).replace('é', 'e');
        return used.add(text) ? value : null;
    }

    @AfterAll
    static void stop() {
        fast.close();
        plain.close();
    }

    @BeforeEach
    void reset() {
        REQUESTS.set(0);
    }

    private static Object counted(Object target, Method method, Object[] args) throws Throwable {
        if (method.getName().equals("readTogether")) {
            PACKETS.incrementAndGet();
            REQUESTS.accumulateAndGet(((List<?>) args[0]).size(), Math::max);
            for (Object read : (List<?>) args[0]) {
                assertThat(((Read) read).keys()).isNotEmpty();
            }
        }
        return DisturbedClient.call(target, method, args);
    }

    private static List<String> rows(App app, String query, int guild) {
        return app
                .sessionFactory()
                .fromSession(session -> session.createSelectionQuery(query, Object[].class)
                        .setParameter("guild", guild)
                        .getResultList())
                .stream()
                .map(Arrays::toString)
                .sorted()
                .toList();
    }

    /**
     * Rows that the condition leaves out, and keys that no row has, are as if they were not there. Only numbers that a
     * {@code long} holds, and UUIDs, are listed.
     */
    @ParameterizedTest
    @CsvSource({
        "id, badge, true",
        "id, big, true",
        "tiny, badge, true",
        "tiny, n, true",
        "tiny, big, true",
        "tiny, wide, false",
        "n, n, true",
        "n, big, true",
        "n, wide, false",
        "big, n, true",
        "big, big, true",
        "big, wide, false",
        "wide, big, true",
        "wide, wide, false",
        "big, price, false",
        "price, big, false",
        "price, price, false",
        "code, code, false",
        "uid, uid, true"
    })
    void eachRowHasTheMatchThatSqlGives(String key, String reference, boolean listed) {
        int turn = 0;
        for (String join : List.of("left join", "join")) {
            for (String condition : List.of("b.kind = 1", "b.kind in (2, 0)", "b.kind = 1 and b.number = 0")) {
                for (String selected : List.of("b.id, b.number", "b." + key + ", b.kind")) {
                    String query = "select s.id, %s from Seat s %s Badge b on b.%s = s.%s and %s where s.guild = :guild"
                            .formatted(selected, join, key, reference, condition);
                    if (!condition.contains(" in ")) { // SQL answers a join with a list of constants
                        fast.settled(HANDLERSOCKET, 1, () -> rows(fast, query, 0));
                    }
                    for (int i = 0; i < 3; i++) {
                        int guild = turn++ % (GUILDS + 1); // the last one has no row
                        assertThat(rows(fast, query, guild))
                                .as("%s, %d, of %s", query, guild, fast.loads().counts())
                                .isEqualTo(rows(plain, query, guild));
                    }
                }
            }
        }
        String query =
                "select s.id, b.number from Seat s left join Badge b on b.%s = s.%s and b.kind = 1 where s.guild = :guild"
                        .formatted(key, reference);
        for (int guild = 0; guild < GUILDS; guild++) {
            int one = guild;
            fast.settled(HANDLERSOCKET, 1, () -> rows(fast, query, one));
        }
        assertThat(REQUESTS.get() <= 2).as("one request of all keys").isEqualTo(listed);
    }

    /** Of all sizes and signs. */
    @Test
    void theSecondReadOfARootKnowsAllItsKeys() {
        String query =
                "select s.id, b.number from Seat s left join Badge b on b.big = s.big and b.kind = 2 where s.guild = :guild";
        for (int guild = 0; guild < GUILDS; guild++) {
            int one = guild;
            List<String> expected = rows(plain, query, guild);
            for (int expectedPackets = 2; expectedPackets > 0; expectedPackets--) {
                PACKETS.set(0);
                assertThat(fast.settled(HANDLERSOCKET, 1, () -> rows(fast, query, one)))
                        .isEqualTo(expected);
                assertThat(PACKETS).hasValue(expectedPackets);
            }
        }
    }

    /** What no row has is a reference to a missing row: SQL answers. */
    @ParameterizedTest
    @ValueSource(strings = {"left join", "join"})
    void aReferenceToNoRowIsLeftToJdbc(String join) {
        SERVER.execute(
                "delete from lk_seat where guild = 100",
                "insert into lk_seat (id, guild, badge) values (10001, 100, 1), (10002, 100, 2), (10003, 100, 2),"
                        + " (10004, 100, null), (10005, 100, 3)");
        String query =
                "select s.id, b.id, b.number from Seat s " + join + " Badge b on b.id = s.badge where s.guild = :guild";
        assertThat(fast.settled(HANDLERSOCKET, 1, () -> rows(fast, query, 100))).isEqualTo(rows(plain, query, 100));
        SERVER.execute("update lk_seat set badge = 4711 where id = 10005");
        assertThat(fast.settled(JDBC, 1, () -> rows(fast, query, 100))).isEqualTo(rows(plain, query, 100));
    }

    /** More keys than could travel one by one. */
    @Test
    void aGuildOfAHundredTravelsInOnePacket() {
        SERVER.execute(
                "delete from lk_seat where guild = 101",
                "insert into lk_badge (id, kind, number) select seq, 1, 0 from seq_200001_to_200200",
                "insert into lk_seat (id, guild, badge) select seq, 101, 200100 + seq - 20000 from seq_20001_to_20100");
        String query = "select s.id, b.id, b.number from Seat s join Badge b on b.id = s.badge where s.guild = :guild";
        for (int i = 0; i < 3; i++) {
            assertThat(fast.settled(HANDLERSOCKET, 1, () -> rows(fast, query, 101)))
                    .isEqualTo(rows(plain, query, 101))
                    .hasSize(100);
        }
        assertThat(REQUESTS).hasValue(2);
    }

    /** A writer moves the references and changes all rows: an answer is of one moment. */
    @Test
    void rowsOfOneRequestAreOfTheMomentOfTheOthers() {
        SERVER.execute(
                "delete from lk_seat where guild = 102",
                "insert into lk_badge (id, kind, number) select seq, 1, 0 from seq_300001_to_300040",
                "insert into lk_seat (id, guild, badge, n) select seq, 102, 300000 + seq - 30000, 0 from seq_30001_to_30020");
        String query = "select s.n, b.number, b.id from Seat s join Badge b on b.id = s.badge where s.guild = :guild";
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger commits = new AtomicInteger();
        CompletableFuture<Void> writer =
                CompletableFuture.runAsync(() -> writeUntil(stop, commits), run -> new Thread(run).start());
        long before = fast.loads().count(HANDLERSOCKET);
        int loads = 0;
        try {
            for (; loads < 1_000 || (commits.get() <= 50 && !writer.isDone()); loads++) {
                List<Object[]> found = fast.sessionFactory()
                        .fromSession(session -> session.createSelectionQuery(query, Object[].class)
                                .setParameter("guild", 102)
                                .getResultList());
                assertThat(found).hasSize(20);
                assertThat(IntStream.range(0, 20)
                                .mapToObj(row -> found.get(row))
                                .flatMap(row -> Stream.of(((Number) row[0]).longValue(), ((Number) row[1]).longValue()))
                                .distinct())
                        .hasSize(1);
            }
        } finally {
            stop.set(true);
        }
        writer.join();
        assertThat(commits).hasValueGreaterThan(50);
        assertThat(fast.loads().count(HANDLERSOCKET) - before).isGreaterThan(loads / 2);
    }

    private static void writeUntil(AtomicBoolean stop, AtomicInteger commits) {
        try (Connection connection = SERVER.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            while (!stop.get()) {
                statement.executeUpdate("update lk_badge set number = number + 1 where id > 300000");
                statement.executeUpdate("update lk_seat set n = n + 1 where guild = 102");
                if (commits.incrementAndGet() % 5 == 0) {
                    statement.executeUpdate("update lk_seat set badge = 600041 - badge where guild = 102");
                }
                connection.commit();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
