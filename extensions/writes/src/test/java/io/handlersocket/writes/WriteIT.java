// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Key;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.Row;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Year;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each write leaves the row that the same statement leaves in SQL, or is refused before anything is sent. */
class WriteIT {

    /** Lets writes wait while the machine stands still for a moment, in tests that are about something else. */
    static final WriteOptions PATIENT = WriteOptions.DEFAULTS.withTimeout(Duration.ofSeconds(5));

    private static final HandlerSocketMariaDB DB = WritableServer.shared();
    private static HandlerSocketClient client;
    private static HandlerSocketWrites writes;

    @BeforeAll
    static void open() {
        client = PatientClient.builder()
                .name("writer")
                .dataSource(DB.dataSource())
                .build();
        writes = HandlerSocketWrites.of(client, PATIENT);
    }

    @AfterAll
    static void close() {
        client.close();
    }

    private static WriteIndex writer(TwinTables twins) {
        return writes.index(twins.table());
    }

    /**
     * Values of a type.
     *
     * @param type as in a declaration
     * @param value for HandlerSocket
     * @param sql the same for JDBC
     */
    record Typed(String type, Object value, Object sql) {

        static Typed same(String type, Object value) {
            return new Typed(type, value, value);
        }

        @Override
        public String toString() {
            return type;
        }
    }

    static List<Typed> types() throws Exception {
        UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426655440000");
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return List.of(
                Typed.same("TINYINT", -128),
                Typed.same("SMALLINT UNSIGNED", 65535),
                Typed.same("INT ZEROFILL", 42),
                Typed.same("BIGINT", Long.MIN_VALUE),
                Typed.same("BIGINT UNSIGNED", new BigInteger("18446744073709551615")),
                Typed.same("BOOL", true),
                Typed.same("DECIMAL(20,4)", new BigDecimal("-1234567890.1234")),
                Typed.same("DOUBLE", 1.0E-300),
                Typed.same("DOUBLE", 0.1 + 0.2),
                Typed.same("BIT(12)", 0x0aff),
                new Typed("YEAR", Year.of(2024), 2024),
                Typed.same("DATE", LocalDate.of(2024, 2, 29)),
                Typed.same("DATETIME(6)", LocalDateTime.of(2024, 2, 29, 10, 11, 12, 123_456_000)),
                new Typed("TIME(3)", Duration.ofMillis(3_601_002), "01:00:01.002"),
                new Typed("TIMESTAMP NULL", Instant.parse("2024-07-01T12:00:00Z"), "2024-07-01 12:00:00"),
                Typed.same("VARCHAR(20) CHARACTER SET utf8mb4", "gr\u00fc\u00df \uD83D\uDE00 \t\n\u0001\u0000\\"),
                Typed.same("VARCHAR(20) CHARACTER SET latin1", "\u00e9t\u00e9 \u20ac"),
                Typed.same("VARCHAR(20) CHARACTER SET utf16", "a\u010a\uD83D\uDE00"),
                Typed.same("VARCHAR(20) CHARACTER SET cp1250", "\u017elu\u0165"),
                Typed.same("CHAR(5) CHARACTER SET ascii", "ab"),
                Typed.same("VARCHAR(5)", ""),
                Typed.same("TEXT", "x".repeat(20_000)), // more than a round
                Typed.same("VARBINARY(300)", bytes),
                Typed.same("BINARY(4)", new byte[] {0, 9, 10, 1}),
                Typed.same("BLOB", bytes),
                Typed.same("ENUM('a','it''s','2')", "2"),
                new Typed("SET('x','y','z')", Set.of("x", "z"), "x,z"),
                new Typed("UUID", uuid, uuid.toString()),
                new Typed("INET4", InetAddress.getByName("10.0.9.1"), "10.0.9.1"),
                new Typed("INET6", InetAddress.getByName("2001:db8::ff00:42:8329"), "2001:db8::ff00:42:8329"));
    }

    @ParameterizedTest
    @MethodSource("types")
    void everyTypeIsStoredAsSqlStoresIt(Typed typed) throws Exception {
        TwinTables twins = new TwinTables(DB, "typed", "id INT PRIMARY KEY, v " + typed.type() + " NULL");
        WriteIndex writer = writer(twins);

        applied(writer.writeAll(List.of(
                Write.insert(row("id", 1, "v", typed.value())),
                Write.insert(row("id", 2, "v", null)),
                Write.insert(row("id", 3)),
                Write.insert(row("id", 4, "v", typed.value())),
                Write.update(Key.of(2), row("v", typed.value())),
                Write.update(Key.of(4), row("v", null)))));

        for (int id = 1; id <= 4; id++) {
            twins.inSql("INSERT INTO T VALUES (?, ?)", id, id == 1 || id == 2 ? typed.sql() : null);
        }
        assertThat(twins.writtenRows()).isEqualTo(twins.sqlRows());
    }

    @Test
    void everyOperationLeavesTheRowsThatSqlLeaves() throws Exception {
        TwinTables twins = new TwinTables(
                DB,
                "ops",
                "id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) NOT NULL, n INT NULL, b BIGINT NOT NULL,"
                        + " UNIQUE KEY uk (name, b)");
        WriteIndex writer = writer(twins);
        WriteIndex byName = writes.index(twins.table(), "uk");

        List<WriteResult> inserted = writer.writeAll(List.of(
                Write.insert(row("name", "a", "n", 1, "b", 10L)),
                Write.insert(row("name", "b", "n", null, "b", 20L)),
                Write.insert(row("id", 100, "name", "c", "b", 30L)),
                Write.insert(row("id", null, "name", "d", "n", 4, "b", 40L))));
        twins.inSql("INSERT INTO T VALUES (NULL,'a',1,10),(NULL,'b',NULL,20)");
        twins.inSql("INSERT INTO T VALUES (100,'c',NULL,30)");
        twins.inSql("INSERT INTO T VALUES (NULL,'d',4,40)");
        assertThat(inserted.stream().map(one -> applied(one).generatedId().orElse(-1)))
                .containsExactly(1L, 2L, -1L, 101L);
        assertThat(twins.writtenRows()).isEqualTo(twins.sqlRows());

        applied(writer.writeAll(List.of(
                Write.update(Key.of(1), row("name", "A", "b", 11L)),
                Write.increment(Key.of(1), "n", 41),
                Write.increment(Key.of(1), "b", Long.MAX_VALUE - 11),
                Write.decrement(Key.of(101), "n", 10),
                Write.delete(Key.of(100)))));
        applied(byName.write(Write.update(Key.of("b", 20), row("id", 7, "n", 5))));
        twins.inSql("UPDATE T SET name = 'A', b = 11 WHERE id = 1");
        twins.inSql("UPDATE T SET n = n + 41 WHERE id = 1");
        twins.inSql("UPDATE T SET b = b + 9223372036854775796 WHERE id = 1");
        twins.inSql("UPDATE T SET n = n - 10 WHERE id = 101");
        twins.inSql("DELETE FROM T WHERE id = 100");
        twins.inSql("UPDATE T SET id = 7, n = 5 WHERE name = 'b' AND b = 20");
        assertThat(twins.writtenRows()).hasSize(3).isEqualTo(twins.sqlRows());
    }

    @Test
    void oldRowsAreReturned() {
        TwinTables twins = new TwinTables(DB, "old", "id INT PRIMARY KEY, v VARCHAR(20) NULL, n INT, f FLOAT");
        twins.both("INSERT INTO T VALUES (1, 'one', 10, 0), (2, NULL, 20, 0)");
        WriteIndex writer = writer(twins);

        Row updated = oldRow(
                writer.write(Write.update(Key.of(1), row("n", 11, "v", "eins")).returningOldRow()));
        assertThat(updated.get("v")).isEqualTo("one");
        assertThat(updated.get("n")).isEqualTo(10);
        assertThat(oldRow(writer.write(Write.increment(Key.of(1), "n", 5).returningOldRow()))
                        .intAt(0))
                .isEqualTo(11);
        assertThat(oldRow(writer.write(Write.decrement(Key.of(1), "n", 20).returningOldRow()))
                        .intAt(0))
                .isEqualTo(16);
        Row deleted = oldRow(writer.write(Write.delete(Key.of(2)).returningOldRow()));
        assertThat(deleted.columns()).extracting(column -> column.name()).containsExactly("id", "v", "n", "f");
        assertThat(deleted.get("id")).isEqualTo(2);
        assertThat(deleted.get("v")).isNull();
        WriteResult.Applied none = applied(writer.write(Write.delete(Key.of(2)).returningOldRow()));
        assertThat(none.rows()).isZero();
        assertThat(none.oldRow()).isEmpty();
    }

    @Test
    void anIncrementNeverLeavesTheRangeOfItsColumn() throws Exception {
        TwinTables twins =
                new TwinTables(DB, "ranges", "id INT PRIMARY KEY, t TINYINT, u INT UNSIGNED, w BIGINT UNSIGNED, n INT");
        twins.both("INSERT INTO T VALUES (1, 120, 3, 18446744073709551610, NULL)");
        WriteIndex writer = writer(twins);

        List<WriteResult> results = writer.writeAll(List.of(
                Write.increment(Key.of(1), "t", 8),
                Write.decrement(Key.of(1), "t", 249),
                Write.decrement(Key.of(1), "u", 4),
                Write.increment(Key.of(1), "u", 4294967293L),
                Write.increment(Key.of(1), "w", 1),
                Write.decrement(Key.of(1), "w", 1),
                Write.increment(Key.of(1), "n", 1).returningOldRow()));

        assertThat(results).allSatisfy(one -> assertThat(applied(one).rows()).isZero());
        assertThat(twins.writtenRows()).isEqualTo(twins.sqlRows());
        assertThatThrownBy(() -> writer.write(Write.increment(Key.of(1), "t", 256)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("whole range");
        applied(writer.writeAll(List.of(Write.increment(Key.of(1), "t", 7), Write.decrement(Key.of(1), "u", 3))));
        twins.inSql("UPDATE T SET t = t + 7, u = u - 3");
        assertThat(twins.writtenRows()).isEqualTo(twins.sqlRows());
    }

    @Test
    void aKeyThatNoRowCanHaveChangesNone() throws Exception {
        TwinTables twins = new TwinTables(DB, "nokey", "id INT PRIMARY KEY, v INT NOT NULL");
        twins.both("INSERT INTO T VALUES (2147483647, 1), (0, 2), (-2147483648, 3)");
        WriteIndex writer = writer(twins);

        for (Object key : Arrays.asList(2147483648L, 3_000_000_000L, -2147483649L, null, new BigDecimal("0.4"))) {
            assertThat(applied(writer.write(Write.delete(Key.of(key)))).rows()).isZero();
            assertThat(applied(writer.write(Write.update(Key.of(key), row("v", 9))))
                            .rows())
                    .isZero();
            assertThat(applied(writer.write(Write.increment(Key.of(key), "v", 9)))
                            .rows())
                    .isZero();
        }
        assertThatThrownBy(() -> writer.write(Write.delete(Key.of("0"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("id");
        assertThatThrownBy(() -> writer.write(Write.delete(Key.of()))).isInstanceOf(IllegalArgumentException.class);
        assertThat(twins.writtenRows()).hasSize(3).isEqualTo(twins.sqlRows());
    }

    static List<Arg> unfit() {
        return List.of(
                new Arg("too long", "v", "123456"),
                new Arg("not in the character set", "v", "\u4e2d"),
                new Arg("out of range", "t", 128),
                new Arg("too fine", "d", new BigDecimal("1.005")),
                new Arg("null", "v", null),
                new Arg("absent, with a default", "w", Arg.ABSENT),
                new Arg("absent, NOT NULL", "v", Arg.ABSENT),
                new Arg("absent, DEFAULT CURRENT_TIMESTAMP", "c", Arg.ABSENT),
                new Arg("of another type", "t", "1"),
                new Arg("bytes too long for the column", "x", "\u4e2d".repeat(100)),
                new Arg("no label", "e", "c"),
                new Arg("0 for a generated value", "id", 0),
                new Arg("of a column that is not there", "zz", 1));
    }

    record Arg(String what, String column, @Nullable Object value) {

        static final Object ABSENT = new Object();

        @Override
        public String toString() {
            return what;
        }
    }

    @ParameterizedTest
    @MethodSource("unfit")
    void aValueThatTheServerWouldBendIsRefusedInAdvance(Arg arg) throws Exception {
        TwinTables twins = new TwinTables(
                DB,
                "unfit",
                "id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(5) CHARACTER SET latin1 NOT NULL, t TINYINT, d DECIMAL(5,2),"
                        + " w INT DEFAULT 7, c DATETIME DEFAULT CURRENT_TIMESTAMP, x TINYTEXT CHARACTER SET utf8mb4,"
                        + " e ENUM('a','b')");
        WriteIndex writer = writer(twins);
        Map<String, @Nullable Object> good =
                row("v", "x", "t", 1, "d", BigDecimal.ONE, "w", 1, "c", LocalDateTime.of(2024, 1, 1, 0, 0), "e", "a");
        Map<String, @Nullable Object> bad = new LinkedHashMap<>(good);
        if (arg.value() == Arg.ABSENT) {
            bad.remove(arg.column());
        } else {
            bad.put(arg.column(), arg.value());
        }

        assertThatThrownBy(() -> writer.writeAll(List.of(Write.insert(good), Write.insert(bad))))
                .isInstanceOfAny(IllegalArgumentException.class, UndecidableValueException.class)
                .hasMessageContaining(arg.column());

        assertThat(twins.writtenRows()).isEmpty();
        assertThat(applied(writer.write(Write.insert(good))).generatedId()).hasValue(1);
    }

    @Test
    void aKeyThatIsThereIsRefusedAndTheOthersOfTheCallAreApplied() throws Exception {
        TwinTables twins = new TwinTables(DB, "dup", "id INT PRIMARY KEY, u INT UNIQUE");
        twins.both("INSERT INTO T VALUES (1, 1)");
        WriteIndex writer = writer(twins);

        List<WriteResult> results = writer.writeAll(List.of(
                Write.insert(row("id", 2, "u", 2)),
                Write.insert(row("id", 1, "u", 3)),
                Write.insert(row("id", 3, "u", 2)),
                Write.update(Key.of(2), row("u", 1)),
                Write.insert(row("id", 4, "u", 4))));

        assertThat(results.get(0)).isInstanceOf(WriteResult.Applied.class);
        assertThat(results.subList(1, 4))
                .allSatisfy(one -> assertThat(one).isInstanceOfSatisfying(WriteResult.Refused.class, refused -> {
                    assertThat(refused.why())
                            .isInstanceOfSatisfying(
                                    ServerErrorException.class,
                                    e -> assertThat(e.error()).isEqualTo("121"));
                    assertThat(refused.why().retryable()).isFalse();
                }));
        assertThat(results.get(4)).isInstanceOf(WriteResult.Applied.class);
        assertThatThrownBy(() -> results.get(1).orThrow()).isInstanceOf(ServerErrorException.class);
        twins.both("DELETE FROM T WHERE id = 1");
        assertThat(twins.writtenRows()).hasSize(2);
    }

    @Test
    void foreignKeysAreKept() {
        TwinTables parents = new TwinTables(DB, "fk_parent", "id INT PRIMARY KEY");
        TwinTables children = new TwinTables(
                DB,
                "fk_child",
                "id INT PRIMARY KEY, pid INT, FOREIGN KEY (pid) REFERENCES " + parents.written() + " (id)");
        DB.execute(
                "INSERT INTO " + parents.written() + " VALUES (1)",
                "INSERT INTO " + children.written() + " VALUES (1, 1)");
        WriteIndex parent = writer(parents);
        WriteIndex child = writer(children);

        assertThat(error(decided(parent, Write.delete(Key.of(1))))).isEqualTo("152");
        assertThat(error(decided(child, Write.insert(row("id", 2, "pid", 9))))).isEqualTo("151");
        assertThat(applied(decided(child, Write.delete(Key.of(1)))).rows()).isEqualTo(1);
        assertThat(applied(decided(parent, Write.delete(Key.of(1)))).rows()).isEqualTo(1);
    }

    /**
     * Writes until the server decides. On a busy machine SQL may not answer within a second, and then the client sends
     * nothing.
     */
    private static WriteResult decided(WriteIndex index, Write write) {
        WriteResult result = index.write(write);
        for (int again = 0; again < 5 && isRefusedUnsent(result); again++) {
            result = index.write(write);
        }
        return result;
    }

    private static boolean isRefusedUnsent(WriteResult result) {
        return result instanceof WriteResult.Refused refused
                && refused.why().retryable()
                && !(refused.why() instanceof ServerErrorException);
    }

    private static String error(WriteResult result) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        WriteResult.Refused.class,
                        refused -> assertThat(refused.why()).isInstanceOf(ServerErrorException.class));
        return ((ServerErrorException) ((WriteResult.Refused) result).why()).error();
    }

    @Test
    void incrementsOfManyThreadsAddUp() throws Exception {
        TwinTables twins = new TwinTables(DB, "sum", "id INT PRIMARY KEY, n BIGINT NOT NULL");
        twins.both("INSERT INTO T VALUES (1, 0), (2, 0)");
        WriteIndex writer = writer(twins);
        AtomicInteger applied = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int key = 1 + i % 2;
            Thread thread = new Thread(() -> {
                for (int round = 0; round < 10; round++) {
                    List<CompletableFuture<WriteResult>> sent = new ArrayList<>();
                    for (int k = 0; k < 50; k++) {
                        sent.add(writer.writeAsync(Write.increment(Key.of(key), "n", 3))
                                .toCompletableFuture());
                    }
                    sent.forEach(one -> applied.addAndGet(applied(one.join()).rows()));
                    applied.addAndGet(applied(writer.write(Write.decrement(Key.of(key), "n", 1)))
                            .rows());
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(applied).hasValue(4 * 10 * 51);
        twins.inSql("UPDATE T SET n = 2 * 10 * (50 * 3 - 1)");
        assertThat(twins.writtenRows()).isEqualTo(twins.sqlRows());
    }

    @Test
    void aCallbackMustNotWaitForAWrite() {
        TwinTables twins = new TwinTables(DB, "callback", "id INT PRIMARY KEY, n INT");
        twins.both("INSERT INTO T VALUES (1, 0)");
        WriteIndex writer = writer(twins);

        CompletableFuture<Object> result = writer.writeAsync(Write.increment(Key.of(1), "n", 1))
                .toCompletableFuture()
                .handle((done, failure) -> {
                    try {
                        // Not if it was done before this was asked for: then this is the test's own thread.
                        return Thread.currentThread().getName().contains("-io")
                                ? writer.write(Write.increment(Key.of(1), "n", 1))
                                : new IllegalStateException();
                    } catch (IllegalStateException e) {
                        return e;
                    }
                });
        assertThat(result.join()).isInstanceOf(IllegalStateException.class);
    }

    static Map<String, @Nullable Object> row(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            row.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return Collections.unmodifiableMap(row);
    }

    static WriteResult.Applied applied(WriteResult result) {
        assertThat(result).isInstanceOf(WriteResult.Applied.class);
        return (WriteResult.Applied) result;
    }

    /** Each changed one row. */
    static void applied(List<WriteResult> results) {
        assertThat(results).allSatisfy(one -> assertThat(applied(one).rows()).isEqualTo(1));
    }

    private static Row oldRow(WriteResult result) {
        assertThat(applied(result).rows()).isEqualTo(1);
        return applied(result).oldRow().orElseThrow();
    }
}
