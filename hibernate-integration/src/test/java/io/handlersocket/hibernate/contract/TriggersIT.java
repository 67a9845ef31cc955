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
import java.sql.PreparedStatement;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writes of mapped tables that change the session through a trigger. The next load is SQL's. Writes that change nothing
 * cost no statement.
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
                    when 2 then create temporary table ht_coin (id int, worth int);
                    when 3 then begin
                        create temporary table ht_coin (id int, worth int);
                        signal sqlstate '22003' set message_text = 'refused';
                    end;
                    when 4 then begin
                        set session session_track_state_change = off;
                        set session sql_select_limit = 0;
                    end;
                    when 5 then begin
                        set session session_track_system_variables = '';
                        set session session_track_state_change = off;
                        set session sql_select_limit = 0;
                    end;
                    else begin end;
                end case
                """);
    }

    @AfterAll
    static void drop() {
        SERVER.execute("drop table ht_note");
    }

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
                    trigger,                            said, worth
                    'sets a variable',                  1,    -1
                    'creates a temporary table',        2,    -1
                    'creates one, and fails',           3,    -1
                    'ends the tracking of changes',     4,    -1
                    'ends all tracking',                5,    -1
                    """)
    void theNextLoadIsSqls(String trigger, int said, int worth) {
        try (App plain = App.plain(SERVER, WITHOUT_AUTO_COMMIT, Coin.class, Note.class)) {
            say(plain, said);
            assertThat(Coin.worth(plain.sessionFactory())).as("over JDBC").isEqualTo(worth);
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
                        .isEqualTo(worth);
            }
        }
    }

    /**
     * A driver that resets its sessions would end the tracking unobserved, and one that limits a statement's time sets a
     * variable.
     */
    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
                    options,                                           timeout, more
                    '',                                                0,       0
                    'useServerPrepStmts=true',                         0,       0
                    'useServerPrepStmts=true',                         60,      20
                    'useServerPrepStmts=true&useResetConnection=true', 0,       20
                    """)
    void aWriteCostsNoStatementIfChangesAreTracked(String options, int timeout, int more) {
        Map<String, Object> settings = new HashMap<>(WITHOUT_AUTO_COMMIT);
        settings.put(App.URL_OPTIONS, options);
        long plainly;
        try (App plain = App.plain(SERVER, settings, Coin.class, Note.class)) {
            plainly = statements(plain, timeout);
        }
        try (App app = App.fast(SERVER, settings, Coin.class, Note.class).ready(Coin.class)) {
            // The settings are read again when they are a second old, and a machine may pause for so long.
            assertThat(statements(app, timeout)).isBetween(plainly + more, plainly + more + 1);
            say(app, 1);
            assertThat(app.<Integer>routed(Route.JDBC, 1, () -> Coin.worth(app.sessionFactory())))
                    .isEqualTo(-1);
        }
    }

    /** Statements of 20 transactions that lock and write a row, each with this time-out in seconds. */
    private static long statements(App app, int timeout) {
        say(app, 0);
        long before = app.questions();
        for (int i = 0; i < 20; i++) {
            try (Session session = app.sessionFactory().openSession()) {
                session.getTransaction().setTimeout(timeout);
                session.beginTransaction();
                session.find(Note.class, 1, LockModeType.PESSIMISTIC_WRITE).said = 100 + i % 2;
                session.getTransaction().commit();
            }
        }
        return app.questions() - before;
    }

    /** The pool rolls it back, after the use has ended. */
    @ParameterizedTest
    @ValueSource(strings = {"update ht_note set said = 7", "select said from ht_note for update"})
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
