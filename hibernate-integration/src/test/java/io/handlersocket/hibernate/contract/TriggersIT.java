// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writes of mapped tables with triggers that change the session: the next load is SQL's. Writes of tables without
 * triggers cost no statement.
 */
class TriggersIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    private static final Map<String, Object> WITHOUT_AUTO_COMMIT =
            Map.of("hibernate.connection.provider_disables_autocommit", true);

    @Entity(name = "Note")
    @Table(name = "ht_note")
    static class Note {

        @Id
        Integer id;

        Integer said;
    }

    @BeforeAll
    static void create() {
        Coin.create(SERVER);
        SERVER.execute(
                "create or replace table ht_note (id int primary key, said int)",
                "insert into ht_note values (1, 0)",
                """
                create trigger ht_note_said before update on ht_note for each row
                case new.said
                    when 1 then set session sql_select_limit = 0;
                    when 2 then set @@sql_select_limit = 0;
                    when 3 then begin
                        set session sql_select_limit = 0;
                        signal sqlstate '22003' set message_text = 'refused';
                    end;
                    else begin end;
                end case
                """);
    }

    @BeforeEach
    void rows() {
        SERVER.execute("update ht_coin set worth = 10 where id = 1");
    }

    @AfterAll
    static void drop() {
        SERVER.execute("drop table ht_note");
    }

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
                    trigger,                   said
                    'SET SESSION',             1
                    'SET @@',                  2
                    'SET SESSION, and fails',  3
                    """)
    void theNextLoadIsSqls(String trigger, int said) {
        try (App plain = App.plain(SERVER, WITHOUT_AUTO_COMMIT, Coin.class, Note.class)) {
            say(plain, said);
            assertThat(Coin.worth(plain.sessionFactory())).as("over JDBC").isEqualTo(-1);
        }
        try (App app =
                App.fast(SERVER, WITHOUT_AUTO_COMMIT, Coin.class, Note.class).ready(Coin.class)) {
            say(app, 0);
            assertThat(app.<Integer>routed(Route.HANDLERSOCKET, 1, () -> Coin.worth(app.sessionFactory())))
                    .isEqualTo(10);
            say(app, said);
            for (int i = 0; i < 2; i++) {
                assertThat(app.<Integer>routed(Route.JDBC, 1, () -> Coin.worth(app.sessionFactory())))
                        .as(trigger)
                        .isEqualTo(-1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
                    table,   options,                     timeout, more
                    ht_coin, '',                          0,       0
                    ht_coin, 'useServerPrepStmts=true',   0,       0
                    ht_coin, '',                          60,      0
                    ht_note, '',                          0,       1
                    """)
    void aWriteCostsAStatementOnlyIfItsTableMayHaveTriggers(String table, String options, int timeout, int more) {
        Map<String, Object> settings = new HashMap<>(WITHOUT_AUTO_COMMIT);
        settings.put(App.URL_OPTIONS, options);
        Class<?> entity = table.equals("ht_coin") ? Coin.class : Note.class;
        long plainly;
        try (App plain = App.plain(SERVER, settings, Coin.class, Note.class)) {
            plainly = statements(plain, entity, timeout);
        }
        try (App app = App.fast(SERVER, settings, Coin.class, Note.class).ready(Coin.class, Note.class)) {
            assertThat(statements(app, entity, timeout)).isEqualTo(plainly + more);
        }
    }

    /** SQL does the same. If a server fired such triggers, the tables that a write cascades to would count too. */
    @Test
    void cascadesFireNoTrigger() throws SQLException {
        SERVER.execute(
                "create or replace table cascade_parent (id int primary key)",
                "create or replace table cascade_child (id int primary key, parent int,"
                        + " foreign key (parent) references cascade_parent (id) on delete cascade on update cascade)",
                "create trigger cascade_updated before update on cascade_child for each row set @fired = 1",
                "create trigger cascade_deleted before delete on cascade_child for each row set @fired = 1",
                "insert into cascade_parent values (1)",
                "insert into cascade_child values (1, 1)");
        try (Connection connection = SERVER.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("update cascade_parent set id = 2");
            statement.executeUpdate("delete from cascade_parent");
            try (ResultSet row = statement.executeQuery("select count(*), @fired from cascade_child")) {
                row.next();
                assertThat(row.getInt(1)).isZero();
                assertThat(row.getObject(2)).isNull();
            }
        } finally {
            SERVER.execute("drop table cascade_child, cascade_parent");
        }
    }

    /** Statements of a transaction that locks and writes a row, with this time-out in seconds. */
    private static long statements(App app, Class<?> entity, int timeout) {
        AtomicInteger value = new AtomicInteger(100);
        return app.statements(() -> write(app, entity, timeout, value.incrementAndGet()));
    }

    private static void write(App app, Class<?> entity, int timeout, int value) {
        try (Session session = app.sessionFactory().openSession()) {
            session.getTransaction().setTimeout(timeout);
            session.beginTransaction();
            Object found = session.find(entity, 1, LockModeType.PESSIMISTIC_WRITE);
            if (found instanceof Coin coin) {
                coin.worth = value;
            } else {
                ((Note) found).said = value;
            }
            session.getTransaction().commit();
        }
    }

    /** The pool rolls it back, after the use has ended. */
    @ParameterizedTest
    @ValueSource(strings = {"update ht_coin set worth = 7", "select worth from ht_coin for update"})
    void aTransactionThatIsLeftOpenIsNoticed(String sql) {
        try (App app =
                App.fast(SERVER, WITHOUT_AUTO_COMMIT, Coin.class, Note.class).ready(Coin.class)) {
            say(app, 0);
            try (Session session = app.sessionFactory().openSession()) {
                session.doWork(connection -> {
                    try (PreparedStatement statement = connection.prepareStatement(sql)) {
                        if (sql.startsWith("select")) {
                            statement.executeQuery().close();
                        } else {
                            statement.executeUpdate();
                        }
                    }
                });
            }
            assertThat(app.<Integer>routed(Route.JDBC, 1, () -> Coin.worth(app.sessionFactory())))
                    .isEqualTo(10);
            assertThat(app.loads().counts())
                    .extracting(LoadCount::reason)
                    .contains("a connection was returned to the pool inside a transaction");
        }
    }

    private static void say(App app, int said) {
        Throwable failure =
                catchThrowable(() -> app.sessionFactory().inTransaction(session -> note(session).said = said));
        if (said == 3) {
            assertThat(failure).hasMessageContaining("refused");
        } else {
            assertThat(failure).isNull();
        }
    }

    private static Note note(Session session) {
        return session.find(Note.class, 1);
    }
}
