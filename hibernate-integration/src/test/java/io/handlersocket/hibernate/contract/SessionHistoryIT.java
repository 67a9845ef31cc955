// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static io.handlersocket.hibernate.contract.Situation.LIMITED;
import static io.handlersocket.hibernate.contract.Situation.SILENT;
import static io.handlersocket.hibernate.contract.Situation.TEMPORARY;
import static io.handlersocket.hibernate.contract.Situation.WRITTEN;
import static io.handlersocket.hibernate.contract.Situation.fast;
import static io.handlersocket.hibernate.contract.Situation.jdbc;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the application's session has done: each load before it goes over HandlerSocket, each load after it is SQL's. */
class SessionHistoryIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String OWN = "as select 1 id, 99 worth";

    /**
     * Something that an application does.
     *
     * @param deed what, in a transaction of its own
     * @param worth what SQL says afterwards
     */
    private record History(Situation situation, Consumer<Session> deed, int worth) {

        @Override
        public String toString() {
            return situation.name();
        }
    }

    private static App plain;
    private static HandlerSocketClient client;

    @BeforeAll
    static void create() {
        Coin.create(SERVER);
        Coin.root(
                SERVER,
                "create or replace database other_coins",
                "create table other_coins.ht_coin " + OWN,
                "grant all on other_coins.* to '" + SERVER.getUsername() + "'@'%'");
        SERVER.execute(
                "create or replace procedure make_temp() create temporary table ht_coin " + OWN,
                "create or replace procedure move_session() set session time_zone = '+05:00'",
                "create or replace procedure ordinary() update coin_log set a = 1",
                "create or replace procedure own_temp() begin create temporary table if not exists scratch (a int);"
                        + " drop temporary table scratch; end",
                "create or replace function make_temp_f() returns int begin create temporary table ht_coin " + OWN
                        + "; return 1; end",
                "create or replace function give() returns int modifies sql data begin"
                        + " update ht_coin set worth = 11 where id = 1; return 1; end",
                "create or replace view v_give as select give() as g",
                "create or replace trigger limits before insert on coin_log for each row set session sql_select_limit = 0");
        plain = app(true, Map.of());
        client = App.client(SERVER);
    }

    @BeforeEach
    void rows() {
        SERVER.execute("update ht_coin set worth = 10 where id = 1");
    }

    @AfterAll
    static void drop() {
        client.close();
        plain.close();
        Coin.root(SERVER, "drop database other_coins");
        SERVER.execute(
                "drop view v_give",
                "drop function give",
                "drop function make_temp_f",
                "drop procedure make_temp",
                "drop procedure move_session",
                "drop procedure own_temp",
                "drop procedure ordinary");
    }

    private static History after(Situation situation, int worth, String... statements) {
        return new History(situation, session -> session.doWork(Coin.sql(statements)), worth);
    }

    private static History temporary(String name, Consumer<Session> deed) {
        return new History(jdbc(name + " that creates a temporary table", TEMPORARY), deed, 99);
    }

    private static History temporary(String name, String sql) {
        return temporary(name, session -> session.doWork(Coin.sql(sql)));
    }

    private static History limited(String name, String sql) {
        return after(jdbc(name, SILENT), -1, sql);
    }

    static Stream<History> histories() {
        return Stream.of(
                after(
                        jdbc("a temporary table with the name of a mapped table", TEMPORARY),
                        99,
                        "create temporary table ht_coin " + OWN),
                temporary("CALL of a procedure", "call make_temp()"),
                temporary(
                        "SELECT of a stored function",
                        session -> session.createNativeQuery("select make_temp_f()", Integer.class)
                                .getResultList()),
                temporary("EXECUTE IMMEDIATE", "execute immediate 'create temporary table ht_coin " + OWN + "'"),
                temporary("BEGIN NOT ATOMIC", "begin not atomic create temporary table ht_coin " + OWN + "; end"),
                temporary(
                        "prepareCall",
                        session -> session.doWork(connection -> {
                            try (var call = connection.prepareCall("{call make_temp()}")) {
                                call.execute();
                            }
                        })),
                temporary(
                        "a stored-procedure query",
                        session ->
                                session.createStoredProcedureQuery("make_temp").execute()),
                after(jdbc("a procedure that sets a session variable", "another time_zone"), 10, "call move_session()"),
                limited("SET of a session variable", "set session sql_select_limit = 0"),
                limited("SET after a -- comment", "-- a note\nset sql_select_limit = 0"),
                limited("SET after a # comment", "# a note\nset sql_select_limit = 0"),
                limited("SET in an executable comment", "/*! set sql_select_limit = 0 */"),
                limited("SET in an executable comment of MariaDB", "/*M! set sql_select_limit = 0 */"),
                limited("several statements in one", "select 1; set sql_select_limit = 0"),
                limited("a trigger that sets a session variable", "insert into coin_log values (1)"),
                after(jdbc("sql_select_limit above 0", LIMITED), 10, "set session sql_select_limit = 5"),
                after(jdbc("another schema by USE", "the connections are in another schema"), 99, "use other_coins"),
                after(
                        jdbc("sql_mode EMPTY_STRING_IS_NULL", "EMPTY_STRING_IS_NULL"),
                        10,
                        "set session sql_mode = concat(@@sql_mode, ',EMPTY_STRING_IS_NULL')"),
                after(
                        jdbc("sql_mode NO_BACKSLASH_ESCAPES", "NO_BACKSLASH_ESCAPES"),
                        10,
                        "set session sql_mode = concat(@@sql_mode, ',NO_BACKSLASH_ESCAPES')"),
                after(jdbc("another time_zone", "another time_zone"), 10, "set session time_zone = '+05:00'"),
                after(
                        jdbc("another character_set_connection", "character_set_connection"),
                        10,
                        "set session character_set_connection = latin1"),
                after(
                        jdbc("READ UNCOMMITTED by SET SESSION", "isolation READ UNCOMMITTED"),
                        10,
                        "set session transaction isolation level read uncommitted"),
                after(fast("SET SESSION group_concat_max_len"), 10, "set session group_concat_max_len = 2000000"),
                after(fast("LOCK TABLES and UNLOCK TABLES"), 10, "lock tables coin_log write", "unlock tables"),
                after(fast("SET NAMES utf8mb4"), 10, "set names utf8mb4"),
                after(fast("a procedure that only writes"), 10, "call ordinary()"),
                after(fast("a procedure with a temporary table of another name"), 10, "call own_temp()"),
                after(fast("a temporary table of another name"), 10, "create temporary table scratch_coin (a int)"),
                after(fast("a committed write"), 12, "update ht_coin set worth = 12 where id = 1"),
                new History(
                        fast("a bulk statement of Hibernate"),
                        session -> session.createMutationQuery(
                                        "update Coin c set c.worth = 13 where c.id in (select d.id from Coin d)")
                                .executeUpdate(),
                        13));
    }

    private static App app(boolean plain, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put(App.URL_OPTIONS, "allowMultiQueries=true");
        // The test's own connection must not be counted among those that hold what the session did.
        return plain
                ? App.plain(SERVER, settings, Coin.class)
                : App.over(SERVER, DisturbedClient.keeping(client, DisturbedClient::call), settings, Coin.class)
                        .ready(Coin.class);
    }

    @ParameterizedTest
    @MethodSource("histories")
    void afterIt(History history) {
        plain.renewConnections();
        plain.sessionFactory().inTransaction(history.deed());
        assertThat(Coin.worth(plain.sessionFactory())).as("over JDBC").isEqualTo(history.worth());
        rows();
        try (App app = app(false, Map.of())) {
            assertThat(app.<Integer>routed(Route.HANDLERSOCKET, 1, () -> Coin.worth(app.sessionFactory())))
                    .as("before")
                    .isEqualTo(10);
            app.sessionFactory().inTransaction(history.deed());
            for (int i = 0; i < 2; i++) {
                assertThat(app.<Integer>routed(history.situation().route(), 1, () -> Coin.worth(app.sessionFactory())))
                        .isEqualTo(history.worth());
                assertThat(app.sessionFactory().<Integer>fromTransaction(Coin::worth))
                        .isEqualTo(history.worth());
            }
            assertThat(app.loads().counts())
                    .extracting(LoadCount::reason)
                    .anyMatch(reason -> reason.contains(history.situation().reason()));
        }
    }

    @Test
    void aTemporaryTableThatIsRenamed() {
        try (App app = app(false, Map.of())) {
            Coin.run(app, "create temporary table scratch " + OWN);
            assertThat(app.<Integer>routed(Route.HANDLERSOCKET, 1, () -> Coin.worth(app.sessionFactory())))
                    .isEqualTo(10);
            Coin.run(app, "alter table scratch rename to ht_coin");
            assertThat(app.<Integer>routed(Route.JDBC, 1, () -> Coin.worth(app.sessionFactory())))
                    .isEqualTo(99);
        }
    }

    /**
     * Something that an application does in a transaction, before a load in it.
     *
     * @param worth what SQL says then
     */
    private record Transaction(Situation situation, String isolation, Consumer<Session> deed, int worth) {

        @Override
        public String toString() {
            return situation.name();
        }
    }

    static Stream<Transaction> transactions() {
        String committed = "TRANSACTION_READ_COMMITTED";
        return Stream.of(
                new Transaction(
                        jdbc("SELECT from a view that calls a function that writes", WRITTEN),
                        committed,
                        session -> session.createNativeQuery("select g from v_give", Integer.class)
                                .getResultList(),
                        11),
                new Transaction(
                        jdbc("a statement by ResultSet.getStatement()", WRITTEN),
                        committed,
                        session -> session.doWork(connection -> {
                            try (Statement statement = connection.createStatement();
                                    ResultSet rows = statement.executeQuery("select 1 from ht_coin")) {
                                rows.getStatement().executeUpdate("update ht_coin set worth = 11 where id = 1");
                            }
                        }),
                        11),
                new Transaction(
                        jdbc("an updatable result set after a commit", WRITTEN),
                        committed,
                        session -> session.doWork(connection -> {
                            Statement statement =
                                    connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE);
                            ResultSet rows = statement.executeQuery("select id, worth from ht_coin where id = 1");
                            rows.next();
                            connection.commit();
                            rows.updateInt("worth", 11);
                            rows.updateRow();
                        }),
                        11),
                new Transaction(
                        jdbc("setTransactionIsolation inside a transaction", "the transaction has its snapshot"),
                        "TRANSACTION_REPEATABLE_READ",
                        session -> session.doWork(connection -> {
                            try (Statement statement = connection.createStatement()) {
                                statement.executeQuery("select 1 from ht_coin").close();
                            }
                            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                            SERVER.execute("update ht_coin set worth = 20 where id = 1");
                        }),
                        10),
                new Transaction(
                        fast("a plain read, at READ COMMITTED"),
                        committed,
                        session -> session.doWork(connection -> {
                            try (Statement statement = connection.createStatement()) {
                                statement.executeQuery("select 1 from ht_coin").close();
                            }
                            SERVER.execute("update ht_coin set worth = 20 where id = 1");
                        }),
                        20));
    }

    @ParameterizedTest
    @MethodSource("transactions")
    void insideIt(Transaction transaction) {
        Map<String, Object> settings = Map.of(
                App.ISOLATION, transaction.isolation(), "hibernate.connection.provider_disables_autocommit", true);
        try (App plain = app(true, settings)) {
            assertThat(run(plain, transaction)).as("over JDBC").isEqualTo(transaction.worth());
        }
        rows();
        try (App app = app(false, settings)) {
            Route before =
                    transaction.isolation().contains("REPEATABLE") ? App.inRepeatableRead(SERVER) : Route.HANDLERSOCKET;
            assertThat(app.<Integer>routed(before, 1, () -> app.sessionFactory().fromTransaction(Coin::worth)))
                    .as("before")
                    .isEqualTo(10);
            assertThat(app.<Integer>routed(transaction.situation().route(), 1, () -> run(app, transaction)))
                    .isEqualTo(transaction.worth());
            assertThat(app.loads().counts())
                    .extracting(LoadCount::reason)
                    .anyMatch(reason -> reason.contains(transaction.situation().reason()));
        }
    }

    private static int run(App app, Transaction transaction) {
        try (Session session = app.sessionFactory().openSession()) {
            session.beginTransaction();
            transaction.deed().accept(session);
            int worth = Coin.worth(session);
            session.getTransaction().rollback();
            return worth;
        }
    }

    static Stream<Situation> situations() {
        return Stream.concat(histories().map(History::situation), transactions().map(Transaction::situation));
    }
}
