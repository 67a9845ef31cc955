// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Family;
import io.handlersocket.hibernate.fixture.Family.Author;
import io.handlersocket.hibernate.fixture.Family.Book;
import io.handlersocket.hibernate.fixture.Family.Member;
import io.handlersocket.hibernate.fixture.Family.Team;
import io.handlersocket.testkit.HandlerSocketMariaDB;
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

/** A statement is looked at when Hibernate renders it, and never again: what Hibernate keeps costs no planning. */
class PlanningIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final AtomicLong PLANNED = new AtomicLong();
    private static final int TIMES = 20;

    private static App app;

    /**
     * A load.
     *
     * @param plannings how often its statement is looked at each time it is repeated
     */
    private record Load(String name, int plannings, Consumer<Session> work) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Load> loads() {
        return Stream.of(
                new Load("find", 0, session -> session.find(Author.class, 1)),
                new Load("collection", 0, session -> Hibernate.initialize(session.find(Author.class, 1).books)),
                new Load("reference", 0, session -> Hibernate.initialize(session.getReference(Author.class, 1))),
                new Load("batch of entities", 0, session -> {
                    List<Member> members = List.of(session.find(Member.class, 1), session.find(Member.class, 3));
                    Hibernate.initialize(members.get(0).team);
                }),
                new Load("batch of collections", 0, session -> {
                    List<Team> teams = List.of(session.find(Team.class, 1), session.find(Team.class, 2));
                    Hibernate.initialize(teams.get(0).members);
                }),
                new Load(
                        "query",
                        0,
                        session -> session.createSelectionQuery("from Book b where b.author.id = :id", Book.class)
                                .setParameter("id", 1)
                                .getResultList()),
                // These Hibernate itself renders each time.
                new Load(
                        "query with a list",
                        1,
                        session -> session.createSelectionQuery("from Book b where b.id in (:ids)", Book.class)
                                .setParameterList("ids", List.of(1, 2))
                                .getResultList()),
                new Load("several ids", 1, session -> session.findMultiple(Author.class, List.of(1, 2))));
    }

    @BeforeAll
    static void start() {
        Class<?>[] entities = Family.entities().toArray(Class<?>[]::new);
        try (App setUp = App.plain(SERVER, Map.of("hibernate.hbm2ddl.auto", "create"), entities)) {
            Family.rows().forEach(SERVER::execute);
        }
        app = App.fast(SERVER, Map.of(PlanningCounter.SETTING, PLANNED), entities);
        app.sessionFactory().inSession(session -> session.doWork(connection -> {}));
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
            app.sessionFactory().inSession(load.work()::accept);
            return app.loads().count(Route.JDBC) == overJdbc;
        });
        PLANNED.set(0);
        long overJdbc = app.loads().count(Route.JDBC);
        for (int i = 0; i < TIMES; i++) {
            app.sessionFactory().inSession(load.work()::accept);
        }
        assertThat(PLANNED).hasValue((long) TIMES * load.plannings());
        assertThat(app.loads().count(Route.JDBC)).isEqualTo(overJdbc);
    }
}
