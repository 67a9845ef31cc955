// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.handlersocket.client.UnavailableException;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.fixture.StubDatabase;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.hibernate.Hibernate;
import org.hibernate.LockMode;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RoutingTest {

    private final FakeClient client = FakeClient.withAnn();
    private final StubDatabase database = new StubDatabase();
    private SessionFactory sessionFactory;
    private HandlerSocketLoads loads;

    @BeforeEach
    void start() {
        sessionFactory =
                Factories.offline(database.dataSource(), Map.of(HandlerSocketSettings.CLIENT, client), Player.class);
        loads = HandlerSocketLoads.of(sessionFactory);
    }

    @AfterEach
    void stop() {
        sessionFactory.close();
    }

    /** Lets the integration see a connection, and the index open. */
    private void warm() {
        sessionFactory.inSession(session -> session.doWork(Connection::createStatement));
        loads.prepare().toCompletableFuture().join();
        assertThat(loads.ready(Player.class)).isTrue();
    }

    private Map<String, Long> jdbcReasons() {
        return loads.counts().stream()
                .filter(count -> count.route() == Route.JDBC)
                .collect(Collectors.toMap(LoadCount::reason, LoadCount::count));
    }

    @Test
    void findsWithoutAnyConnection() {
        warm();
        int connections = database.connections();
        sessionFactory.inSession(session -> {
            Player player = session.find(Player.class, 1L);
            assertThat(player.name).isEqualTo("ann");
            assertThat(player.score).isEqualTo(7);
            assertThat(session.find(Player.class, 2L)).isNull();
        });
        assertThat(database.connections()).isEqualTo(connections);
        assertThat(client.lookups()).containsExactly(List.of("player", 1L), List.of("player", 2L));
        assertThat(loads.count(Route.HANDLERSOCKET)).isEqualTo(2);
        assertThat(loads.counts()).containsExactly(new LoadCount(Player.class.getName(), null, 2));
    }

    @Test
    void plansShowThatACountWithALimitUsesJdbc() {
        sessionFactory.inSession(session -> {
            String count = "select count(*) from Player where id = :id";
            sessionFactory.addNamedQuery("all", session.createQuery(count, Long.class));
            sessionFactory.addNamedQuery(
                    "limited", session.createQuery(count, Long.class).setMaxResults(1));
        });
        warm();
        assertThat(loads.plans())
                .filteredOn(plan -> plan.kind() == LoadPlan.Kind.QUERY)
                .containsExactly(
                        new LoadPlan(LoadPlan.Kind.QUERY, "all", null),
                        new LoadPlan(LoadPlan.Kind.QUERY, "limited", JdbcReason.of(ReasonCode.NOT_PLAIN)));
    }

    @Test
    void usesJdbcUntilAConnectionWasSeenAndTheIndexIsOpen() {
        CompletableFuture<Void> open = new CompletableFuture<>();
        client.openAfter(open);
        sessionFactory.inSession(session -> session.find(Player.class, 1L));
        assertThat(jdbcReasons()).containsExactly(entry("no JDBC connection was used yet", 1L));
        sessionFactory.inSession(session -> session.find(Player.class, 1L));
        assertThat(jdbcReasons()).containsEntry("the index is being opened", 1L);
        assertThat(database.statements()).hasSize(2);
        open.complete(null);
        sessionFactory.inSession(
                session -> assertThat(session.find(Player.class, 1L)).isNotNull());
        assertThat(loads.count(Route.HANDLERSOCKET)).isEqualTo(1);
    }

    @Test
    void fallsBackSilentlyWhenTheServerIsGone() {
        warm();
        client.failWith(new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, "gone"));
        sessionFactory.inSession(
                session -> assertThat(session.find(Player.class, 1L)).isNull());
        assertThat(database.statements()).hasSize(1);
        assertThat(jdbcReasons())
                .containsExactly(entry("HandlerSocket cannot be reached (see the client's reason)", 1L));
        assertThat(client.lookups())
                .as("a lookup would fail with an exception, whose stack trace takes long")
                .isEmpty();
        assertThat(loads.ready(Player.class)).isFalse();
        client.recover();
        sessionFactory.inSession(
                session -> assertThat(session.find(Player.class, 1L)).isNotNull());
    }

    /** More pairs of table and index than the client keeps open take turns. */
    @Test
    void anIndexThatIsClosedToKeepOthersOpenIsNoOutage() {
        warm();
        client.failWith(new UnavailableException(UnavailableException.Reason.EVICTED, "closed"));
        assertThat(requireNonNull(loads.reason(Player.class)).kind()).isEqualTo(JdbcReason.Kind.TOO_MANY_INDEXES);
        assertThat(loads.interrupted(Player.class)).isFalse();
        sessionFactory.inSession(
                session -> assertThat(session.find(Player.class, 1L)).isNull());
        assertThat(loads.counts())
                .singleElement()
                .satisfies(count -> assertThat(count.kind()).isEqualTo(JdbcReason.Kind.TOO_MANY_INDEXES));
    }

    @Test
    void readsForStatelessSessionsProxiesAndRefresh() {
        warm();
        try (StatelessSession session = sessionFactory.openStatelessSession()) {
            assertThat(session.get(Player.class, 1L)).isNotNull();
        }
        try (Session session = sessionFactory.openSession()) {
            Player player = session.getReference(Player.class, 1L);
            Hibernate.initialize(player);
            player = (Player) Hibernate.unproxy(player);
            assertThat(player.name).isEqualTo("ann");
            client.row("player", Map.of("id", 1L, "name", "bob", "score", 8));
            session.refresh(player);
            assertThat(player.name).isEqualTo("bob");
        }
        assertThat(loads.count(Route.HANDLERSOCKET)).isEqualTo(3);
        assertThat(loads.count(Route.JDBC)).isZero();
    }

    @Test
    void answersQueriesThatAreLookupsAndKeepsTheRestOnJdbc() {
        warm();
        try (Session session = sessionFactory.openSession()) {
            session.createSelectionQuery("select p.name from Player p where p.id = :id", String.class)
                    .setParameter("id", 1L)
                    .getResultList();
            assertThat(session.createSelectionQuery("select p.name from Player p where p.id = :id", String.class)
                            .setParameter("id", 1L)
                            .getResultList())
                    .containsExactly("ann");
            assertThat(session.createSelectionQuery("from Player where id = :id", Player.class)
                            .setParameter("id", 1L)
                            .getResultList())
                    .hasSize(1);
            for (String jdbc : List.of(
                    "from Player where id > 1",
                    "from Player where score = 1",
                    "from Player where id = 1 or id = 2",
                    "from Player where score = 1 order by id",
                    "select distinct name from Player",
                    "select count(*) from Player",
                    "select upper(name) from Player where score = 3",
                    "from Player p join Player q on p.id = q.score where p.score = 1")) {
                session.createSelectionQuery(jdbc, Object.class).getResultList();
            }
            session.createSelectionQuery("from Player where id = :id", Player.class)
                    .setParameter("id", 1L)
                    .setMaxResults(1)
                    .getResultList();
        }
        sessionFactory.inTransaction(session -> session.createSelectionQuery("from Player where id = :id", Player.class)
                .setParameter("id", 1L)
                .setHibernateLockMode(LockMode.PESSIMISTIC_WRITE)
                .getResultList());
        assertThat(client.lookups()).hasSize(3);
        assertThat(loads.counts()).contains(new LoadCount("query on " + Player.class.getName(), null, 3));
        assertThat(jdbcReasons())
                .containsKeys(
                        "no index of player starts with (score)",
                        "no condition: it reads the whole table",
                        "it selects something that is not a column");
    }

    @Test
    void flushesBeforeAQueryThatReadsTheChangedTable() {
        warm();
        sessionFactory.inTransaction(session -> {
            session.find(Player.class, 1L).score = 99;
            session.createSelectionQuery("from Player where id = :id", Player.class)
                    .setParameter("id", 1L)
                    .getResultList();
            assertThat(database.statements()).first().asString().startsWith("update player");
        });
        assertThat(jdbcReasons()).containsKey("the transaction has written, or ran something that is not a plain read");
    }

    @Test
    void usesJdbcWhileThePoolReachesAnotherServer() {
        database.identity("another");
        sessionFactory.inSession(session -> session.doWork(Connection::createStatement));
        loads.prepare().toCompletableFuture().join();
        sessionFactory.inSession(session -> session.find(Player.class, 1L));
        assertThat(client.lookups()).isEmpty();
        assertThat(loads.ready(Player.class)).isFalse();
        assertThat(jdbcReasons())
                .containsExactly(entry("the application's pool reaches another server process than the client", 1L));
    }

    @Test
    void locksUseJdbc() {
        warm();
        for (LockMode mode : List.of(LockMode.PESSIMISTIC_WRITE, LockMode.PESSIMISTIC_READ)) {
            sessionFactory.inTransaction(session -> session.find(Player.class, 1L, mode));
        }
        assertThat(client.lookups()).isEmpty();
        assertThat(database.statements())
                .hasSize(2)
                .allMatch(sql -> sql.contains("for update") || sql.contains("lock in"));
    }

    @Test
    void takesTheClientFromASupplierOnceItHasOne() {
        AtomicReference<FakeClient> supplied = new AtomicReference<>();
        Supplier<FakeClient> supplier = () -> {
            if (supplied.get() == null) {
                throw new IllegalStateException("not yet");
            }
            return supplied.get();
        };
        try (SessionFactory late = Factories.offline(
                database.dataSource(), Map.of(HandlerSocketSettings.CLIENT, supplier), Player.class)) {
            HandlerSocketLoads lateLoads = HandlerSocketLoads.of(late);
            late.inSession(session -> session.doWork(Connection::createStatement));
            assertThat(lateLoads.prepare().toCompletableFuture()).isCompleted();
            late.inSession(session -> assertThat(session.find(Player.class, 1L)).isNull());
            assertThat(lateLoads.ready(Player.class)).isFalse();
            assertThat(lateLoads.entities()).singleElement().matches(plan -> plan.route() == Route.JDBC);
            supplied.set(client);
            lateLoads.prepare().toCompletableFuture().join();
            late.inSession(session -> assertThat(session.find(Player.class, 1L)).isNotNull());
        }
    }

    @Test
    void refusesSettingsItDoesNotUnderstand() {
        for (Map<String, Object> settings : List.<Map<String, Object>>of(
                Map.of(HandlerSocketSettings.CLIENT, "hs://somewhere"),
                Map.of(HandlerSocketSettings.CLIENT, client, HandlerSocketSettings.DRAIN, "java:comp/env/jdbc/dba"),
                Map.of(HandlerSocketSettings.CLIENT, client, HandlerSocketSettings.FALLBACK, "10"),
                Map.of(HandlerSocketSettings.CLIENT, client, HandlerSocketSettings.ROUTING, "sometimes"),
                Map.of(HandlerSocketSettings.CLIENT, client, HandlerSocketSettings.IDLE_CONNECTIONS, 10),
                Map.of(HandlerSocketSettings.CLIENT, client, HandlerSocketSettings.CONSISTENCY, "eventual"))) {
            assertThatThrownBy(() -> Factories.offline(database.dataSource(), settings, Player.class))
                    .hasStackTraceContaining("expected");
        }
    }

    @Test
    void saysNothingWithoutClientOrWhenSwitchedOff() {
        for (Map<String, Object> settings : List.<Map<String, Object>>of(
                Map.of(), Map.of(HandlerSocketSettings.CLIENT, client, HandlerSocketSettings.ENTITIES, "none"))) {
            try (SessionFactory plain = Factories.offline(database.dataSource(), settings, Player.class)) {
                HandlerSocketLoads none = HandlerSocketLoads.of(plain);
                plain.inSession(session -> session.find(Player.class, 1L));
                assertThat(none.counts()).isEmpty();
                assertThat(none.ready(Player.class)).isFalse();
                assertThat(none.entities()).singleElement().matches(plan -> plan.route() == Route.JDBC);
                assertThat(none.prepare().toCompletableFuture()).isCompleted();
            }
        }
        assertThat(client.lookups()).isEmpty();
    }
}
