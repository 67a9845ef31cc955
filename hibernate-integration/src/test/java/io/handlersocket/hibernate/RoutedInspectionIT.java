// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.TooLargeException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.query.SelectionQuery;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An inspector sees each statement once, and the text that JDBC would have shown it, whatever becomes of the load. */
class RoutedInspectionIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    /** Has pages. */
    @Entity(name = "Album")
    @Table(name = "ri_album")
    public static class Album {
        @Id
        public int id;

        public int size;

        @OneToMany(mappedBy = "album")
        public Set<Page> pages;
    }

    /** Of an album. */
    @Entity(name = "Page")
    @Table(name = "ri_page")
    public static class Page {
        @Id
        public int id;

        @ManyToOne
        @JoinColumn(name = "album")
        public Album album;
    }

    private static final Class<?>[] ENTITIES = {Album.class, Page.class};

    /** Keeps what it is shown. */
    private static final class Log implements StatementInspector {

        private static final long serialVersionUID = 1L;

        private final transient List<String> texts = new ArrayList<>();
        private transient UnaryOperator<String> answer = sql -> sql;

        @Override
        public synchronized String inspect(String sql) {
            texts.add(sql);
            return answer.apply(sql);
        }

        synchronized List<String> take() {
            List<String> taken = List.copyOf(texts);
            texts.clear();
            return taken;
        }
    }

    /**
     * How applications ask for an inspector.
     *
     * @param comments {@code hibernate.use_sql_comments}
     * @param ofSession whether each session has its own instead of the session factory
     */
    record Setup(boolean comments, boolean ofSession) {

        static Stream<Setup> all() {
            return Stream.of(new Setup(false, false), new Setup(false, true), new Setup(true, false));
        }

        Map<String, Object> settings(Log log) {
            Map<String, Object> settings = new HashMap<>();
            settings.put("hibernate.use_sql_comments", comments);
            if (!ofSession) {
                settings.put("hibernate.session_factory.statement_inspector", log);
            }
            return settings;
        }

        <T> T of(App app, Log log, Function<Session, T> work) {
            if (!ofSession) {
                return app.sessionFactory().fromSession(work);
            }
            try (Session session = app.sessionFactory()
                    .withOptions()
                    .statementInspector((UnaryOperator<String>) log::inspect)
                    .openSession()) {
                return work.apply(session);
            }
        }
    }

    @BeforeAll
    static void create() {
        SERVER.execute(
                "create or replace table ri_album (id int primary key, size int not null, key (size))",
                "create or replace table ri_page (id int primary key, album int, key (album))",
                "insert into ri_album values (1, 10), (2, 10), (3, 30)",
                "insert into ri_page values (1, 1), (2, 1), (3, 2)");
    }

    @AfterAll
    static void drop() {
        SERVER.execute("drop table ri_album, ri_page");
    }

    private static Function<Session, Object> ids(String hql, UnaryOperator<SelectionQuery<Integer>> options) {
        return session ->
                options.apply(session.createSelectionQuery(hql, Integer.class)).getResultList();
    }

    private static Object find(Session session) {
        return session.find(Album.class, 1) != null;
    }

    private static final Map<String, Function<Session, Object>> FAST = Map.of(
            "find",
            RoutedInspectionIT::find,
            "find nothing",
            session -> session.find(Album.class, 9) != null,
            "query",
            ids("select a.id from Album a where a.size = :size order by a.id", q -> q.setParameter("size", 10)),
            "query with a comment",
            ids(
                    "select a.id from Album a where a.size = :size order by a.id",
                    q -> q.setParameter("size", 10).setComment("by */ size /* ? !")),
            "page",
            ids(
                    "select a.id from Album a where a.size = :size order by a.id",
                    q -> q.setParameter("size", 10).setFirstResult(1).setMaxResults(1)),
            "list",
            ids("select a.id from Album a where a.id in (:ids)", q -> q.setParameterList("ids", List.of(1, 3))),
            "join",
            session -> session.createSelectionQuery(
                            "from Album a left join fetch a.pages where a.id = :id", Album.class)
                    .setParameter("id", 1)
                    .getSingleResult()
                    .pages
                    .size());

    private static final Map<String, Function<Session, Object>> REFUSED = Map.of(
            "alternatives",
            ids("select a.id from Album a where a.size = 10 or a.id = 3 order by a.id", q -> q.setComment("or")),
            "hint",
            session -> session.createQuery("select a.id from Album a where a.id = 1", Integer.class)
                    .addQueryHint("primary")
                    .getResultList());

    private static void open(App app, Setup setup, Log log) {
        app.ready(Album.class);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        FAST.values().forEach(work -> app.routed(HANDLERSOCKET, 1, () -> setup.of(app, log, work))));
        log.take();
    }

    @Test
    void commentsAndAnInspectorOfTheSession() {
        Setup setup = new Setup(true, true);
        whatIsAnsweredAndWhatIsRefusedIsShownAsJdbcShowsIt(setup);
        aLoadThatFallsBackIsShownOnce(setup);
        whatItMakesOfAStatementIsWhatJdbcRuns(setup);
    }

    @ParameterizedTest
    @MethodSource("io.handlersocket.hibernate.RoutedInspectionIT$Setup#all")
    void whatIsAnsweredAndWhatIsRefusedIsShownAsJdbcShowsIt(Setup setup) {
        Log log = new Log();
        Log reference = new Log();
        try (App plain = App.plain(SERVER, setup.settings(reference), ENTITIES);
                App app = App.fast(SERVER, setup.settings(log), ENTITIES)) {
            open(app, setup, log);
            FAST.forEach((name, work) -> {
                Object expected = setup.of(plain, reference, work);
                assertThat(app.expect(HANDLERSOCKET, 1, () -> {
                            log.take(); // what was asked again is shown again
                            return setup.of(app, log, work);
                        }))
                        .as(name)
                        .isEqualTo(expected);
                assertThat(log.take()).as(name).hasSize(1).isEqualTo(reference.take());
            });
            REFUSED.forEach((name, work) -> {
                Object expected = setup.of(plain, reference, work);
                assertThat(app.expect(JDBC, 1, () -> setup.of(app, log, work)))
                        .as(name)
                        .isEqualTo(expected);
                assertThat(log.take()).as(name).hasSize(1).isEqualTo(reference.take());
            });
        }
    }

    private static void assertFallsBackOnce(Setup setup, App app, App plain, Log log, Log reference) {
        FAST.forEach((name, work) -> {
            Object expected = setup.of(plain, reference, work);
            assertThat(app.expect(JDBC, 1, () -> setup.of(app, log, work)))
                    .as(name)
                    .isEqualTo(expected);
            assertThat(log.take()).as(name).hasSize(1).isEqualTo(reference.take());
        });
    }

    @ParameterizedTest
    @MethodSource("io.handlersocket.hibernate.RoutedInspectionIT$Setup#all")
    void aLoadThatFallsBackIsShownOnce(Setup setup) {
        Log log = new Log();
        Log reference = new Log();
        List<RuntimeException> failure = new ArrayList<>();
        DisturbedClient.Lookups lookups = (target, method, args) -> {
            if (!failure.isEmpty()) {
                throw failure.get(0);
            }
            return DisturbedClient.call(target, method, args);
        };
        try (App plain = App.plain(SERVER, setup.settings(reference), ENTITIES);
                App app = App.over(
                        SERVER, DisturbedClient.of(App.client(SERVER), lookups), setup.settings(log), ENTITIES)) {
            open(app, setup, log);
            List<HandlerSocketException> failures = List.of(
                    new UnavailableException(UnavailableException.Reason.QUARANTINED, "quarantined"),
                    new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, "gone"),
                    new ConnectionLostException("lost", null),
                    new TooLargeException("large"));
            for (RuntimeException one : Stream.concat(failures.stream(), Stream.of(new IllegalStateException("odd")))
                    .toList()) {
                failure.clear();
                failure.add(one);
                assertFallsBackOnce(setup, app, plain, log, reference);
            }
            failure.clear();
            app.client().drain();
            assertFallsBackOnce(setup, app, plain, log, reference);
            app.client().resume();
            open(app, setup, log);
        }
    }

    @ParameterizedTest
    @MethodSource("io.handlersocket.hibernate.RoutedInspectionIT$Setup#all")
    void whatItMakesOfAStatementIsWhatJdbcRuns(Setup setup) {
        Log log = new Log();
        Log reference = new Log();
        try (App plain = App.plain(SERVER, setup.settings(reference), ENTITIES);
                App app = App.fast(SERVER, setup.settings(log), ENTITIES)) {
            open(app, setup, log);
            UnaryOperator<String> other = sql -> sql.replace("ri_album", "(select id, size+1 size from ri_album)");
            log.answer = other;
            reference.answer = other;
            FAST.forEach((name, work) -> {
                Object expected = setup.of(plain, reference, work);
                assertThat(app.expect(JDBC, 1, () -> setup.of(app, log, work)))
                        .as(name)
                        .isEqualTo(expected);
                assertThat(log.take()).as(name).hasSize(1).isEqualTo(reference.take());
            });
            assertThat(app.loads().counts())
                    .anyMatch(count -> count.reason().equals("a StatementInspector changes the statement"));

            log.answer = sql -> null; // as it is
            assertThat(app.expect(HANDLERSOCKET, 1, () -> setup.of(app, log, RoutedInspectionIT::find)))
                    .isEqualTo(true);
            log.take();

            log.answer = sql -> {
                throw new UnsupportedOperationException("not this one");
            };
            assertThatThrownBy(() -> setup.of(app, log, RoutedInspectionIT::find))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("not this one");
            assertThat(log.take()).hasSize(1);
        }
    }
}
