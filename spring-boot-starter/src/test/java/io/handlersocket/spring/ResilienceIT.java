// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.spring.app.PlainPlayers;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.PlayerNames;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.repository.report.LookupCount;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.awaitility.core.ThrowingRunnable;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One application whose way to HandlerSocket can be blocked, and whose pool can be exhausted. */
@Timeout(60)
class ResilienceIT {

    private static final int POOL = 4;
    private static final int FALLBACKS = 2;

    /** A machine that stands still for less is no exhausted pool. */
    private static final long CONNECTION_TIMEOUT_MILLIS = 3_000;

    private static final Duration RECOVERY = Duration.ofSeconds(30);

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static TcpProxy proxy;
    private static ConfigurableApplicationContext context;
    private static HandlerSocketClient client;
    private static Players players;
    private static FallbackLimit fallback;

    private final List<Connection> taken = new ArrayList<>();

    @BeforeAll
    static void start() {
        PlayerApplication.createTable(server);
        proxy = new TcpProxy(server.getHost(), server.readPort());
        context = PlayerApplication.on(
                        server,
                        "handlersocket.host=localhost",
                        "handlersocket.port=" + proxy.port(),
                        "test.request-timeout=200ms",
                        "handlersocket.startup=fail",
                        "spring.threads.virtual.enabled=true",
                        "spring.datasource.hikari.maximum-pool-size=" + POOL,
                        "spring.datasource.hikari.connection-timeout=" + CONNECTION_TIMEOUT_MILLIS)
                .initializers((GenericApplicationContext starting) -> starting.registerBean(
                        FallbackLimit.class,
                        () -> new FallbackLimit(FALLBACKS, Duration.ofMillis(CONNECTION_TIMEOUT_MILLIS))))
                .run();
        client = context.getBean(HandlerSocketClient.class);
        players = context.getBean(Players.class);
        fallback = context.getBean(FallbackLimit.class);
    }

    @AfterAll
    static void stop() {
        context.close();
        proxy.close();
    }

    @BeforeEach
    void isFast() {
        await().atMost(Duration.ofSeconds(30)).until(ResilienceIT::ready);
    }

    @AfterEach
    void mend() throws SQLException {
        unblock();
        for (Connection connection : taken) {
            connection.close();
        }
    }

    @Test
    void answersOverJdbcWhileNothingComesBackAndRecoversByItself() throws Exception {
        long rejectedBefore = fallback.rejected();
        long atOpening;
        try (Load load = new Load(4, ResilienceIT::readAny)) {
            await().until(() -> load.calls() > 100);
            proxy.stall(true);
            await().pollInterval(Duration.ofMillis(1)) // or the guard has closed what is silent
                    .until(() -> client.snapshot().circuit() == CircuitState.OPEN
                            || client.snapshot().state() != ClientState.READY);
            atOpening = load.calls();
            await().until(() -> load.calls() > atOpening + 500); // without waiting for each
            unblock();
            await().atMost(RECOVERY).until(() -> ready() && client.snapshot().circuit() == CircuitState.CLOSED);
            assertThat(load.failures()).isEmpty();
        }
        assertThat(fallback.active()).isZero();
        assertThat(fallback.rejected()).isEqualTo(rejectedBefore);
    }

    @Test
    void answersFastReadsWhileThePoolIsExhausted() throws Exception {
        exhaustPool();

        fastWithoutPool(() -> {
            assertThat(players.findById(30L)).map(Player::getName).contains("Zoë 30");
            assertThat(players.existsById(30L)).isTrue();
        });
        assertThat(failure(() -> context.getBean(PlainPlayers.class).findById(30L)))
                .as("JDBC has no connection")
                .isNotNull();
    }

    @Test
    void givesTheErrorJdbcWouldHaveGivenWhereNeitherAnswers() throws Exception {
        exhaustPool();
        Throwable plain = failure(() -> context.getBean(PlainPlayers.class).findById(31L));
        long failedBefore = failed();
        client.drain();
        try {
            List<CompletableFuture<Throwable>> callers = IntStream.range(0, FALLBACKS + 3)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> failure(() -> players.findById(31L)), task -> new Thread(task).start()))
                    .toList();
            await().untilAsserted(() -> {
                assertThat(fallback.active()).isEqualTo(FALLBACKS);
                assertThat(fallback.waiting()).isEqualTo(3);
            });

            for (CompletableFuture<Throwable> caller : callers) {
                assertThat(caller.get(20, TimeUnit.SECONDS))
                        .hasSameClassAs(plain)
                        .hasMessage(plain.getMessage())
                        .hasRootCauseInstanceOf(rootCause(plain).getClass().asSubclass(Throwable.class))
                        .cause()
                        .hasSameClassAs(plain.getCause());
            }
            long rejected = callers.stream()
                    .map(CompletableFuture::join)
                    .filter(e -> String.valueOf(rootCause(e).getMessage()).contains("FallbackLimit.maxConcurrent=2"))
                    .count();
            assertThat(rejected).isBetween(1L, 3L);
            assertThat(failed()).isEqualTo(failedBefore + FALLBACKS + 3);
        } finally {
            client.resume();
        }
        assertThat(fallback.active()).isZero();
    }

    @Test
    void boundsQueryMethodsAndReadsOfSeveralIdsAsLoadsById() throws Exception {
        PlayerNames names = context.getBean(PlayerNames.class);
        exhaustPool();
        fastWithoutPool(() -> {
            assertThat(names.findNameById(32L)).map(PlayerNames.Name::name).contains("Zoë 32");
            assertThat(players.findAllById(List.of(32L))).hasSize(1);
        });
        client.drain();
        try {
            List<CompletableFuture<Throwable>> callers = IntStream.range(0, FALLBACKS + 4)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> failure(() -> {
                                if (i % 2 == 0) {
                                    names.findNameById(32L);
                                } else {
                                    players.findAllById(List.of(32L));
                                }
                            }),
                            task -> new Thread(task).start()))
                    .toList();
            await().untilAsserted(() -> {
                assertThat(fallback.active()).isEqualTo(FALLBACKS);
                assertThat(fallback.waiting()).isEqualTo(4);
            });
            for (CompletableFuture<Throwable> caller : callers) {
                assertThat(caller.get(20, TimeUnit.SECONDS))
                        .hasRootCauseInstanceOf(SQLTransientConnectionException.class);
            }
        } finally {
            client.resume();
        }
        assertThat(fallback.active()).isZero();
    }

    @Test
    void answersAFutureInsideATransactionOnItsConnectionWhileThereIsNoOther() throws Exception {
        PlayerNames names = context.getBean(PlayerNames.class);
        await().until(() -> routed(
                "findLaterById",
                LookupRoute.HANDLERSOCKET,
                () -> names.findLaterById(40L).join()));
        for (int i = 1; i < POOL; i++) {
            taken.add(context.getBean(DataSource.class).getConnection());
        }
        proxy.stall(true);

        PlayerNames.Name name = new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                .execute(status -> names.findLaterById(40L).join());

        assertThat(name).isEqualTo(new PlayerNames.Name("Zoë 40"));
        assertThat(counts("findLaterById"))
                .anySatisfy(count -> assertThat(count.reason()).isEqualTo("a future inside a transaction"));
    }

    @Test
    void answersAFutureOverJdbcThatWasSentAndGotNoReply() throws Exception {
        PlayerNames names = context.getBean(PlayerNames.class);
        await().until(() -> routed(
                "findLaterById",
                LookupRoute.HANDLERSOCKET,
                () -> names.findLaterById(41L).join()));
        proxy.stall(true);

        assertThat(names.findLaterById(41L).get(20, TimeUnit.SECONDS)).isEqualTo(new PlayerNames.Name("Zoë 41"));

        assertThat(counts("findLaterById")).anySatisfy(count -> {
            assertThat(count.route()).isEqualTo(LookupRoute.JDBC);
            assertThat(count.reason()).contains("HandlerSocket did not answer");
        });
    }

    /** Calls of findById that ended with an exception. */
    private static long failed() {
        return counts("findById").stream()
                .filter(count -> count.reason().equals("failed: CannotCreateTransactionException"))
                .mapToLong(LookupCount::count)
                .sum();
    }

    /** Whether a call of this method took this way. */
    private static boolean routed(String method, LookupRoute route, Runnable call) {
        long before = count(method, route);
        call.run();
        return count(method, route) > before;
    }

    private static long count(String method, LookupRoute route) {
        return counts(method).stream()
                .filter(count -> count.route() == route)
                .mapToLong(LookupCount::count)
                .sum();
    }

    private static List<LookupCount> counts(String method) {
        return context.getBean(LookupCounts.class).all().stream()
                .filter(count -> count.method().equals(method))
                .toList();
    }

    @Test
    void servesVirtualThreadsWhereThereAreAny() {
        AsyncTaskExecutor executor = context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class);
        List<CompletableFuture<String>> names = IntStream.rangeClosed(1, 100)
                .mapToObj(id -> executor.submitCompletable(() ->
                        virtual() + players.findById((long) id).orElseThrow().getName()))
                .toList();

        boolean expected = Runtime.version().feature() >= 21;
        for (int id = 1; id <= names.size(); id++) {
            assertThat(names.get(id - 1).orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(expected + "Zoë " + id);
        }
    }

    private static boolean virtual() {
        try {
            return (boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
        } catch (ReflectiveOperationException e) {
            return false; // this Java has none
        }
    }

    /** What was stalled never arrives: requests of connections that are long closed would puzzle the server. */
    private static void unblock() {
        proxy.cutAll();
        proxy.stall(false);
    }

    private static void readAny(long number) {
        long id = 1 + number % 100;
        assertThat(players.findById(id)).map(Player::getName).contains("Zoë " + id);
    }

    private static boolean ready() {
        return HandlerSocketLoads.of(context.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class))
                .ready(Player.class);
    }

    private void exhaustPool() throws SQLException {
        for (int i = 0; i < POOL; i++) {
            taken.add(context.getBean(DataSource.class).getConnection());
        }
    }

    /** The connections that the test before has cut may be replaced only now, which leaves a moment to JDBC. */
    private static void fastWithoutPool(ThrowingRunnable reads) {
        await().atMost(RECOVERY)
                .ignoreExceptionsInstanceOf(CannotCreateTransactionException.class)
                .untilAsserted(reads);
    }

    private static Throwable failure(Runnable call) {
        return catchThrowable(call::run);
    }

    private static Throwable rootCause(Throwable e) {
        return e.getCause() == null ? e : rootCause(e.getCause());
    }
}
