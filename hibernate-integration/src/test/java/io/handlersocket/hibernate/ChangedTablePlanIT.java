// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.annotations.NaturalId;
import org.hibernate.annotations.SoftDelete;
import org.hibernate.type.YesNoConverter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A plan ends when any column it relies on changes, also one that it only compares: answers stay those of SQL. */
@SuppressWarnings("deprecation") // natural ids as applications still load them
class ChangedTablePlanIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String BIN = " character set utf8mb4 collate utf8mb4_bin";
    private static final String CI = " character set utf8mb4 collate utf8mb4_general_ci";

    /** Joined by a text. */
    @Entity(name = "Shelf")
    @Table(name = "ct_shelf")
    public static class Shelf {
        @Id
        public int id;

        public String code;
    }

    /** Joined by a text. */
    @Entity(name = "Novel")
    @Table(name = "ct_novel")
    public static class Novel {
        @Id
        public int id;

        @Column(name = "shelf_code")
        public String shelfCode;
    }

    /** Looked up, filtered and sorted by many columns. */
    @Entity(name = "Token")
    @Table(name = "ct_token")
    public static class Token {
        @Id
        public int id;

        @NaturalId
        public String nick;

        public BigDecimal weight;
        public Integer team;
        public String name;
        public Integer place;
        public String kind;
    }

    /** Filtered by its mark. */
    @Entity(name = "Kept")
    @Table(name = "ct_kept")
    @SoftDelete(converter = YesNoConverter.class)
    public static class Kept {
        @Id
        public int id;

        public int n;
    }

    private static final Class<?>[] ENTITIES = {Shelf.class, Novel.class, Token.class, Kept.class};

    private static final String[] TABLES = {
        "create or replace table ct_shelf (id int primary key, code varchar(10)" + BIN + " not null, unique (code))",
        "create or replace table ct_novel (id int primary key, shelf_code varchar(10)" + BIN
                + " not null, key (shelf_code))",
        "create or replace table ct_token (id int primary key, nick varchar(10)" + BIN
                + " not null, weight decimal(8,3)"
                + " not null, team int not null, name varchar(10)" + BIN + " not null, place int not null, kind"
                + " varchar(10)" + BIN + " not null, unique (nick), key (weight), key (team, name), key (team, place))"
                + " engine=InnoDB",
        "create or replace table ct_kept (id int primary key, n int not null, deleted char(1)" + BIN + " not null)",
        "insert into ct_shelf values (1, 'a'), (2, 'c')",
        "insert into ct_novel values (1, 'a'), (2, 'A'), (3, 'b')",
        "insert into ct_token values (5, 'a', 1.240, 1, 'B', 7, 'x'), (4, 'b', 2, 1, 'a', 7, 'X'),"
                + " (3, 'C', 3, 1, 'C', 7, 'y'), (2, 'D', 4, 1, 'd', 7, 'x'), (1, 'e', 5, 2, 'b', 9, 'x')",
        "insert into ct_kept values (1, 1, 'N'), (2, 2, 'n'), (3, 3, 'Y')"
    };

    private static App app;
    private static App plain;

    @BeforeAll
    static void start() {
        SERVER.execute(TABLES);
        Map<String, Object> settings = new HashMap<>();
        plain = App.plain(SERVER, settings, ENTITIES);
        app = App.fast(SERVER, settings, ENTITIES);
        // Connections are known once one was used.
        app.sessionFactory().inSession(session -> session.doWork(connection -> {}));
        app.loads().prepare().toCompletableFuture().join();
    }

    @AfterAll
    static void stop() {
        app.close();
        plain.close();
        SERVER.execute("drop table ct_shelf, ct_novel, ct_token, ct_kept");
    }

    /**
     * One change.
     *
     * @param alters what is done to the tables
     * @param load one load, by what it gives
     * @param reason why it uses JDBC afterwards; empty if HandlerSocket answers again
     */
    record Change(String name, List<String> alters, Function<Session, Object> load, String reason) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Change change(String name, String alter, Function<Session, Object> load, String reason) {
        return new Change(name, List.of(alter), load, reason);
    }

    private static Function<Session, Object> query(String hql, int limit, Object... parameters) {
        return session -> {
            var query = session.createSelectionQuery(hql, Object.class);
            for (int i = 0; i < parameters.length; i++) {
                query.setParameter(i + 1, parameters[i]);
            }
            return limit == 0
                    ? query.getResultList()
                    : query.setMaxResults(limit).getResultList();
        };
    }

    private static Function<Session, Object> tokens(String condition, int limit, Object... parameters) {
        return query("select t.id, t.place from Token t where " + condition, limit, parameters)
                .andThen(rows -> ((List<?>) rows)
                        .stream().map(row -> ((Object[]) row)[0]).toList());
    }

    private static Stream<Change> changes() {
        Function<Session, Object> children = query(
                "select n.id from Shelf s join Novel n on n.shelfCode = s.code where s.id = ?1 order by n.id", 0, 1);
        Function<Session, Object> parent =
                query("select s.id from Novel n join Shelf s on s.code = n.shelfCode where n.id = ?1", 0, 1);
        Function<Session, Object> nickA =
                session -> session.byNaturalId(Token.class).using("nick", "A").load() != null;
        return Stream.of(
                change(
                        "the child's column of a join, and the parent is asked first",
                        "alter table ct_novel modify shelf_code varchar(10)" + CI + " not null",
                        children,
                        "joined columns of different types"),
                change(
                        "the parent's column of a join, and the parent is asked first",
                        "alter table ct_shelf modify code varchar(10)" + CI + " not null",
                        children,
                        "joined columns of different types"),
                change(
                        "the child's column of a join, and the child is asked first",
                        "alter table ct_novel modify shelf_code varchar(10)" + CI + " not null",
                        parent,
                        "joined columns of different types"),
                change(
                        "the parent's column of a join, and the child is asked first",
                        "alter table ct_shelf modify code varchar(10)" + CI + " not null",
                        parent,
                        "joined columns of different types"),
                new Change(
                        "both columns of a join",
                        List.of(
                                "alter table ct_shelf modify code varchar(10)" + CI + " not null",
                                "alter table ct_novel modify shelf_code varchar(10)" + CI + " not null"),
                        children,
                        ""),
                change(
                        "the length of a joined column",
                        "alter table ct_novel modify shelf_code varchar(20)" + BIN + " not null",
                        children,
                        ""),
                change(
                        "the scale of a key",
                        "alter table ct_token modify weight decimal(8,2) not null",
                        tokens("t.weight = ?1", 0, new BigDecimal("1.235")),
                        "a key has more decimals than column weight"),
                change(
                        "the scale of a key, which is then fine enough",
                        "alter table ct_token modify weight decimal(8,4) not null",
                        tokens("t.weight = ?1", 0, new BigDecimal("1.240")),
                        ""),
                change(
                        "the collation of a list's key",
                        "alter table ct_token modify nick varchar(10)" + CI + " not null",
                        tokens("t.nick in (?1, ?2)", 0, "A", "b").andThen(ids -> ((List<?>) ids).size()),
                        ""),
                change(
                        "the collation of a natural id",
                        "alter table ct_token modify nick varchar(10)" + CI + " not null",
                        nickA,
                        ""),
                change(
                        "the length and nullability of a natural id",
                        "alter table ct_token modify nick varchar(3)" + BIN + " null",
                        nickA,
                        ""),
                change(
                        "the collation of a range",
                        "alter table ct_token modify name varchar(10)" + CI + " not null",
                        tokens("t.team = ?1 and t.name >= ?2 order by t.name", 0, 1, "B"),
                        ""),
                change(
                        "the nullability of a range",
                        "alter table ct_token modify name varchar(10)" + BIN + " null",
                        tokens("t.team = ?1 and t.name <= ?2 order by t.name", 0, 1, "d"),
                        ""),
                change(
                        "a range of a CHAR that the index fills up with blanks",
                        "alter table ct_token modify name char(10) character set utf8mb4 collate utf8mb4_nopad_bin"
                                + " not null",
                        tokens("t.team = ?1 and t.name > ?2 order by t.name", 2, 1, "B"),
                        "which is CHAR under"),
                change(
                        "the primary key that sorts the rows of another index",
                        "alter table ct_token drop primary key, add primary key (nick), add unique (id)",
                        tokens("t.team = ?1 order by t.place, t.id", 2, 1),
                        "a page in an order that no index gives"),
                change(
                        "the engine that keeps rows in the primary key's order",
                        "alter table ct_token engine=MyISAM",
                        tokens("t.team = ?1 order by t.place, t.id", 2, 1),
                        "a page in an order that no index gives"),
                change(
                        "the collation of a filter",
                        "alter table ct_token modify kind varchar(10)" + CI + " not null",
                        tokens("t.id = ?1 and t.kind = 'x'", 0, 4),
                        ""),
                change(
                        "a filter that cannot be compared any more",
                        "alter table ct_token modify kind text" + CI + " not null",
                        tokens("t.id = ?1 and t.kind = 'x'", 0, 5),
                        "which HandlerSocket cannot compare"),
                change(
                        "the collation of a soft delete's mark",
                        "alter table ct_kept modify deleted char(1)" + CI + " not null",
                        session -> session.find(Kept.class, 2) != null,
                        ""),
                change(
                        "the type of a key",
                        "alter table ct_token modify team varchar(10)" + BIN + " not null",
                        tokens("t.team = ?1 order by t.id", 0, 2),
                        "a type that HandlerSocket does not take"));
    }

    /** Neither this nor what it does is what is tested: only that no lookup is under way. */
    private static void execute(List<String> statements) {
        app.client().drain();
        SERVER.execute(statements.toArray(String[]::new));
        app.client().resume();
    }

    private static Object ask(App asked, Change change) {
        return asked.sessionFactory().fromSession(change.load());
    }

    @ParameterizedTest
    @MethodSource("changes")
    void isNoticed(Change change) {
        execute(List.of(TABLES));
        Object before = ask(plain, change);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(app.routed(HANDLERSOCKET, 1, () -> ask(app, change)))
                        .isEqualTo(before));
        assertThat(app.expect(HANDLERSOCKET, 1, () -> ask(app, change))).isEqualTo(before);

        execute(change.alters());
        Object after = ask(plain, change);
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        boolean settled = false;
        while (!settled) {
            long fast = app.loads().count(HANDLERSOCKET);
            long refused = refused(change.reason());
            assertThat(ask(app, change)).as("%s", app.loads().counts()).isEqualTo(after);
            settled = change.reason().isEmpty()
                    ? app.loads().count(HANDLERSOCKET) > fast
                    : refused(change.reason()) > refused;
            assertThat(settled || System.nanoTime() < end)
                    .as("%s, %s", change.reason(), app.loads().counts())
                    .isTrue();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        assertThat(app.expect(change.reason().isEmpty() ? HANDLERSOCKET : JDBC, 1, () -> ask(app, change)))
                .isEqualTo(after);
    }

    private static long refused(String reason) {
        return app.loads().counts().stream()
                .filter(count -> count.route() == JDBC && count.reason().contains(reason))
                .mapToLong(LoadCount::count)
                .sum();
    }
}
