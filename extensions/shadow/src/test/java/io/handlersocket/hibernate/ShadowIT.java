// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Row;
import io.handlersocket.hibernate.fixture.AllTypes;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.spi.AnsweredRead;
import io.handlersocket.hibernate.spi.LoadObserver;
import io.handlersocket.hibernate.spi.ReadColumns;
import io.handlersocket.shadow.Shadow;
import io.handlersocket.shadow.Shadow.Count;
import io.handlersocket.shadow.Shadow.Difference;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.exception.JDBCConnectionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShadowIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String THREAD = "handlersocket-shadow";
    private static final int WRONG = 987_654;

    private final Logger log = (Logger) org.slf4j.LoggerFactory.getLogger("io.handlersocket.shadow");
    private final ListAppender<ILoggingEvent> heard = new ListAppender<>();

    @BeforeAll
    static void create() {
        SERVER.execute(
                "drop table if exists player",
                "create table player (id int unsigned primary key, name varchar(50), score int, key (score))");
    }

    @AfterAll
    static void drop() {
        SERVER.execute("drop table player");
    }

    @BeforeEach
    void fill() {
        heard.start();
        log.addAppender(heard);
        SERVER.execute(
                "delete from player", "insert into player select seq, concat('name', seq), 42424 from seq_1_to_100");
    }

    @AfterEach
    void stopListening() {
        log.detachAppender(heard);
    }

    private static Map<String, Object> settings(double share, String onDifference, @Nullable DataSource dataSource) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(Shadow.SAMPLE, share);
        settings.put(Shadow.MAX_RATE, 100);
        settings.put(Shadow.ON_DIFFERENCE, onDifference);
        if (dataSource != null) {
            settings.put(Shadow.DATA_SOURCE, dataSource);
        }
        return settings;
    }

    private static Map<String, Object> settings(String onDifference) {
        return settings(1, onDifference, SERVER.dataSource());
    }

    /**
     * Keeps its connections while the machine stands still for a moment: a difference is asked for again over
     * HandlerSocket. No test changes a table that is open.
     */
    private static HandlerSocketClient client() {
        return HandlerSocketClient.builder()
                .dataSource(SERVER.dataSource())
                .connectTimeout(Duration.ofSeconds(10))
                .requestTimeout(Duration.ofSeconds(5))
                .withoutGuard()
                .build();
    }

    private static App fast(Map<String, Object> settings, Class<?>... entities) {
        return App.over(SERVER, client(), settings, entities);
    }

    private static Player find(App app, long id) {
        return app.sessionFactory().fromSession(session -> session.find(Player.class, id));
    }

    private static Shadow shadow(App app) {
        return Shadow.of(app.sessionFactory()).orElseThrow();
    }

    private static long sum(App app, ToLongFunction<Count> count) {
        return shadow(app).counts().stream().mapToLong(count).sum();
    }

    private static long checked(App app) {
        return sum(app, count -> count.equal() + count.changed() + count.different() + count.failed());
    }

    private static void awaitChecked(App app, long reads) {
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(
                        () -> assertThat(checked(app) + shadow(app).dropped()).isEqualTo(reads));
    }

    private List<String> lines() {
        return List.copyOf(heard.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private List<String> differenceLines() {
        return lines().stream()
                .filter(line -> line.contains("give different answers"))
                .toList();
    }

    private static List<Thread> shadowThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(THREAD))
                .toList();
    }

    /** Answers with another score from the database's, as long as there is a row. */
    private static HandlerSocketClient wrongScores() {
        return DisturbedClient.of(client(), (target, method, args) -> {
            Object result = DisturbedClient.call(target, method, args);
            return result instanceof Optional<?> row ? row.map(found -> wrong((Row) found)) : result;
        });
    }

    private static Row wrong(Row row) {
        return (Row) Proxy.newProxyInstance(
                Row.class.getClassLoader(),
                new Class<?>[] {Row.class},
                (proxy, method, args) ->
                        method.getName().equals("valueAt") && args[0].equals(row.position("score")) && args.length == 1
                                ? WRONG
                                : DisturbedClient.call(row, method, args));
    }

    @Test
    void offMakesNothing() {
        try (App app =
                fast(settings(0, "log", SERVER.dataSource()), Player.class).ready(Player.class)) {
            app.routed(Route.HANDLERSOCKET, 1, () -> find(app, 1));
            assertThat(Shadow.of(app.sessionFactory())).isEmpty();
            assertThat(shadowThreads()).isEmpty();
        }
        try (App app = App.plain(SERVER, settings("log"), Player.class)) {
            assertThat(find(app, 1)).isNotNull();
            assertThat(Shadow.of(app.sessionFactory())).isEmpty();
            assertThat(shadowThreads()).isEmpty();
        }
    }

    @Test
    void badSettingsSayWhatIsExpected() {
        assertThatThrownBy(() -> fast(settings(1.5, "log", SERVER.dataSource()), Player.class))
                .hasStackTraceContaining("handlersocket.shadow.sample: 1.5 (expected 0 to 1)");
        Map<String, Object> often = settings("log");
        often.put(Shadow.MAX_RATE, "often");
        assertThatThrownBy(() -> fast(often, Player.class))
                .hasStackTraceContaining("handlersocket.shadow.max-rate: often (expected 1 to 1000)");
        assertThatThrownBy(() -> fast(settings("panic"), Player.class))
                .hasStackTraceContaining(
                        "handlersocket.shadow.on-difference: panic (expected log, quarantine or fail)");
        assertThatThrownBy(() -> fast(settings(0.1, "log", null), Player.class))
                .hasStackTraceContaining("Set handlersocket.shadow.data-source");
    }

    @Test
    void aComparisonWaitsForTheRate() {
        Map<String, Object> settings = settings("log");
        settings.put(Shadow.MAX_RATE, 5);
        try (App app = fast(settings, Player.class).ready(Player.class)) {
            long start = System.nanoTime();
            for (int i = 0; i < 4; i++) {
                app.routed(Route.HANDLERSOCKET, 1, () -> find(app, 1));
            }
            await().untilAsserted(() -> assertThat(checked(app)).isEqualTo(4));
            assertThat(System.nanoTime() - start)
                    .isGreaterThan(Duration.ofMillis(3 * 200).toNanos());
        }
    }

    @Test
    void everyTypeIsEqual() {
        AllTypes nothing = new AllTypes();
        nothing.id = 3L;
        try (App plain = App.plain(SERVER, Map.of("hibernate.hbm2ddl.auto", "create"), AllTypes.class)) {
            plain.sessionFactory().inTransaction(session -> {
                session.persist(TypesIT.common(1));
                session.persist(TypesIT.extreme(2));
                session.persist(nothing);
            });
        }
        try (App app = fast(settings("log"), AllTypes.class).ready(AllTypes.class)) {
            for (long id = 1; id <= 4; id++) {
                long row = id; // the last one does not exist
                app.routed(
                        Route.HANDLERSOCKET,
                        1,
                        () -> app.sessionFactory().fromSession(session -> session.find(AllTypes.class, row)));
            }
            awaitChecked(app, 4);
            Count count = shadow(app).counts().get(0);
            assertThat(count.equal()).as("%s", shadow(app).counts()).isEqualTo(4);
            assertThat(count.role()).isEqualTo(AllTypes.class.getName());
            assertThat(count.handlerSocketMicros()).isPositive();
            assertThat(count.jdbcMicros()).isPositive();
            assertThat(count.speedUp()).isEqualTo(count.jdbcMicros() / count.handlerSocketMicros());
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> shadowThreads().isEmpty());
    }

    @Test
    void aDifferenceIsLoggedOnceWithoutValues() {
        try (App app =
                App.over(SERVER, wrongScores(), settings("log"), Player.class).ready(Player.class)) {
            // A check fails if SQL stands still, so it may take more than two to find two differences.
            for (int i = 1; sum(app, Count::different) < 2; i++) {
                assertThat(app.routed(Route.HANDLERSOCKET, 1, () -> find(app, 1)).score)
                        .isEqualTo(WRONG);
                awaitChecked(app, i);
                assertThat(sum(app, Count::equal) + sum(app, Count::changed)).isZero();
                assertThat(i).as("%s", shadow(app).counts()).isLessThan(100);
            }
            assertThat(shadow(app).differences())
                    .containsExactly(new Difference(Player.class.getName(), "player.score", Shadow.Kind.VALUE));
            assertThat(differenceLines()).hasSize(1);
            assertThat(differenceLines().get(0)).contains(Player.class.getName(), "player.score", "VALUE");
            assertThat(lines())
                    .noneMatch(line -> line.contains("987654") || line.contains("42424") || line.contains("name1"));
            assertThat(app.loads().ready(Player.class)).isTrue();
        }
    }

    @Test
    void quarantineLeavesTheTableToJdbc() {
        try (App app = App.over(SERVER, wrongScores(), settings("quarantine"), Player.class)
                .ready(Player.class)) {
            assertThat(app.routed(Route.HANDLERSOCKET, 1, () -> find(app, 1)).score)
                    .isEqualTo(WRONG);
            awaitChecked(app, 1);
            assertThat(app.routed(Route.JDBC, 1, () -> find(app, 1)).score).isEqualTo(42424);
            List<Player> players = app.routed(Route.JDBC, 1, () -> byScore(app));
            assertThat(players).hasSize(100);
            assertThat(app.loads().reason(Player.class))
                    .isEqualTo(new JdbcReason(
                            JdbcReason.Kind.TABLE, "shadow mode found a difference from SQL: VALUE of player.score"));
            assertThat(app.loads().entities().get(0).route()).isEqualTo(Route.JDBC);
            LoadObserver observer = (LoadObserver) shadow(app);
            assertThat(observer.refusal(() -> Set.of("PLAYER"))).isNotNull();
            assertThat(observer.refusal(() -> Set.of("other"))).isNull();
            assertThat(differenceLines()).hasSize(1);
        }
    }

    private static List<Player> byScore(App app) {
        return app.sessionFactory()
                .fromSession(
                        session -> session.createSelectionQuery("from Player p where p.score = 42424", Player.class)
                                .getResultList());
    }

    @Test
    void aRowThatHandlerSocketDoesNotFindIsADifference() {
        HandlerSocketClient blind = DisturbedClient.of(client(), (target, method, args) -> {
            Object result = DisturbedClient.call(target, method, args);
            return result instanceof Optional<?> ? Optional.empty() : result;
        });
        try (App app = App.over(SERVER, blind, settings("fail"), Player.class).ready(Player.class)) {
            assertThat(app.<Player>routed(Route.HANDLERSOCKET, 1, () -> find(app, 7)))
                    .isNull();
            awaitChecked(app, 1);
            assertThat(shadow(app).differences())
                    .containsExactly(new Difference(Player.class.getName(), "player", Shadow.Kind.ROWS));
            assertThat(find(app, 7)).isNotNull();
        }
    }

    @Test
    void rowsThatWritersChangeAreNoDifference() throws Exception {
        ExecutorService writers = Executors.newFixedThreadPool(3);
        CountDownLatch end = new CountDownLatch(1);
        try (App app = fast(settings("quarantine"), Player.class).ready(Player.class)) {
            List<Future<?>> all = new ArrayList<>();
            all.add(writers.submit(() -> write("update player set score = score + 1 where id <= 3", end)));
            all.add(writers.submit(() -> write("update player set score = 42424 + score % 2 where id = 1", end)));
            all.add(writers.submit(() -> write("update player set name = if(name = 'a', 'b', 'a') where id = 2", end)));
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            for (long i = 0; sum(app, Count::changed) < 20 && System.nanoTime() - deadline < 0; i++) {
                long id = 1 + i % 3;
                assertThat(find(app, id)).isNotNull();
                TimeUnit.MILLISECONDS.sleep(1);
            }
            end.countDown();
            for (Future<?> one : all) {
                one.get();
            }
            assertThat(sum(app, Count::changed))
                    .as("%s, %d dropped", shadow(app).counts(), shadow(app).dropped())
                    .isPositive();
            assertThat(sum(app, Count::different)).isZero();
            assertThat(sum(app, Count::failed)).isZero();
            assertThat(shadow(app).differences()).isEmpty();
        } finally {
            writers.shutdownNow();
        }
    }

    private static Void write(String sql, CountDownLatch end) throws SQLException {
        try (Connection connection = SERVER.dataSource().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            while (end.getCount() > 0) {
                statement.executeUpdate();
            }
        }
        return null;
    }

    @Test
    void aConnectionThatDoesNotComeDelaysNoCaller() {
        CountDownLatch free = new CountDownLatch(1);
        DataSource exhausted = dataSource(() -> {
            free.await();
            return SERVER.dataSource().getConnection();
        });
        Map<String, Object> settings = settings(1, "log", exhausted);
        settings.put(App.CONNECTION_TIMEOUT_MILLIS, 2_500L);
        try (App app = fast(settings, Player.class).ready(Player.class);
                Session holder = app.sessionFactory().openSession()) {
            holder.beginTransaction();
            holder.createNativeMutationQuery("update player set score = 1 where id = 100")
                    .executeUpdate(); // holds the pool's only connection
            for (int i = 0; i < 200; i++) {
                int id = 1 + i % 50;
                await().pollInSameThread()
                        .ignoreException(
                                JDBCConnectionException.class) // HandlerSocket is away, and the pool is exhausted
                        .until(() -> app.sessionFactory().openSession().find(Player.class, id) != null);
            }
            assertThat(shadow(app).dropped()).isGreaterThan(150);
            assertThat(checked(app)).isZero();
            free.countDown();
            awaitChecked(app, 200); // while the pool is still exhausted
            assertThat(sum(app, Count::equal)).isPositive();
            assertThat(sum(app, Count::failed)).isZero();
        }
    }

    @Test
    void aConnectionThatIsNotProvenGivesNoDifference() {
        String other = SERVER.getDatabaseName() + "_shadow";
        try (Connection root = SERVER.rootDataSource().getConnection();
                java.sql.Statement statement = root.createStatement()) {
            statement.execute("create or replace database " + other);
            statement.execute(
                    "create table " + other + ".player (id int unsigned primary key, name varchar(50), score int)");
            DataSource elsewhere = dataSource(() -> {
                Connection connection = SERVER.rootDataSource().getConnection();
                connection.setCatalog(other);
                return connection;
            });
            try (App app =
                    fast(settings(1, "quarantine", elsewhere), Player.class).ready(Player.class)) {
                assertThat(app.routed(Route.HANDLERSOCKET, 1, () -> find(app, 1)))
                        .isNotNull();
                awaitChecked(app, 1);
                assertThat(sum(app, Count::failed)).isOne();
                assertThat(shadow(app).differences()).isEmpty();
                assertThat(lines()).anyMatch(line -> line.startsWith("Shadow mode could not compare a read of "));
                assertThat(app.loads().ready(Player.class)).isTrue();
            } finally {
                statement.execute("drop database " + other);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Player> some(App app) {
        return app.sessionFactory()
                .fromSession(session -> session.createSelectionQuery("from Player p where p.id = 1", Player.class)
                        .setMaxResults(10)
                        .getResultList());
    }

    @Test
    void aLimitIsNotCompared() {
        try (App app = fast(settings("quarantine"), Player.class).ready(Player.class)) {
            await().until(() -> app.loads().count(Route.HANDLERSOCKET) < count(app, () -> some(app)));
            assertThat(app.routed(Route.HANDLERSOCKET, 1, () -> find(app, 1))).isNotNull();
            awaitChecked(app, 1);
            assertThat(shadow(app).counts()).extracting(Count::role).containsExactly(Player.class.getName());
        }
    }

    private static long count(App app, Runnable reads) {
        reads.run();
        return app.loads().count(Route.HANDLERSOCKET);
    }

    private interface Sql {
        void use(Connection connection) throws Exception;
    }

    /** A read that an application's code does, of one row. */
    private record Custom(String role, Sql sql) implements AnsweredRead {

        @Override
        public ReadColumns selected() {
            return new ReadColumns(Set.of("player"), List.of("player.id"), List.of());
        }

        @Override
        public Answer first() {
            return new Answer(List.of(List.of(1)), 1);
        }

        @Override
        public Answer handlerSocket() {
            return first();
        }

        @Override
        public Answer jdbc(Connection connection) throws Exception {
            sql.use(connection);
            return first();
        }
    }

    @Test
    void whatAReadDoesToTheThreadAndTheConnectionDoesNotLast() {
        InheritableThreadLocal<String> own = new InheritableThreadLocal<>();
        own.set("the caller's");
        List<@Nullable Object> seen = new CopyOnWriteArrayList<>();
        try (App app = fast(settings("log"), Player.class).ready(Player.class)) {
            List<Custom> reads = List.of(
                    new Custom("1 local", connection -> {
                        seen.add(own.get());
                        seen.add(Thread.currentThread());
                    }),
                    new Custom("2 transaction", connection -> connection.setAutoCommit(false)),
                    new Custom("3 transaction", connection -> seen.add(connection.getAutoCommit())),
                    new Custom("4 error", connection -> {
                        throw new AssertionError("the application's");
                    }),
                    new Custom("5 closed", connection -> {
                        connection.close();
                        throw new IllegalStateException("the application's");
                    }),
                    new Custom("6 fine", connection -> {
                        seen.add(connection.isValid(1));
                        seen.add(Thread.currentThread());
                    }));
            for (int i = 0; i < reads.size(); i++) {
                ((LoadObserver) shadow(app)).answered(reads.get(i));
                awaitChecked(app, i + 1);
            }
            assertThat(seen).hasSize(5);
            assertThat(seen.get(0)).isNull();
            assertThat(seen.get(2)).isEqualTo(true);
            assertThat(seen.get(3)).isEqualTo(true);
            assertThat(seen.get(4)).isSameAs(seen.get(1));
            assertThat(shadow(app).counts())
                    .filteredOn(count -> count.failed() == 1)
                    .extracting(Count::role)
                    .containsExactly("4 error", "5 closed");
            assertThat(shadow(app).count("6 fine"))
                    .hasValueSatisfying(count -> assertThat(count.equal()).isOne());
            assertThat(shadow(app).count("7")).isEmpty();
        } finally {
            own.remove();
        }
    }

    private interface Source {
        Connection get() throws Exception;
    }

    private static DataSource dataSource(Source source) {
        return (DataSource) Proxy.newProxyInstance(
                ShadowIT.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, args) -> {
                    if (method.getName().equals("getConnection")) {
                        return source.get();
                    }
                    return method.getName().equals("hashCode")
                            ? 1
                            : method.getName().equals("equals") ? false : "source";
                });
    }
}
