// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.fixture.FakeClient.column;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.StubDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.QueryHint;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.hibernate.SessionFactory;
import org.hibernate.SharedSessionContract;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.jpa.HibernateHints;
import org.hibernate.query.Query;
import org.hibernate.query.SelectionQuery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One query asks for JDBC by its comment. */
class QueryCommentTest {

    private static final String BY_ID = "from Gamer where id = :id";
    private static final JdbcReason REASON = JdbcReason.of(ReasonCode.OVER_JDBC_COMMENT);

    @Entity(name = "Gamer")
    @NamedQuery(name = "Gamer.fast", query = BY_ID)
    @NamedQuery(
            name = "Gamer.jdbc",
            query = BY_ID,
            hints = @QueryHint(name = HibernateHints.HINT_COMMENT, value = OverJdbc.COMMENT))
    static class Gamer {
        @Id
        Long id;
    }

    private final FakeClient client =
            new FakeClient().table("Gamer", column("id", "bigint(20)")).row("Gamer", Map.of("id", 1L));
    private final StubDatabase database = new StubDatabase();
    private SessionFactory sessionFactory;
    private HandlerSocketLoads loads;

    @BeforeEach
    void start() {
        sessionFactory = Factories.offline(
                database.dataSource(),
                Map.of(HandlerSocketSettings.CLIENT, client, AvailableSettings.USE_SQL_COMMENTS, true),
                Gamer.class);
        loads = HandlerSocketLoads.of(sessionFactory);
        sessionFactory.inSession(session -> session.doWork(Connection::createStatement));
        loads.prepare().toCompletableFuture().join();
        database.statements().clear();
    }

    @AfterEach
    void stop() {
        sessionFactory.close();
    }

    /** The stub database has no rows, and the fake client has one. */
    private boolean isFast(Function<SharedSessionContract, SelectionQuery<Gamer>> query) {
        long before = loads.count(Route.HANDLERSOCKET);
        List<Gamer> found = sessionFactory.fromSession(
                session -> query.apply(session).setParameter("id", 1L).getResultList());
        List<Gamer> stateless = sessionFactory.fromStatelessSession(
                session -> query.apply(session).setParameter("id", 1L).getResultList());
        assertThat(stateless).hasSameSizeAs(found);
        assertThat(loads.count(Route.HANDLERSOCKET) - before).isEqualTo(found.isEmpty() ? 0 : 2);
        return !found.isEmpty();
    }

    private static SelectionQuery<Gamer> byId(SharedSessionContract session) {
        return session.createSelectionQuery(BY_ID, Gamer.class);
    }

    @Test
    void aQueryWithTheCommentUsesJdbc() {
        assertThat(isFast(QueryCommentTest::byId)).isTrue();
        assertThat(database.statements()).isEmpty();

        assertThat(isFast(session -> byId(session).setComment(OverJdbc.COMMENT)))
                .isFalse();
        assertThat(loads.counts()).contains(new LoadCount("query on " + Gamer.class.getName(), REASON, 2));
        assertThat(database.statements())
                .as("with hibernate.use_sql_comments")
                .hasSize(2)
                .allSatisfy(sql -> assertThat(sql).startsWith("/* " + OverJdbc.COMMENT + " */ select"));

        assertThat(isFast(QueryCommentTest::byId)).as("the next query").isTrue();
    }

    @Test
    void theCommentCanBeAHintAndCanSayMore() {
        assertThat(isFast(session -> byId(session).setHint(HibernateHints.HINT_COMMENT, OverJdbc.COMMENT)))
                .isFalse();
        assertThat(isFast(session -> byId(session).setComment(OverJdbc.COMMENT + ", nightly report")))
                .isFalse();
    }

    @Test
    void otherCommentsChangeNothing() {
        assertThat(isFast(session -> byId(session).setComment("by hand, not " + OverJdbc.COMMENT)))
                .isTrue();
        assertThat(isFast(session -> byId(session).setComment(""))).isTrue();
        assertThat(isFast(session -> byId(session).setComment(null))).isTrue();
    }

    @Test
    void aNamedQueryHasItInItsHints() {
        assertThat(isFast(session -> session.createNamedSelectionQuery("Gamer.fast", Gamer.class)))
                .isTrue();
        assertThat(isFast(session -> session.createNamedSelectionQuery("Gamer.jdbc", Gamer.class)))
                .isFalse();
        assertThat(loads.plans())
                .contains(
                        new LoadPlan(LoadPlan.Kind.QUERY, "Gamer.fast", null),
                        new LoadPlan(LoadPlan.Kind.QUERY, "Gamer.jdbc", REASON));
    }

    /** Hibernate drops such a hint, so this library could not have a hint with a name of its own. */
    @Test
    void aHintWithAnotherNameDoesNotReachTheExecutor() {
        assertThat(isFast(session -> {
                    Query<Gamer> query = session.createQuery(BY_ID, Gamer.class).setHint("handlersocket.route", "jdbc");
                    assertThat(query.getHints()).doesNotContainKey("handlersocket.route");
                    return query;
                }))
                .isTrue();
    }
}
