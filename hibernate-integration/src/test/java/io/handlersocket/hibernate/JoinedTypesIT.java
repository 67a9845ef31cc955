// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows are joined by columns of two types as SQL joins them. */
class JoinedTypesIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final int ROWS = 60;
    private static final String[] LETTERS = {"a", "A", "b", " ", "é"};
    private static final String CI = " character set utf8mb4 collate utf8mb4_general_ci";
    private static final String BIN = " character set utf8mb4 collate utf8mb4_bin";
    private static final String NOPAD = " character set utf8mb4 collate utf8mb4_nopad_bin";
    private static App plain;
    private static App fast;

    @Entity(name = "Port")
    @Table(
            name = "jt_port",
            indexes = {
                @Index(columnList = "text"),
                @Index(columnList = "filled"),
                @Index(columnList = "exact"),
                @Index(columnList = "exactNopad"),
                @Index(columnList = "price"),
                @Index(columnList = "n"),
                @Index(columnList = "raw")
            })
    static class Port {
        @Id
        int id;

        @Column(columnDefinition = "varchar(9)" + CI)
        @Nullable
        String text;

        @Column(columnDefinition = "char(5)" + CI)
        @Nullable
        String filled;

        @Column(columnDefinition = "varchar(9)" + BIN)
        @Nullable
        String exact;

        @Column(columnDefinition = "varchar(9)" + NOPAD)
        @Nullable
        String exactNopad;

        @Column(columnDefinition = "decimal(6,2)")
        BigDecimal price;

        Integer n;

        @Column(columnDefinition = "varbinary(6)")
        byte[] raw;
    }

    @Entity(name = "Ship")
    @Table(
            name = "jt_ship",
            indexes = {
                @Index(columnList = "text"),
                @Index(columnList = "filled"),
                @Index(columnList = "exact"),
                @Index(columnList = "exactNopad"),
                @Index(columnList = "price"),
                @Index(columnList = "n"),
                @Index(columnList = "raw")
            })
    static class Ship {
        @Id
        int id;

        @Column(columnDefinition = "varchar(4)" + CI)
        @Nullable
        String text;

        @Column(columnDefinition = "char(3)" + CI)
        @Nullable
        String filled;

        @Column(columnDefinition = "char(4)" + BIN)
        @Nullable
        String exact;

        @Column(columnDefinition = "varchar(4)" + NOPAD)
        @Nullable
        String exactNopad;

        @Column(columnDefinition = "decimal(12,4)")
        BigDecimal price;

        @Column(columnDefinition = "decimal(5,0)")
        @Nullable
        Long n;

        @Column(columnDefinition = "binary(3)")
        byte[] raw;
    }

    @BeforeAll
    static void start() {
        Random random = Seed.random(JoinedTypesIT.class);
        plain = App.plain(SERVER, Map.of("hibernate.hbm2ddl.auto", "create"), Port.class, Ship.class);
        plain.sessionFactory().inTransaction(session -> {
            for (int id = 1; id <= ROWS; id++) {
                Port port = new Port();
                port.id = id;
                port.text = text(random, 9);
                port.filled = text(random, 5);
                port.exact = text(random, 9);
                port.exactNopad = text(random, 9);
                port.price = number(random, 2);
                port.n = random.nextInt(5) - 2;
                port.raw = bytes(random, 6);
                session.persist(port);
                Ship ship = new Ship();
                ship.id = id;
                ship.text = text(random, 4);
                ship.filled = text(random, 3);
                ship.exact = text(random, 4);
                ship.exactNopad = text(random, 4);
                ship.price = number(random, 4);
                ship.n = random.nextInt(10) == 0 ? null : random.nextLong(5) - 2;
                ship.raw = bytes(random, 3);
                session.persist(ship);
            }
        });
        fast = App.fast(SERVER, Map.of(), Port.class, Ship.class).ready(Port.class, Ship.class);
    }

    private static @Nullable String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(length + 1); i > 0; i--) {
            text.append(LETTERS[random.nextInt(random.nextInt(LETTERS.length) + 1)]);
        }
        return random.nextInt(10) == 0 ? null : text.toString();
    }

    private static BigDecimal number(Random random, int scale) {
        return BigDecimal.valueOf(random.nextInt(9) - 4).divide(BigDecimal.valueOf(2), scale, RoundingMode.HALF_UP);
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[random.nextInt(length + 1)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(2);
        }
        return bytes;
    }

    @AfterAll
    static void stop() {
        fast.close();
        plain.close();
    }

    static Stream<Arguments> joins() {
        return Stream.of(
                        "text = text",
                        "text = filled",
                        "filled = text",
                        "filled = filled",
                        "exact = exact",
                        "exactNopad = exactNopad",
                        "price = price",
                        "n = n",
                        "n = price",
                        "raw = raw")
                .flatMap(pair -> {
                    String[] columns = pair.split(" = ", -1);
                    boolean decimals = columns[1].equals("price"); // a ship's price has more of them
                    return Stream.of(
                            Arguments.of(
                                    "select o.id, m.id from Port o join Ship m on m.%s = o.%s where o.id = :id"
                                            .formatted(columns[1], columns[0]),
                                    Route.HANDLERSOCKET),
                            Arguments.of(
                                    "select o.id, m.id from Ship o left join Port m on m.%s = o.%s where o.id = :id"
                                            .formatted(columns[0], columns[1]),
                                    decimals ? Route.JDBC : Route.HANDLERSOCKET));
                });
    }

    @ParameterizedTest
    @MethodSource("joins")
    void columnsOfTwoTypesJoinAsInSql(String query, Route route) {
        int found = 0;
        for (int row = 1; row <= ROWS; row++) {
            int id = row;
            List<String> expected = rows(plain.sessionFactory(), query, id);
            assertThat(fast.settled(route, 1, () -> rows(fast.sessionFactory(), query, id)))
                    .as("id %d", id)
                    .isEqualTo(expected);
            found += expected.size();
        }
        assertThat(found).isPositive();
    }

    private static List<String> rows(SessionFactory factory, String query, int id) {
        return factory.fromSession(session ->
                session.createSelectionQuery(query, Object[].class).setParameter("id", id).getResultList().stream()
                        .map(Arrays::toString)
                        .sorted()
                        .toList());
    }
}
