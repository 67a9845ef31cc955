// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static io.handlersocket.hibernate.contract.Situation.fast;
import static io.handlersocket.hibernate.contract.Situation.jdbc;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.client.Patience;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.spi.SqlAddress;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.Routed;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.ReplicasBuilder;
import io.handlersocket.replicas.hibernate.ReplicaSettings;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.ReplicatedMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionImplementor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mariadb.jdbc.MariaDbDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/**
 * A LazyConnectionDataSourceProxy whose DataSource for read-only transactions leads to a configured replica. Coin 1
 * tells which server has answered: it is worth 10 at the primary, 20 at the reader and 30 at the other replica.
 */
@Timeout(180)
class ReaderIT {

    private static final String NO_REPLICA = "the replica that SQL would read cannot answer over HandlerSocket now";
    private static final String READ_ONLY = "SQL would use the read-only DataSource, which is no configured replica";
    private static final String SEVERAL = "several configured replicas are the server of the read-only DataSource";
    private static final String COMMITTED = "TRANSACTION_READ_COMMITTED";

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(2);

    private static Shop shop;

    @BeforeAll
    static void create() {
        Coin.create(DB.primary());
        DB.primary().execute("insert into ht_coin values (2, 1)");
        for (int i = 0; i < 2; i++) {
            DB.awaitReplica(i, Patience.LIMIT);
            locally(DB.replica(i), "update ht_coin set worth = " + (i + 2) * 10 + " where id = 1");
        }
        shop = new Shop(COMMITTED, 2, "db2", "db3");
        shop.awaitFast();
    }

    /** Runs statements as root, which are not in the binary log. */
    private static void locally(HandlerSocketMariaDB server, String statement) {
        Coin.root(server, "set sql_log_bin = 0", statement);
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    /** The test before may have set an isolation, which is believed until the connection is asked again. */
    @BeforeEach
    void answersOverHandlerSocket() {
        shop.awaitFast();
    }

    @AfterEach
    void go() {
        Coin.root(DB.server(2), "set global read_only = 1");
        DB.startSqlThread(0);
        DB.awaitReplica(0, Patience.LIMIT);
    }

    /** An application with a primary and a reader. */
    private static final class Shop implements AutoCloseable {

        final HikariDataSource target = pool(DB.server(1).getJdbcUrl(), COMMITTED);
        final HikariDataSource reader;
        final Replicas replicas;
        final SessionFactory factory;
        final HandlerSocketLoads loads;

        /** @param endpoints names of replicas, each with the id of its server as the third character */
        Shop(String isolation, int readerId, String... endpoints) {
            this(isolation, DB.server(readerId).getJdbcUrl(), endpoints(endpoints));
        }

        private static Map<String, DataSource> endpoints(String... names) {
            Map<String, DataSource> endpoints = new TreeMap<>();
            for (String name : names) {
                endpoints.put(
                        name, DB.server(Character.digit(name.charAt(2), 10)).dataSource());
            }
            return endpoints;
        }

        Shop(String isolation, String readerUrl, Map<String, DataSource> endpoints) {
            reader = pool(readerUrl, isolation);
            ReplicasBuilder builder =
                    Replicas.builder(options(DB.server(1).dataSource()).name("db"));
            endpoints.forEach((name, dataSource) -> builder.replica(name, options(dataSource)));
            replicas = builder.build();
            factory = factory(
                    target,
                    reader,
                    Map.of(HandlerSocketSettings.CLIENT, replicas.client(), ReplicaSettings.REPLICAS, replicas));
            loads = HandlerSocketLoads.of(factory);
        }

        static SessionFactory factory(DataSource target, DataSource reader, Map<String, Object> settings) {
            LazyConnectionDataSourceProxy split = new LazyConnectionDataSourceProxy(target);
            split.setReadOnlyDataSource(reader);
            Map<String, Object> all = new HashMap<>(settings);
            all.put("hibernate.connection.handling_mode", "DELAYED_ACQUISITION_AND_HOLD");
            return Factories.build(split, all, Coin.class);
        }

        static HikariDataSource pool(String url, String isolation) {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl(url);
            pool.setUsername(DB.primary().getUsername());
            pool.setPassword(DB.primary().getPassword());
            pool.setTransactionIsolation(isolation);
            pool.setMaximumPoolSize(3);
            pool.setMinimumIdle(0);
            return pool;
        }

        private static HandlerSocketClientBuilder options(DataSource dataSource) {
            return PatientClient.builder().dataSource(dataSource);
        }

        /** Waits until both roles are answered over HandlerSocket, from the servers that SQL would ask. */
        void awaitFast() {
            awaitUsable();
            Patience.await().until(() -> fromReading(session -> isFast(session, 20)));
            awaitPrimary();
        }

        void awaitUsable() {
            loads.prepare().toCompletableFuture().join();
            Patience.await()
                    .untilAsserted(() -> assertThat(replicas.servers())
                            .allSatisfy(server ->
                                    assertThat(server.usable()).as("%s", server).isTrue()));
            awaitPrimary();
            reading(session -> assertThat(sql(session)).isPositive()); // now a connection of the reader is known
        }

        void awaitPrimary() {
            Patience.await().until(() -> factory.fromTransaction(session -> isFast(session, 10)));
        }

        /** A read-only transaction, as Spring begins one. */
        void reading(Consumer<Session> work) {
            fromReading(session -> {
                work.accept(session);
                return true;
            });
        }

        <T> T fromReading(Function<Session, T> work) {
            try (Session session = factory.openSession()) {
                readOnly(session, true);
                session.beginTransaction();
                T answer = work.apply(session);
                session.getTransaction().commit();
                readOnly(session, false);
                return answer;
            }
        }

        /** Loads the coin; returns whether this went over HandlerSocket. */
        boolean isFast(Session session, int worth) {
            long before = loads.count(Route.HANDLERSOCKET);
            assertWorth(session, worth);
            return loads.count(Route.HANDLERSOCKET) == before + 1;
        }

        /** Does work whose loads, so many, all go over HandlerSocket: again if it could not answer for a moment. */
        void fast(int count, Runnable work) {
            Routed.loads(loads, Route.HANDLERSOCKET, count, () -> {
                work.run();
                return count;
            });
        }

        /** Loads the coin over JDBC: again if another reason was that HandlerSocket could not answer for a moment. */
        void assertJdbc(Session session, int worth, String reason) {
            Patience.await().until(() -> {
                long fast = loads.count(Route.HANDLERSOCKET);
                long away = Routed.away(loads);
                long before = count(reason);
                List<LoadCount> all = loads.counts();
                assertWorth(session, worth);
                assertThat(loads.count(Route.HANDLERSOCKET))
                        .as("%s%n%s", all, loads.counts())
                        .isEqualTo(fast);
                boolean right = count(reason) == before + 1;
                assertThat(right || Routed.away(loads) > away)
                        .as("%s%n%s", all, loads.counts())
                        .isTrue();
                return right;
            });
        }

        private long count(String reason) {
            return loads.counts().stream()
                    .filter(count -> count.reason().contains(reason))
                    .mapToLong(LoadCount::count)
                    .sum();
        }

        /** Returns how many connections the reader's pool has handed out and not got back. */
        int fetched() {
            return reader.getHikariPoolMXBean().getActiveConnections();
        }

        @Override
        public void close() {
            factory.close();
            replicas.close();
            target.close();
            reader.close();
        }
    }

    private static Connection connection(Session session) {
        return session.unwrap(SessionImplementor.class)
                .getJdbcCoordinator()
                .getLogicalConnection()
                .getPhysicalConnection();
    }

    private static void readOnly(Session session, boolean value) {
        try {
            connection(session).setReadOnly(value);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertWorth(Session session, int worth) {
        session.clear();
        assertThat(Coin.worth(session)).isEqualTo(worth);
    }

    private static int sql(Session session) {
        return session.createNativeQuery("select worth from ht_coin where id = 1", Integer.class)
                .getSingleResult();
    }

    @Test
    void onlyTheReaderAnswersAReadOnlyTransaction() {
        List<String> servers = new ArrayList<>();
        int[] fetched = new int[1];
        try (ReadScope scope = shop.replicas.open(Freshness.ANY)) {
            for (int i = 0; i < 30; i++) {
                shop.fast(
                        1,
                        () -> shop.reading(session -> {
                            assertWorth(session, 20);
                            fetched[0] = shop.fetched();
                        }));
                assertThat(fetched[0]).as("connections").isZero();
            }
            scope.answers().forEach(answer -> servers.add(answer.server()));
        }
        assertThat(servers).hasSizeGreaterThanOrEqualTo(30).containsOnly("db2");
        shop.fast(
                2,
                () -> shop.reading(session -> {
                    assertWorth(session, 20);
                    assertThat(sql(session)).isEqualTo(20);
                    assertWorth(session, 20); // now its connection is known
                }));
    }

    @Test
    void otherTransactionsAreOfThePrimary() {
        shop.fast(
                1,
                () -> shop.factory.inTransaction(session -> {
                    assertWorth(session, 10);
                    assertThat(sql(session)).isEqualTo(10);
                }));
        shop.fast(1, () -> shop.factory.inSession(session -> assertWorth(session, 10)));
    }

    @Test
    void aReadOnlySessionIsOfTheReader() {
        shop.fast(1, () -> {
            try (Session session = shop.factory.withOptions().readOnly(true).openSession()) {
                assertWorth(session, 20);
                assertThat(sql(session)).isEqualTo(20);
            }
        });
    }

    @Test
    void aSessionThatTheReaderHasAnsweredStaysThere() {
        shop.fast(2, () -> {
            try (Session session = shop.factory.openSession()) {
                readOnly(session, true);
                session.beginTransaction();
                assertWorth(session, 20);
                session.getTransaction().commit();
                readOnly(session, false); // SQL would have fetched a connection, and this would have no effect
                session.beginTransaction();
                assertWorth(session, 20);
                assertThat(sql(session)).isEqualTo(20);
                session.getTransaction().commit();
            }
        });
    }

    @Test
    void aReaderThatMayNotAnswerIsAskedBySql() {
        Coin.root(DB.server(2), "set global read_only = 0"); // as if it were promoted
        Patience.await()
                .until(() -> shop.replicas.servers().stream()
                        .anyMatch(server ->
                                server.name().equals("db2") && server.reason().contains("is writable")));
        shop.reading(session -> shop.assertJdbc(session, 20, NO_REPLICA));
        shop.awaitPrimary(); // a second writable server makes the client prove it anew, which takes a moment
    }

    @Test
    void aReaderThatIsBehindAnswersAsItsSql() {
        DB.stopSqlThread(0);
        DB.primary().execute("update ht_coin set worth = worth + 1 where id = 2");
        DB.awaitReplica(1, Patience.LIMIT);
        int[] worth = new int[2];
        shop.reading(session -> worth[0] = session.find(Coin.class, 2).worth);
        shop.factory.inTransaction(session -> worth[1] = session.find(Coin.class, 2).worth);
        assertThat(worth[1] - worth[0]).isOne();
    }

    @Test
    void aSessionOfTheApplicationNeverGoesBackwards() {
        DB.stopSqlThread(0);
        try (ReadScope scope = shop.replicas.open(Freshness.ANY, shop.replicas.session())) {
            shop.factory.inTransaction(
                    session -> session.createMutationQuery("update Coin c set c.worth = c.worth + 1 where c.id = 2")
                            .executeUpdate());
            shop.reading(session -> shop.assertJdbc(session, 20, NO_REPLICA));
            assertThat(scope.answers()).isEmpty();
        }
    }

    @Test
    void aFreshnessIsNotProvenBySql() {
        for (Freshness freshness : List.of(Freshness.PRIMARY, Freshness.within(Duration.ofSeconds(10)))) {
            shop.replicas.read(freshness, () -> {
                shop.reading(session -> shop.assertJdbc(session, 20, "a freshness is asked for"));
                return freshness;
            });
        }
    }

    @Test
    void aTemporaryTableOfTheReaderIsSeen() {
        try (Session session = shop.factory.openSession()) {
            readOnly(session, true);
            session.beginTransaction();
            session.doWork(Coin.sql(
                    "create temporary table ht_coin (id int primary key, worth int)",
                    "insert into ht_coin values (1, 99)"));
            session.getTransaction().commit();
            session.beginTransaction();
            shop.assertJdbc(session, 99, Situation.TEMPORARY);
            session.doWork(Coin.sql("drop temporary table ht_coin"));
            session.getTransaction().commit();
        }
        shop.reader.getHikariPoolMXBean().softEvictConnections();
        shop.awaitFast();
    }

    @Test
    void theIsolationThatWasSetMayNotBeTheReaders() {
        try (Shop repeatable = new Shop("TRANSACTION_REPEATABLE_READ", 2, "db2")) {
            repeatable.awaitUsable();
            try (Session session = repeatable.factory.openSession()) {
                readOnly(session, true);
                // It equals the target's default, so Spring does not set it on the reader's connection.
                connection(session).setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                session.beginTransaction();
                repeatable.assertJdbc(session, 20, "may have another isolation");
                int before = session.find(Coin.class, 2).worth;
                locally(DB.server(2), "update ht_coin set worth = worth + 100 where id = 2");
                session.clear();
                int after = session.find(Coin.class, 2).worth;
                locally(DB.server(2), "update ht_coin set worth = worth - 100 where id = 2");
                assertThat(after).as("in the snapshot").isEqualTo(before);
                session.getTransaction().commit();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void anotherIsolationThanTheDefaultIsThatOfTheTransaction() throws SQLException {
        try (Session session = shop.factory.openSession()) {
            readOnly(session, true);
            connection(session).setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            session.beginTransaction();
            shop.assertJdbc(session, 20, "isolation SERIALIZABLE");
            session.getTransaction().commit();
        }
    }

    @Test
    void afterSqlAtRepeatableReadItsSnapshotCounts() {
        try (Shop repeatable = new Shop("TRANSACTION_REPEATABLE_READ", 2, "db2")) {
            repeatable.awaitUsable();
            repeatable.reading(session -> {
                assertThat(sql(session)).isEqualTo(20);
                locally(DB.server(2), "update ht_coin set worth = 21 where id = 1");
                try {
                    assertThat(repeatable.isFast(session, 20)).isFalse();
                } finally {
                    locally(DB.server(2), "update ht_coin set worth = 20 where id = 1");
                }
            });
        }
    }

    /** With innodb_snapshot_isolation, the server must know that the transaction only reads. */
    @Test
    void atRepeatableReadAReaderWhosePoolIsReadOnlyAnswers() {
        try (Shop repeatable = new Shop("TRANSACTION_REPEATABLE_READ", 2, "db2")) {
            repeatable.reader.setReadOnly(true);
            repeatable.awaitUsable();
            Patience.await().until(() -> repeatable.fromReading(session -> repeatable.isFast(session, 20)));
        }
    }

    @Test
    void aReaderThatIsNoEndpointIsAskedBySql() {
        try (Shop other = new Shop(COMMITTED, 2, "db3")) {
            other.awaitUsable();
            other.reading(session -> other.assertJdbc(session, 20, READ_ONLY));
            assertThat(other.loads.readOnlyRefusal()).isNotNull();
        }
        Patience.await().until(() -> shop.loads.readOnlyRefusal() == null);
    }

    @Test
    void otherOptionsOfTheDriverAreSeen() {
        try (Shop other = new Shop(COMMITTED, 2, "db2")) {
            other.reader.setJdbcUrl(DB.server(2).jdbcUrl("useServerPrepStmts=true"));
            other.awaitUsable();
            other.reading(session -> other.assertJdbc(session, 20, "has other driver options"));
        }
    }

    @Test
    void anotherAutoCommitModeIsSeen() {
        try (Shop other = new Shop(COMMITTED, 2, "db2")) {
            other.reader.setAutoCommit(false);
            other.awaitUsable();
            try (Session session = other.factory.withOptions().readOnly(true).openSession()) {
                assertThat(sql(session)).isEqualTo(20);
            }
            other.reading(session -> other.assertJdbc(session, 20, "have another auto-commit mode"));
        }
    }

    @Test
    void aClientThatKnowsNoReplicasAnswersForThePrimaryOnly() {
        HandlerSocketClient bare =
                Shop.options(DB.server(1).dataSource()).name("bare").build();
        Map<String, Object> settings =
                Map.of(HandlerSocketSettings.CLIENT, bare, ReplicaSettings.REPLICAS, shop.replicas);
        try (bare;
                SessionFactory factory = Shop.factory(shop.target, shop.reader, settings)) {
            HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
            loads.prepare().toCompletableFuture().join();
            Patience.await().until(() -> {
                assertThat(Coin.worth(factory)).isEqualTo(10);
                return loads.count(Route.HANDLERSOCKET) > 0;
            });
            for (int i = 0; i < 3; i++) {
                try (Session session = factory.withOptions().readOnly(true).openSession()) {
                    assertThat(Coin.worth(session)).isEqualTo(20);
                }
            }
        }
    }

    @Test
    void twoEndpointsOfOneServerAreNone() {
        try (Shop twice = new Shop(COMMITTED, 2, "db2", "db2 again")) {
            twice.awaitUsable();
            twice.reading(session -> twice.assertJdbc(session, 20, SEVERAL));
        }
    }

    @Test
    void aReaderThatIsThePrimaryIsAskedBySql() {
        try (Shop one = new Shop(COMMITTED, 1, "db2")) {
            one.awaitUsable();
            one.reading(session -> one.assertJdbc(session, 10, READ_ONLY));
        }
    }

    @Test
    void aReaderThatMovesToAnotherServerIsFollowed() throws SQLException {
        String[] second = SqlAddress.of(DB.server(2).getJdbcUrl()).split(":", 2);
        String[] third = SqlAddress.of(DB.server(3).getJdbcUrl()).split(":", 2);
        try (TcpProxy address = new TcpProxy(second[0], Integer.parseInt(second[1]))) {
            String url = DB.server(2).getJdbcUrl().replaceFirst("//[^/]*/", "//127.0.0.1:" + address.port() + "/");
            MariaDbDataSource endpoint = new MariaDbDataSource(url);
            endpoint.setUser(DB.primary().getUsername());
            endpoint.setPassword(DB.primary().getPassword());
            try (Shop moving = new Shop(COMMITTED, url, Map.of("reader", endpoint))) {
                moving.awaitFast();
                address.moveTo(third[0], Integer.parseInt(third[1]));
                address.cutAll();
                // The pool may hand out a connection that was cut, as to any application.
                Patience.await()
                        .ignoreExceptions()
                        .untilAsserted(() -> moving.reading(
                                session -> assertThat(sql(session)).isEqualTo(30)));
                long fast = moving.loads.count(Route.HANDLERSOCKET);
                Patience.await().until(() -> {
                    moving.reading(session -> {
                        assertThat(Coin.worth(session)).isEqualTo(30);
                        assertThat(sql(session)).isEqualTo(30);
                    });
                    return moving.loads.count(Route.HANDLERSOCKET) > fast;
                });
            }
        }
    }

    /** Whatever a session does, its loads are of the server that the same session would reach without HandlerSocket. */
    @Test
    void eachSessionReadsWhereSqlWouldHaveRead() throws SQLException {
        long seed = System.nanoTime();
        System.out.println("ReaderIT: seed " + seed);
        Random random = new Random(seed);
        long before = shop.loads.count(Route.HANDLERSOCKET);
        int loads = 0;
        long end = System.nanoTime() + Patience.LIMIT.multipliedBy(3).toNanos();
        try (HikariDataSource target = Shop.pool(DB.server(1).getJdbcUrl(), COMMITTED);
                HikariDataSource reader = Shop.pool(DB.server(2).getJdbcUrl(), COMMITTED);
                SessionFactory plain = Shop.factory(target, reader, Map.of())) {
            // More sessions follow if HandlerSocket could not answer those of a moment.
            for (int i = 0; i < 300 || (fastSince(before) <= loads / 2 && System.nanoTime() - end < 0); i++) {
                List<Step> steps = new ArrayList<>();
                int size = 3 + random.nextInt(10);
                for (int j = 0; j < size; j++) {
                    steps.add(Step.values()[random.nextInt(Step.values().length)]);
                }
                steps.add(Step.LOAD);
                if (i < 300) {
                    loads += (int) steps.stream().filter(Step.LOAD::equals).count();
                }
                boolean readOnly = random.nextInt(4) == 0;
                assertThat(run(shop.factory, readOnly, steps))
                        .as("seed %d, %s %s", seed, readOnly ? "read-only" : "", steps)
                        .isEqualTo(run(plain, readOnly, steps));
            }
        }
        assertThat(fastSince(before))
                .as("of %d loads: %s", loads, shop.loads.counts())
                .isGreaterThan(loads / 2);
    }

    private static long fastSince(long before) {
        return shop.loads.count(Route.HANDLERSOCKET) - before;
    }

    private enum Step {
        READ_ONLY,
        READ_WRITE,
        BEGIN,
        COMMIT,
        LOAD,
        SQL,
        FETCH,
        COMMITTED,
        REPEATABLE
    }

    private static List<Integer> run(SessionFactory factory, boolean readOnly, List<Step> steps) throws SQLException {
        List<Integer> answers = new ArrayList<>();
        try (Session session = factory.withOptions().readOnly(readOnly).openSession()) {
            for (Step step : steps) {
                boolean inside = session.isJoinedToTransaction();
                switch (step) {
                    case READ_ONLY -> connection(session).setReadOnly(true);
                    case READ_WRITE -> connection(session).setReadOnly(false);
                    case BEGIN -> {
                        if (!inside) {
                            session.beginTransaction();
                        }
                    }
                    case COMMIT -> {
                        if (inside) {
                            session.getTransaction().commit();
                        }
                    }
                    case LOAD -> {
                        session.clear();
                        answers.add(Coin.worth(session));
                    }
                    case SQL -> answers.add(sql(session));
                    case FETCH -> connection(session).isValid(1);
                    case COMMITTED -> isolation(session, inside, Connection.TRANSACTION_READ_COMMITTED);
                    case REPEATABLE -> isolation(session, inside, Connection.TRANSACTION_REPEATABLE_READ);
                }
            }
            if (session.isJoinedToTransaction()) {
                session.getTransaction().commit();
            }
        }
        return answers;
    }

    private static void isolation(Session session, boolean inside, int level) throws SQLException {
        if (!inside) {
            connection(session).setTransactionIsolation(level);
        }
    }

    @Test
    void thePageHasTheSituations() throws IOException {
        assertThat(Situation.documented("Where replicas are configured"))
                .containsExactlyElementsOf(Situation.rows(situations()));
    }

    private static Stream<Situation> situations() {
        String split = "a read-only transaction whose DataSource leads to ";
        return Stream.of(
                fast(split + "one configured replica"),
                jdbc(split + "a server that is no configured replica", READ_ONLY),
                jdbc(split + "a server that several endpoints name", SEVERAL),
                jdbc(split + "a replica that may not answer now", NO_REPLICA),
                jdbc(split + "a replica, and a duration or position is asked for", "a freshness is asked for"));
    }
}
