// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import io.handlersocket.hibernate.spi.RowQuery;
import io.handlersocket.hibernate.spi.RowRead;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.hibernate.Session;
import org.hibernate.TransactionException;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the session, the transaction or a listener makes of a statement, its answer has over HandlerSocket too, or SQL gives it. */
class UnusualSessionsIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String INSPECTOR = "hibernate.session_factory.statement_inspector";

    @Entity(name = "Coin")
    @Table(name = "coin")
    static class Coin {
        @Id
        Integer id;

        @jakarta.persistence.Column(columnDefinition = "char(5)")
        String mint;

        BigDecimal price;
        BigDecimal grams;
        LocalDate day;
    }

    @BeforeEach
    void rows() {
        SERVER.execute(
                "drop table if exists coin",
                "create table coin (id int primary key, mint char(5), price decimal(8,2), grams decimal(8,0), day date, key (price),"
                        + " key (grams))",
                "insert into coin values (1, 'ulm', 1.50, 2, '1582-10-10'), (2, 'bonn', 1.50, 2, null), (3, 'bonn', 7, 3, null)");
    }

    private static App fast(Map<String, Object> settings) {
        return App.fast(SERVER, settings, Coin.class).ready(Coin.class);
    }

    private static <T> T of(App app, Function<Session, T> work) {
        return app.sessionFactory().fromSession(work);
    }

    private static Boolean exists(Session session) {
        return session.find(Coin.class, 1) != null;
    }

    @Test
    void aLoadOfASessionThatSharesTheTransactionHasBegunIt() {
        Map<String, Object> lazy = Map.of(
                "hibernate.connection.provider_disables_autocommit", true, App.ISOLATION, "TRANSACTION_READ_COMMITTED");
        try (App app = fast(lazy);
                Session parent = app.sessionFactory().openSession()) {
            parent.beginTransaction();
            try (Session child = parent.sessionWithOptions().connection().openSession()) {
                assertThat(app.routed(HANDLERSOCKET, 1, () -> exists(child))).isTrue();
            }
            assertThatThrownBy(() -> parent.doWork(connection -> {
                        try (Statement statement = connection.createStatement()) {
                            statement.execute("set transaction read only");
                        }
                    }))
                    .hasMessageContaining("transaction is in progress");
            parent.getTransaction().rollback();
        }
    }

    @Test
    void aStatementThatAnInspectorChangesIsAskedOfSql() {
        StatementInspector hides = sql -> sql.startsWith("select") ? sql + " and 1=0" : sql;
        try (App app = fast(Map.of(INSPECTOR, hides))) {
            assertThat(app.<Object>expect(JDBC, 1, () -> of(app, UnusualSessionsIT::exists)))
                    .isEqualTo(false);
            assertThat(app.loads().refusal(null))
                    .extracting(JdbcReason::kind, JdbcReason::text)
                    .containsExactly(JdbcReason.Kind.OPTION, "a StatementInspector may change the statement");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s /* tenant */ and 1=0 /* end */",
                "%s /**/ and 1=0 /**/",
                "%s /* a */ limit 0 /* b */",
                "%s /* a */ /*! limit 0 */",
                "%s /*M! limit 0 */"
            })
    void whatStandsBetweenCommentsIsNoComment(String format) {
        StatementInspector hides = sql -> sql.startsWith("select") ? format.formatted(sql) : sql;
        try (App app = fast(Map.of(INSPECTOR, hides))) {
            assertThat(app.<Object>expect(JDBC, 1, () -> of(app, UnusualSessionsIT::exists)))
                    .isEqualTo(false);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"%s", "%s /* trace 1 */", "/* trace 1 */ %s", "/* a */ /* b */ %s /**/", "/* a * b\n */%s\n/***/"
            })
    void anInspectorThatOnlyLooksOrAddsCommentsIsNoReasonForSql(String format) {
        StatementInspector looks = format::formatted;
        try (App app = fast(Map.of(INSPECTOR, looks))) {
            assertThat(app.<Object>expect(HANDLERSOCKET, 1, () -> of(app, UnusualSessionsIT::exists)))
                    .isEqualTo(true);
        }
    }

    @Test
    void uncommittedRowsAreReadWhereTheIsolationSaysSo() throws SQLException {
        try (App app = App.fast(SERVER, Map.of(App.ISOLATION, "TRANSACTION_READ_UNCOMMITTED"), Coin.class);
                Connection other = SERVER.dataSource().getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("update coin set mint = 'new' where id = 1");
            app.loads().prepare().toCompletableFuture().join();

            assertThat(app.<Object>expect(JDBC, 1, () -> of(app, session -> session.find(Coin.class, 1).mint)))
                    .isEqualTo("new");
            other.rollback();
        }
    }

    @Test
    void charsArePaddedWhereTheSessionsModeSaysSo() {
        String option = "sessionVariables=sql_mode='PAD_CHAR_TO_FULL_LENGTH'";
        try (App app = App.fast(SERVER, Map.of(App.URL_OPTIONS, option), Coin.class)) {
            app.loads().prepare().toCompletableFuture().join();
            assertThat(app.<Object>expect(JDBC, 1, () -> of(app, session -> session.find(Coin.class, 1).mint)))
                    .isEqualTo("ulm  ");
            assertThat(app.loads().entities().get(0).reason()).contains("sql_mode PAD_CHAR_TO_FULL_LENGTH");
        }
    }

    @Test
    void aLimitOfAllSelectsIsKept() {
        try (App app = App.fast(SERVER, Map.of(App.URL_OPTIONS, "sessionVariables=sql_select_limit=1"), Coin.class)) {
            app.loads().prepare().toCompletableFuture().join();

            assertThat(app.<List<Integer>>expect(JDBC, 1, () -> of(app, session -> ids(session, "price", "1.50"))))
                    .hasSize(1);
        }
    }

    private static List<Integer> ids(Session session, String column, String value) {
        return session.createSelectionQuery("select c.id from Coin c where c." + column + " = :x", Integer.class)
                .setParameter("x", new BigDecimal(value))
                .getResultList();
    }

    @Test
    void numbersWithMoreDecimalsThanTheirColumnAreComparedBySql() {
        try (App plain = App.plain(SERVER, Map.of(), Coin.class);
                App app = fast(Map.of())) {
            for (String column : new String[] {"price", "grams"}) {
                await().untilAsserted(() -> app.expect(HANDLERSOCKET, 1, () -> of(app, s -> ids(s, column, "2.00"))));
                for (String value : new String[] {"1.504", "1.496", "1.501", "2.4", "1.5"}) {
                    assertThat(UnusualSessionsIT.<List<Integer>>of(app, session -> ids(session, column, value)))
                            .as("%s %s", column, value)
                            .isEqualTo(of(plain, session -> ids(session, column, value)));
                }
            }
        }
    }

    private static int found(RowRead read, LocalDate day) {
        return read.now(new RowRead.Wanted(List.of(0, day), 1, true), List::size);
    }

    @Test
    void daysThatTheDriverSendsAsOthersAreForSql() {
        try (App app = fast(Map.of())) {
            RowRead read = app.loads()
                    .table(Coin.class)
                    .read(new RowQuery(List.of(), List.of("id", "day"), RangeAndOrder.NONE, null, false));
            await().until(() -> read.refusal() == null);

            assertThat(found(read, LocalDate.of(1583, 1, 3))).isZero();
            assertThatThrownBy(() -> found(read, LocalDate.of(1582, 10, 10)))
                    .isInstanceOf(LeftToJdbcException.class)
                    .hasMessage("the key is of a type or date that only the driver can send");
        }
    }

    @Test
    void aTransactionWithoutTimeLeftFails() {
        try (App app = fast(Map.of("hibernate.connection.provider_disables_autocommit", true));
                Session session = app.sessionFactory().openSession()) {
            session.getTransaction().setTimeout(1);
            session.beginTransaction();
            assertThat(exists(session)).isTrue();
            session.clear();
            await().pollDelay(1_100, TimeUnit.MILLISECONDS).until(() -> true);

            assertThatThrownBy(() -> exists(session)).isInstanceOf(TransactionException.class);
            session.getTransaction().rollback();
        }
    }
}
