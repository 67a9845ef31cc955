// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.internal.gate.TrackedConnection;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the statement that HandlerSocket has replaced would have left behind: a transaction that has begun, and the
 * outcome of the last statement. Each case runs the same steps with and without HandlerSocket.
 */
class LeftBehindIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String LATE = "hibernate.connection.provider_disables_autocommit";
    private static final String COMMITTED = "TRANSACTION_READ_COMMITTED";
    private static final String UPDATE = "update ht_coin set worth = worth + 1 where id = 1";

    private static final Map<String, App> APPS = new HashMap<>();

    /** The transaction of one case, and what it has seen. */
    private static final class Run {

        private final Session session;
        private final List<Object> seen = new ArrayList<>();
        private Connection other;

        Run(Session session) {
            this.session = session;
        }

        void find() {
            session.clear();
            seen.add(Coin.worth(session));
        }

        void work(Work work) {
            session.doWork(connection -> {
                try {
                    work.on(connection);
                    seen.add("done");
                } catch (SQLException e) {
                    seen.add(e.getErrorCode());
                }
            });
        }

        void sql(String sql) {
            work(connection -> {
                try (Statement statement = connection.createStatement()) {
                    boolean rows = statement.execute(sql);
                    seen.add(rows ? read(statement.getResultSet()) : "no rows");
                }
            });
        }

        /** Another session changes the row and does not commit. */
        void uncommitted() throws SQLException {
            other = SERVER.dataSource().getConnection();
            other.setAutoCommit(false);
            try (Statement statement = other.createStatement()) {
                statement.executeUpdate("update ht_coin set worth = 99 where id = 1");
            }
        }

        void rollBackOther() throws SQLException {
            if (other != null) {
                other.rollback();
                other.close();
            }
        }
    }

    /** An entity of a table without transactions. */
    @Entity(name = "Token")
    @Table(name = "token")
    static class Token {
        @Id
        Integer id;
    }

    private interface Work {
        void on(Connection connection) throws SQLException;
    }

    private interface Steps {
        void of(Run run) throws SQLException;
    }

    /** Something that an application does in a transaction whose first load went over HandlerSocket. */
    private record Case(String name, Steps steps) {}

    private static String read(ResultSet rows) throws SQLException {
        StringBuilder text = new StringBuilder();
        while (rows.next()) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                text.append(rows.getString(i)).append(' ');
            }
        }
        return text.toString();
    }

    /** A statement, and a write after it. */
    private static Case then(String sql) {
        return new Case(sql, run -> {
            run.sql(sql);
            run.sql(UPDATE);
        });
    }

    private static Case work(String name, Work work) {
        return new Case(name, run -> {
            run.work(work);
            run.sql(UPDATE);
        });
    }

    private static Stream<Case> cases() {
        return Stream.of(
                new Case("setTransactionIsolation, and an uncommitted row", run -> {
                    run.work(connection -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED));
                    run.uncommitted();
                    run.find();
                }),
                new Case("SET SESSION TRANSACTION, and an uncommitted row", run -> {
                    run.sql("set session transaction isolation level read uncommitted");
                    run.uncommitted();
                    run.find();
                }),
                work("setReadOnly(true)", connection -> connection.setReadOnly(true)),
                new Case("setReadOnly(true) and the next transaction", run -> {
                    run.work(connection -> connection.setReadOnly(true));
                    run.work(Connection::commit);
                    run.sql(UPDATE);
                }),
                work(
                        "setReadOnly on the unwrapped connection",
                        connection -> connection
                                .unwrap(org.mariadb.jdbc.Connection.class)
                                .setReadOnly(true)),
                then("set transaction read only"),
                then("set transaction isolation level serializable"),
                then("set session transaction read only"),
                then("set session tx_read_only = 1"),
                then("/*M! set transaction read only */"),
                then("execute immediate 'set transaction read only'"),
                then("begin not atomic set session transaction read only; end"),
                then("call only_read()"),
                work("prepareCall", connection -> {
                    try (CallableStatement call = connection.prepareCall("{call only_read()}")) {
                        call.execute();
                    }
                }),
                work("a batch of texts", connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.addBatch("set session transaction read only");
                        statement.executeBatch();
                    }
                }),
                new Case("xa start 'x'", run -> {
                    run.sql("xa start 'x'");
                    run.sql(UPDATE);
                    run.sql("xa end 'x'");
                    run.sql("xa rollback 'x'");
                }),
                then("start transaction read only"),
                then("set autocommit = 1"),
                then("lock tables ht_coin read"),
                then("select @@in_transaction"),
                then("select /* a comment */ @@session.IN_TRANSACTION"),
                then("select running()"),
                then("show warnings"),
                new Case("row_count() after a write", run -> {
                    run.sql(UPDATE);
                    run.sql("select row_count()");
                }),
                new Case("row_count() in SET after a write", run -> {
                    run.sql(UPDATE);
                    run.sql("set @n = row_count()");
                    run.sql("select @n");
                }),
                new Case("found_rows() in SET after another query", run -> {
                    run.sql("select 1 union select 2");
                    run.sql("set @n = found_rows()");
                    run.sql("select @n");
                }),
                new Case("a function after a write", run -> {
                    run.sql(UPDATE);
                    run.sql("select running()");
                }),
                new Case("a function that reads row_count() after a write", run -> {
                    run.sql(UPDATE);
                    run.sql("select changed()");
                }),
                new Case("in_transaction by another name", run -> {
                    run.sql("select 1");
                    run.sql("select variable_value from information_schema.session_variables"
                            + " where variable_name = 'in_transaction'");
                }),
                new Case("row_count() after a write of an earlier transaction", run -> {
                    run.sql(UPDATE);
                    run.work(Connection::commit);
                    run.find();
                    run.sql("select row_count()");
                }),
                new Case("found_rows() after another query", run -> {
                    run.sql("select 1 union select 2");
                    run.sql("select found_rows(), row_count()");
                }),
                new Case("@@in_transaction after a statement without table", run -> {
                    run.sql("select 1");
                    run.sql("select @@in_transaction");
                }),
                new Case("setReadOnly(true) after a statement without table", run -> {
                    run.sql("select 1");
                    run.work(connection -> connection.setReadOnly(true));
                    run.sql(UPDATE);
                }),
                new Case("getWarnings() after a warning", run -> {
                    run.sql("select 1 / 0, cast('x' as int)");
                    run.find();
                    run.work(connection -> run.seen.add(connection.getWarnings() == null));
                }),
                new Case("a snapshot after a savepoint", run -> {
                    Savepoint[] savepoint = new Savepoint[1];
                    run.work(connection -> savepoint[0] = connection.setSavepoint());
                    run.sql("select worth from ht_coin where id = 1");
                    SERVER.execute("update ht_coin set worth = 50 where id = 1");
                    run.work(connection -> connection.rollback(savepoint[0]));
                    run.find();
                }),
                new Case("setAutoCommit(true)", run -> {
                    run.work(connection -> connection.setAutoCommit(true));
                    run.sql("select @@in_transaction");
                    run.work(connection -> connection.setReadOnly(true));
                    run.sql(UPDATE);
                    run.work(connection -> connection.setAutoCommit(false));
                }),
                new Case("setReadOnly(true) after a commit", run -> {
                    run.work(Connection::commit);
                    run.work(connection -> connection.setReadOnly(true));
                    run.sql(UPDATE);
                }),
                new Case("setReadOnly(true) after a rollback and a load", run -> {
                    run.work(Connection::rollback);
                    run.find();
                    run.work(connection -> connection.setReadOnly(true));
                    run.sql(UPDATE);
                }),
                new Case("SET TRANSACTION before the load", run -> {
                    run.work(Connection::commit);
                    run.sql("set transaction read only");
                    run.find();
                    run.sql(UPDATE);
                }));
    }

    private static final List<String> ISOLATIONS = List.of(COMMITTED, "TRANSACTION_REPEATABLE_READ");

    private static Arguments with(Case any, String isolation, boolean late) {
        return Arguments.of(any.name(), isolation, late, any.steps());
    }

    /** Each case at both isolations, at one of them with a late connection. The next case has it at the other one. */
    static Stream<Arguments> eachCase() {
        List<Case> all = cases().toList();
        return IntStream.range(0, 2 * all.size())
                .mapToObj(i -> with(all.get(i / 2), ISOLATIONS.get(i % 2), (i + i / 2) % 2 == 0));
    }

    static Stream<Arguments> otherCases() {
        List<Case> all = cases().toList();
        return IntStream.range(0, 2 * all.size())
                .mapToObj(i -> with(all.get(i / 2), ISOLATIONS.get(i % 2), (i + i / 2) % 2 != 0));
    }

    @BeforeAll
    static void create() {
        Coin.create(SERVER);
        SERVER.execute(
                "create or replace procedure only_read() set session transaction read only",
                "create or replace function running() returns int return @@in_transaction",
                "create or replace function changed() returns int return row_count()");
    }

    @AfterAll
    static void drop() {
        APPS.values().forEach(App::close);
        SERVER.execute("drop procedure only_read", "drop function running", "drop function changed");
    }

    @ParameterizedTest(name = "{0}, {1}, late connection: {2}")
    @MethodSource("otherCases")
    @Tag("exhaustive")
    void asSqlLeavesItToo(String name, String isolation, boolean late, Steps steps) throws SQLException {
        asSqlLeavesIt(name, isolation, late, steps);
    }

    @ParameterizedTest(name = "{0}, {1}, late connection: {2}")
    @MethodSource("eachCase")
    void asSqlLeavesIt(String name, String isolation, boolean late, Steps steps) throws SQLException {
        List<Object> plain = run(app(isolation, late, true), isolation, steps, Route.JDBC);
        List<Object> fast = run(app(isolation, late, false), isolation, steps, Route.HANDLERSOCKET);
        assertThat(fast).isEqualTo(plain);
    }

    @Test
    void aTableThatCannotBeRead() {
        String table = "`no_such_table`";
        App app = app(COMMITTED, true, false);
        app.sessionFactory().inTransaction(session -> {
            Run run = new Run(session);
            run.work(connection ->
                    ((TrackedConnection) connection).transactionLog().answered(table));
            run.sql("select row_count()");
            run.sql("set transaction read only");
            run.sql(UPDATE);
            run.work(connection ->
                    ((TrackedConnection) connection).transactionLog().answered(table));
            run.work(connection -> connection.setReadOnly(true));
            run.sql(UPDATE);
            assertThat(run.seen).containsSequence(1568, "no rows", "done", "done", "done", "no rows", "done");
        });
        restore(app, COMMITTED);
    }

    /** Only a SELECT of the one table begins a transaction. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tablesOfTwoEngines(boolean late) {
        SERVER.execute("create or replace table ht_token (id int primary key) engine=myisam");
        App app = app(COMMITTED, late, false);
        app.sessionFactory().inTransaction(session -> {
            Run run = new Run(session);
            run.find();
            run.work(connection ->
                    ((TrackedConnection) connection).transactionLog().answered("ht_token"));
            run.sql("set transaction read only");
            assertThat(run.seen).last().isEqualTo(1568);
        });
        SERVER.execute("drop table ht_token");
    }

    @Test
    void aReadOfRowsWithoutHibernate() {
        for (boolean late : new boolean[] {true, false}) {
            App app = app(COMMITTED, late, false);
            app.sessionFactory().inTransaction(session -> {
                await().untilAsserted(
                                () -> assertThat(app.loads().refusal(session)).isNull());
                app.loads().answered(session, Coin.class);
                Run run = new Run(session);
                run.sql("set transaction read only");
                assertThat(run.seen).containsExactly(1568);
            });
        }
    }

    @Test
    void aSessionWithoutPersistenceContext() {
        App app = app(COMMITTED, true, false);
        try (StatelessSession session = app.sessionFactory().openStatelessSession()) {
            session.beginTransaction();
            app.routed(Route.HANDLERSOCKET, 1, () -> session.get(Coin.class, 1));
            assertThatThrownBy(() -> session.doWork(Coin.sql("set transaction read only")))
                    .hasMessageContaining("transaction is in progress");
            session.getTransaction().rollback();
            session.beginTransaction();
            session.doWork(Coin.sql("set transaction read only")); // nothing of the transaction before is left
            session.getTransaction().rollback();
        }
        restore(app, COMMITTED);
    }

    /** A connection that is kept without auto-commit is in a transaction from the first load on, whoever asks. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLoadBeforeTheTransactionOfAKeptConnection(boolean connected) {
        List<List<Object>> seen = new ArrayList<>();
        for (boolean plain : new boolean[] {true, false}) {
            try (App app = create(
                    COMMITTED,
                    true,
                    plain,
                    Map.of("hibernate.connection.handling_mode", "DELAYED_ACQUISITION_AND_HOLD"),
                    Coin.class)) {
                SERVER.execute("update ht_coin set worth = 10 where id = 1");
                app.sessionFactory().inSession(session -> {
                    Run run = new Run(session);
                    if (connected) {
                        run.work(Connection::commit);
                    }
                    app.routed(plain ? Route.JDBC : Route.HANDLERSOCKET, plain ? 0 : 1, () -> {
                        run.find();
                        return null;
                    });
                    run.work(connection -> connection.setReadOnly(true));
                    session.beginTransaction();
                    run.sql(UPDATE);
                    session.getTransaction().commit();
                    session.beginTransaction();
                    run.sql(UPDATE);
                    session.getTransaction().rollback();
                    seen.add(run.seen);
                });
            }
        }
        assertThat(seen.get(1)).isEqualTo(seen.get(0)).contains(1792);
    }

    /** SQL begins no transaction there. */
    @Test
    void aTableOfAnEngineWithoutTransactions() {
        SERVER.execute("create table if not exists token (id int primary key) engine = myisam");
        for (boolean plain : new boolean[] {true, false}) {
            try (App app = create(COMMITTED, true, plain, Map.of(), Token.class)) {
                app.sessionFactory().inTransaction(session -> {
                    app.routed(plain ? Route.JDBC : Route.HANDLERSOCKET, plain ? 0 : 1, () -> {
                        assertThat(session.find(Token.class, 1)).isNull();
                        return null;
                    });
                    Run run = new Run(session);
                    run.sql("select @@in_transaction, row_count()");
                    assertThat(run.seen).containsExactly("0 -1 ", "done");
                });
            }
        }
    }

    /** A proof that leaves its own transaction open would keep a DBA's ALTER waiting, and refuse this statement. */
    @Test
    void aProofBeginsNoTransaction() {
        try (App app = create(COMMITTED, true, false, Map.of(), Coin.class)) {
            Coin.run(app, "lock tables coin_log write", "unlock tables");
            Coin.run(app, "set transaction read only");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ordinaryTransactionsSendNoStatementMore(boolean late) {
        long plain = statements(app(COMMITTED, late, true), Route.JDBC, 0);
        assertThat(statements(app(COMMITTED, late, false), Route.HANDLERSOCKET, 3))
                .as("all statements, of them 3 finds")
                .isEqualTo(plain - 3);
    }

    private static long statements(App app, Route route, int loads) {
        return app.statements(() -> app.routed(
                route,
                loads,
                () -> app.sessionFactory().fromTransaction(session -> {
                    Coin.worth(session);
                    session.clear();
                    session.createNativeQuery("select worth from ht_coin where worth > 0", Integer.class)
                            .getResultList();
                    Coin.worth(session);
                    session.clear();
                    return Coin.worth(session);
                })));
    }

    private static App app(String isolation, boolean late, boolean plain) {
        return APPS.computeIfAbsent(
                isolation + late + plain, any -> create(isolation, late, plain, Map.of(), Coin.class));
    }

    private static App create(
            String isolation, boolean late, boolean plain, Map<String, Object> more, Class<?> entity) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put(App.ISOLATION, isolation);
        settings.put(LATE, late);
        if (App.checksWrites(SERVER)) {
            settings.put(App.INIT_SQL, "set session innodb_snapshot_isolation = off");
        }
        return plain
                ? App.plain(SERVER, settings, entity)
                : App.fast(SERVER, settings, entity).ready(entity);
    }

    /** Again where HandlerSocket could not answer the first load: the machine may have stood still. */
    private static List<Object> run(App app, String isolation, Steps steps, Route route) throws SQLException {
        SERVER.execute("update ht_coin set worth = 10 where id = 1");
        List<Object> seen = new ArrayList<>();
        await().until(() -> {
            seen.clear();
            return isRun(app, steps, route, seen);
        });
        seen.addAll(afterwards());
        restore(app, isolation);
        return seen;
    }

    /** Whether HandlerSocket could answer the first load; if not, nothing else was done. */
    private static boolean isRun(App app, Steps steps, Route route, List<Object> seen) throws SQLException {
        try (Session session = app.sessionFactory().openSession()) {
            session.beginTransaction();
            Run run = new Run(session);
            long away = app.away();
            long before = app.loads().count(Route.HANDLERSOCKET);
            run.find();
            try {
                if (app.away() > away) {
                    return false;
                }
                assertThat(app.loads().count(Route.HANDLERSOCKET) - before)
                        .as("the first load, of %s", app.loads().counts())
                        .isEqualTo(route == Route.HANDLERSOCKET ? 1 : 0);
                steps.of(run);
                session.getTransaction().commit();
            } finally {
                run.rollBackOther();
                if (session.getTransaction().isActive()) {
                    session.getTransaction().rollback();
                }
            }
            seen.addAll(run.seen);
        }
        return true;
    }

    /** What was committed, and how later transactions of the connection are. */
    private static List<Object> afterwards() throws SQLException {
        try (Connection connection = SERVER.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            return Arrays.asList(read(statement.executeQuery("select worth from ht_coin where id = 1")));
        }
    }

    private static void restore(App app, String isolation) {
        app.sessionFactory()
                .inTransaction(session -> session.doWork(connection -> {
                    connection.setReadOnly(false);
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("unlock tables");
                        statement.execute("set session transaction read write, isolation level "
                                + isolation.substring("TRANSACTION_".length()).replace('_', ' '));
                    }
                }));
    }
}
