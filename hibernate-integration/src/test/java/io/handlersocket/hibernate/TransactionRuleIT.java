// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.internal.seam.Ungated;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.jdbc.Work;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each line of the transaction rule: what JDBC answers, what comes with the gate, and the wrong answer without it. */
class TransactionRuleIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String READ_COMMITTED = "TRANSACTION_READ_COMMITTED";
    private static final String REPEATABLE_READ = "TRANSACTION_REPEATABLE_READ";
    private static final String SERIALIZABLE = "TRANSACTION_SERIALIZABLE";

    /**
     * One line.
     *
     * @param before what runs in the transaction first
     * @param ask the load, and what is asked of it
     * @param right what JDBC says
     * @param wrong what comes past the transaction
     */
    private record Line(
            String name,
            String isolation,
            String consistency,
            Consumer<Session> before,
            Function<Session, Object> ask,
            Object right,
            Object wrong) {

        boolean changesSession() {
            return name.startsWith("SET") || name.startsWith("temporary");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private enum Way {
        PLAIN,
        GATED,
        UNGATED
    }

    private static final Map<String, App> APPS = new HashMap<>();

    static Stream<Line> lines() {
        return Stream.of(writes(), rows(), sessions(), snapshots()).flatMap(lines -> lines);
    }

    private static Line own(String name, Consumer<Session> write) {
        return new Line(name, READ_COMMITTED, "default", write, TransactionRuleIT::score, 11, 10);
    }

    private static Stream<Line> writes() {
        return Stream.of(
                own("managed entity", session -> {
                    session.find(Player.class, 1L).score = 11;
                    session.flush();
                }),
                own(
                        "bulk update",
                        session -> session.createMutationQuery("update Player set score = 11")
                                .executeUpdate()),
                own(
                        "native update",
                        session -> session.createNativeMutationQuery("update player set score = 11")
                                .executeUpdate()),
                own("raw statement", sql("update player set score = 11")),
                own("raw prepared statement", work(TransactionRuleIT::prepared)),
                own("the connection that JdbcTemplate gets", session -> {
                    try {
                        prepared(((SharedSessionContractImplementor) session)
                                .getJdbcCoordinator()
                                .getLogicalConnection()
                                .getPhysicalConnection());
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                }),
                own("batch", work(connection -> {
                    try (PreparedStatement statement =
                            connection.prepareStatement("update player set score = score + ?")) {
                        statement.setInt(1, 1);
                        statement.addBatch();
                        statement.executeBatch();
                    }
                })),
                own("batch of texts", work(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.addBatch("update player set score = 11");
                        statement.executeBatch();
                    }
                })),
                own("procedure", work(connection -> {
                    try (CallableStatement statement = connection.prepareCall("{call win()}")) {
                        statement.execute();
                    }
                })),
                own("procedure called by a statement", sql("call win()")),
                own(
                        "stored function in a SELECT",
                        session -> session.createNativeQuery("select give()", Integer.class)
                                .getResultList()),
                own("unwrapped connection", work(connection -> {
                    try (Statement statement =
                            connection.unwrap(Connection.class).createStatement()) {
                        statement.execute("update player set score = 11");
                    }
                })),
                own("before a savepoint that is rolled back to", work(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("update player set score = 11");
                        Savepoint savepoint = connection.setSavepoint();
                        statement.execute("update player set score = 12");
                        connection.rollback(savepoint);
                    }
                })),
                own("before a rollback that is SQL to a savepoint", work(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("update player set score = 11");
                        statement.execute("savepoint s");
                        statement.execute("update player set score = 12");
                        statement.execute("rollback to savepoint s");
                    }
                })),
                own("REPLACE", sql("replace into player (id, name, score) values (1, 'ann', 11)")),
                own(
                        "INSERT ... SELECT",
                        sql(
                                "insert into player (id, name, score) select 1, 'ann', 11 on duplicate key update score = 11")));
    }

    private static Stream<Line> rows() {
        return Stream.of(
                new Line(
                        "own insert",
                        READ_COMMITTED,
                        "default",
                        session -> {
                            session.persist(new Player(2, "bob", 1));
                            session.flush();
                        },
                        session -> name(session, 2),
                        "bob",
                        "nobody"),
                new Line(
                        "own delete",
                        READ_COMMITTED,
                        "default",
                        session -> {
                            session.remove(session.find(Player.class, 1L));
                            session.flush();
                        },
                        session -> name(session, 1),
                        "nobody",
                        "ann"),
                new Line(
                        "own insert, by a query",
                        READ_COMMITTED,
                        "default",
                        session -> session.persist(new Player(2, "bob", 1)),
                        session -> session.createSelectionQuery("from Player p where p.id = :id", Player.class)
                                .setParameter("id", 2L)
                                .getResultList()
                                .size(),
                        1,
                        0));
    }

    private static Stream<Line> sessions() {
        return Stream.of(
                new Line(
                        "temporary table",
                        READ_COMMITTED,
                        "default",
                        sql("create temporary table player as select 1 id, 'tmp' name, 99 score"),
                        TransactionRuleIT::score,
                        99,
                        10),
                new Line(
                        "isolation SERIALIZABLE",
                        SERIALIZABLE,
                        "default",
                        session -> {},
                        TransactionRuleIT::locked,
                        true,
                        false),
                new Line(
                        "isolation SERIALIZABLE by JDBC",
                        READ_COMMITTED,
                        "latest",
                        work(connection -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE)),
                        TransactionRuleIT::locked,
                        true,
                        false),
                new Line(
                        "SET TRANSACTION",
                        READ_COMMITTED,
                        "latest",
                        sql("set transaction isolation level serializable"),
                        TransactionRuleIT::locked,
                        true,
                        false),
                new Line(
                        "SET SESSION TRANSACTION",
                        READ_COMMITTED,
                        "default",
                        session -> {
                            sql("set session transaction isolation level repeatable read")
                                    .accept(session);
                            readThenSomebodyElse(session);
                        },
                        TransactionRuleIT::score,
                        10,
                        20));
    }

    private static Stream<Line> snapshots() {
        return Stream.of(
                new Line(
                        "REPEATABLE READ after a statement",
                        REPEATABLE_READ,
                        "default",
                        TransactionRuleIT::readThenSomebodyElse,
                        TransactionRuleIT::score,
                        10,
                        20),
                new Line(
                        "consistency=latest after a write",
                        REPEATABLE_READ,
                        "latest",
                        sql("update player set score = 11"),
                        TransactionRuleIT::score,
                        11,
                        10),
                new Line(
                        "consistency=snapshot from the start",
                        REPEATABLE_READ,
                        "snapshot",
                        session -> {},
                        session -> {
                            score(session);
                            somebodyElseSets(20);
                            return score(session);
                        },
                        10,
                        20));
    }

    private static Consumer<Session> work(Work work) {
        return session -> session.doWork(work);
    }

    private static Consumer<Session> sql(String sql) {
        return work(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        });
    }

    private static void prepared(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("update player set score = ?")) {
            statement.setInt(1, 11);
            statement.executeUpdate();
        }
    }

    private static void readThenSomebodyElse(Session session) {
        session.createNativeQuery("select 1 from player limit 1", Integer.class).getResultList();
        somebodyElseSets(20);
    }

    private static void somebodyElseSets(int score) {
        SERVER.execute("update player set score = " + score + " where id = 1");
    }

    private static Object score(Session session) {
        session.clear();
        return session.find(Player.class, 1L).score;
    }

    private static Object name(Session session, long id) {
        session.clear();
        Player player = session.find(Player.class, id);
        return player == null ? "nobody" : player.name;
    }

    /** Whether the load has locked what it read, as every read at SERIALIZABLE does. */
    private static Object locked(Session session) {
        score(session);
        try {
            SERVER.execute("set statement innodb_lock_wait_timeout=0 for update player set score = 30 where id = 1");
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    @BeforeAll
    static void create() {
        try (App setUp = App.plain(SERVER, Map.of("hibernate.hbm2ddl.auto", "create"), Player.class)) {
            assertThat(setUp.sessionFactory().isOpen()).isTrue();
        }
        SERVER.execute(
                "create or replace procedure win() update player set score = score + 1 where id = 1",
                "create or replace function give() returns int deterministic modifies sql data begin"
                        + " update player set score = 11 where id = 1; return 1; end");
    }

    private static void rows10() {
        SERVER.execute("delete from player", "insert into player (id, name, score) values (1, 'ann', 10)");
    }

    @AfterAll
    static void stop() {
        APPS.values().forEach(App::close);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void isAnsweredAsByJdbcAndWronglyWithoutTheGate(Line line) {
        assertThat(answer(line, Way.PLAIN)).as("over JDBC").isEqualTo(line.right());
        assertThat(answer(line, Way.GATED)).as("with the gate").isEqualTo(line.right());
        assertThat(answer(line, Way.UNGATED)).as("without the gate").isEqualTo(line.wrong());
    }

    /** Again where HandlerSocket was away: a wrong answer can come from nowhere else. */
    private static Object answer(Line line, Way way) {
        AtomicReference<Object> answer = new AtomicReference<>();
        await().until(() -> {
            rows10();
            if (!line.changesSession()) {
                return isAnswered(
                        APPS.computeIfAbsent(way + line.isolation() + line.consistency(), key -> app(line, way)),
                        line,
                        way,
                        answer);
            }
            // Its own: the pool would hand the changed session on.
            try (App app = app(line, way)) {
                return isAnswered(app, line, way, answer);
            }
        });
        return Objects.requireNonNull(answer.get());
    }

    private static boolean isAnswered(App app, Line line, Way way, AtomicReference<Object> answer) {
        long away = app.away();
        answer.set(run(app, line, way));
        return app.away() == away;
    }

    private static App app(Line line, Way way) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(App.ISOLATION, line.isolation());
        settings.put(HandlerSocketSettings.CONSISTENCY, line.consistency());
        settings.put("hibernate.connection.provider_disables_autocommit", true);
        settings.put(Ungated.SETTING, way == Way.UNGATED);
        return way == Way.PLAIN
                ? App.plain(SERVER, settings, Player.class)
                : App.fast(SERVER, settings, Player.class).ready(Player.class);
    }

    private static Object run(App app, Line line, Way way) {
        long overJdbc = app.loads().count(Route.JDBC);
        try (Session session = app.sessionFactory().openSession()) {
            session.beginTransaction();
            try {
                line.before().accept(session);
                Object answer = line.ask().apply(session);
                if (way == Way.GATED) {
                    assertThat(app.loads().count(Route.JDBC)).isGreaterThan(overJdbc);
                }
                return answer;
            } finally {
                session.getTransaction().rollback();
            }
        }
    }
}
