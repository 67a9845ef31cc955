// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.fixture.StubDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the application leaves to JDBC, and the line that each load logs. */
class OptOutTest {

    @Entity(name = "Audited")
    @OverJdbc
    static class Audited {
        @Id
        Long id;
    }

    @Entity(name = "Trace")
    static class Trace {
        @Id
        Long id;

        @ManyToOne // eager
        Audited audited;
    }

    @Entity(name = "Note")
    static class Note {
        @Id
        Long id;

        @ManyToOne(fetch = FetchType.LAZY)
        Audited audited;
    }

    private final FakeClient client = FakeClient.withAnn();
    private final StubDatabase database = new StubDatabase();
    private SessionFactory sessionFactory;
    private HandlerSocketLoads loads;

    @BeforeEach
    void start() {
        sessionFactory = Factories.offline(
                database.dataSource(),
                Map.of(HandlerSocketSettings.CLIENT, client),
                Player.class,
                Audited.class,
                Trace.class,
                Note.class);
        loads = HandlerSocketLoads.of(sessionFactory);
        sessionFactory.inSession(session -> session.doWork(Connection::createStatement));
        loads.prepare().toCompletableFuture().join();
        assertThat(loads.ready(Player.class)).isTrue();
    }

    @AfterEach
    void stop() {
        sessionFactory.close();
    }

    @Test
    void aSessionUsesJdbcWhileTheApplicationAsksForIt() {
        try (Session session = sessionFactory.openSession();
                Session other = sessionFactory.openSession()) {
            Object found = loads.overJdbc(
                    session,
                    () -> loads.overJdbc(session, () -> {
                        other.find(Player.class, 1L);
                        return session.find(Player.class, 1L);
                    }));

            assertThat(found).as("the stub has no rows").isNull();
            assertThat(loads.counts())
                    .containsExactlyInAnyOrder(
                            new LoadCount(Player.class.getName(), null, 1),
                            new LoadCount(Player.class.getName(), JdbcReason.of(ReasonCode.OVER_JDBC_SESSION), 1));
            assertThat(client.lookups()).hasSize(1);
            assertThat(session.find(Player.class, 1L)).as("afterwards").isNotNull();
        }
    }

    @Test
    void staysOnJdbcUntilTheOutermostCallEndsAlsoByAnException() {
        try (Session session = sessionFactory.openSession()) {
            assertThatThrownBy(() -> loads.overJdbc(session, () -> {
                        loads.overJdbc(session, () -> 0);
                        assertThat(session.find(Player.class, 1L)).isNull();
                        assertThat(loads.refusal(session))
                                .extracting(JdbcReason::kind)
                                .isEqualTo(Kind.OPTION);
                        throw new IllegalStateException("stop");
                    }))
                    .hasMessage("stop");

            assertThat(loads.refusal(session)).isNull();
            assertThat(session.find(Player.class, 1L)).isNotNull();
        }
    }

    @Test
    void aStatelessSessionCanBeLeftToJdbc() {
        try (StatelessSession session = sessionFactory.openStatelessSession()) {
            assertThat(loads.overJdbc(session, () -> session.get(Player.class, 1L)))
                    .isNull();
            assertThat(session.get(Player.class, 1L)).isNotNull();
        }
    }

    @Test
    void anAnnotatedEntityAndWhatJoinsItStayOnJdbc() {
        JdbcReason reason = JdbcReason.of(ReasonCode.OVER_JDBC_ENTITY, Audited.class.getName());

        assertThat(loads.reason(Audited.class)).isEqualTo(reason);
        assertThat(loads.reason(Trace.class)).isEqualTo(reason);
        assertThat(loads.table(Audited.class).refusal()).contains(reason);
        assertThat(loads.table(Player.class).refusal()).isEmpty();

        sessionFactory.inSession(session -> session.find(Audited.class, 1L));
        assertThat(loads.counts()).contains(new LoadCount(Audited.class.getName(), reason, 1));
        assertThat(client.lookups()).isEmpty();
    }

    /** To ask an implicit join for its table adds the join to Hibernate's statement. */
    @Test
    void aConditionOnTheForeignKeyDoesNotReadTheAnnotatedTable() {
        sessionFactory.inSession(session -> session.createQuery("from Note where audited.id = :id", Note.class)
                .setParameter("id", 1L)
                .getResultList());

        assertThat(loads.counts())
                .filteredOn(count -> count.role().endsWith("Note"))
                .extracting(LoadCount::kind)
                .doesNotContain(Kind.OPTION);
    }

    @Test
    void aSessionThatHibernateDoesNotKnowIsRefused() {
        Session proxy = (Session) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Session.class}, (self, method, arguments) -> null);

        assertThatThrownBy(() -> loads.overJdbc(proxy, () -> 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aCategoryLogsOneLineForEachLoadWithoutItsKey() {
        Logger category = (Logger) LoggerFactory.getLogger("io.handlersocket.hibernate.loads");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        category.addAppender(lines);
        try {
            category.setLevel(Level.INFO);
            sessionFactory.inSession(session -> session.find(Player.class, 1L));
            assertThat(lines.list).isEmpty();

            category.setLevel(Level.DEBUG);
            sessionFactory.inSession(session -> {
                session.find(Player.class, 1L);
                session.find(Player.class, 4_711L);
                session.find(Audited.class, 4_711L);
            });
        } finally {
            category.detachAppender(lines);
            category.setLevel(null);
        }
        assertThat(lines.list)
                .extracting(line -> line.getFormattedMessage().replaceAll("\\d+ us", "n us"))
                .containsExactly(
                        Player.class.getName() + ": HANDLERSOCKET, 1 rows, n us",
                        Player.class.getName() + ": HANDLERSOCKET, 0 rows, n us",
                        Audited.class.getName() + ": JDBC, OPTION: " + Audited.class.getName()
                                + " has @OverJdbc, decided in n us");
    }
}
