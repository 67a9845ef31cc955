// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Family;
import io.handlersocket.hibernate.fixture.Family.Author;
import io.handlersocket.hibernate.fixture.Family.Book;
import io.handlersocket.hibernate.fixture.Family.Member;
import io.handlersocket.hibernate.fixture.Family.Team;
import io.handlersocket.hibernate.fixture.HibernateLine;
import io.handlersocket.hibernate.fixture.Keyed;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A statement is planned when it is first executed, and never again, whether Hibernate keeps it or renders it anew. */
class PlanningIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final AtomicLong PLANNED = new AtomicLong();
    private static final int TIMES = 20;

    private static App app;

    private record Load(String name, Consumer<Session> work) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Load> loads() {
        return Stream.of(
                new Load("find", session -> session.find(Author.class, 1)),
                new Load("collection", session -> Hibernate.initialize(session.find(Author.class, 1).books)),
                new Load("reference", session -> Hibernate.initialize(session.getReference(Author.class, 1))),
                new Load("batch of entities", session -> {
                    List<Member> members = List.of(session.find(Member.class, 1), session.find(Member.class, 3));
                    Hibernate.initialize(members.get(0).team);
                }),
                new Load("batch of collections", session -> {
                    List<Team> teams = List.of(session.find(Team.class, 1), session.find(Team.class, 2));
                    Hibernate.initialize(teams.get(0).members);
                }),
                new Load(
                        "query",
                        session -> session.createSelectionQuery("from Book b where b.author.id = :id", Book.class)
                                .setParameter("id", 1)
                                .getResultList()),
                // These Hibernate itself builds and renders each time.
                new Load(
                        "query with a list",
                        session -> session.createSelectionQuery("from Book b where b.id in (:ids)", Book.class)
                                .setParameterList("ids", List.of(1, 2))
                                .getResultList()),
                new Load(
                        "natural id",
                        session -> HibernateLine.findByNaturalId(session, Keyed.ByNaturalId.class, "seven")),
                new Load(
                        "join",
                        session -> session.createSelectionQuery(
                                        "from Author a left join fetch a.books where a.id in (:ids)", Author.class)
                                .setParameterList("ids", List.of(1, 2))
                                .getResultList()),
                new Load("several ids", session -> session.findMultiple(Author.class, List.of(1, 2))));
    }

    @BeforeAll
    static void start() {
        Class<?>[] entities = Stream.concat(Family.entities().stream(), Stream.of(Keyed.ByNaturalId.class))
                .toArray(Class<?>[]::new);
        try (App setUp = App.plain(SERVER, Map.of("hibernate.hbm2ddl.auto", "create"), entities)) {
            SERVER.execute(Family.rows().toArray(String[]::new));
            SERVER.execute("insert into by_natural_id (id, code, n) values (7, 'seven', 1)");
        }
        app = App.fast(SERVER, Map.of(PlanningCounter.SETTING, PLANNED), entities);
        app.sessionFactory().inSession(session -> session.doWork(Connection::createStatement));
        app.loads().prepare().toCompletableFuture().join();
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @ParameterizedTest
    @MethodSource("loads")
    void aStatementSeenBeforeIsNotPlannedAgain(Load load) {
        await().until(() -> {
            long overJdbc = app.loads().count(Route.JDBC);
            app.sessionFactory().inSession(load.work());
            return app.loads().count(Route.JDBC) == overJdbc;
        });
        PLANNED.set(0);
        long overJdbc = app.loads().count(Route.JDBC) - app.away();
        for (int i = 0; i < TIMES; i++) {
            app.sessionFactory().inSession(load.work());
        }
        assertThat(PLANNED).hasValue(0);
        assertThat(app.loads().count(Route.JDBC) - app.away())
                .as("of %s", app.loads().counts())
                .isEqualTo(overJdbc);
    }
}
