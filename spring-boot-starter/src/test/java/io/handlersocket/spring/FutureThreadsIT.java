// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static io.handlersocket.spring.LookupRoute.HANDLERSOCKET;
import static io.handlersocket.spring.LookupRoute.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.PlayerNames;
import io.handlersocket.spring.app.PlayerNames.Name;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Futures end, however many callers wait for them in the application's executor. */
class FutureThreadsIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final long AGAIN_NANOS = Duration.ofSeconds(30).toNanos();

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Asynchronous {}

    /** Waits for a future on a thread of the application's executor. */
    static class Callers {

        private final PlayerNames names;

        Callers(PlayerNames names) {
            this.names = names;
        }

        @Async
        CompletableFuture<Name> load(long id, @Nullable CyclicBarrier together) throws Exception {
            if (together != null) {
                together.await(20, TimeUnit.SECONDS);
            }
            return CompletableFuture.completedFuture(names.findLaterById(id).join());
        }
    }

    @BeforeAll
    static void createTable() {
        PlayerApplication.createTable(server);
    }

    private static RecordedPlayers start(Consumer<GenericApplicationContext> beans, String... properties) {
        RecordedPlayers recorded = RecordedPlayers.start(
                server,
                context -> {
                    context.registerBean(Asynchronous.class);
                    context.registerBean(Callers.class);
                    beans.accept(context);
                },
                properties);
        PlayerNames names = recorded.bean(PlayerNames.class);
        await().until(() -> {
            recorded.lookups().clear();
            names.findLaterById(1).get(5, TimeUnit.SECONDS);
            return recorded.lookups().stream().map(Lookup::route).allMatch(HANDLERSOCKET::equals);
        });
        recorded.lookups().clear();
        return recorded;
    }

    /** 8 callers wait at the same time, then 64 one after the other. */
    private static void callersGetTheirAnswers(RecordedPlayers recorded, LookupRoute route) throws Exception {
        for (int count : new int[] {8, 64}) {
            long end = System.nanoTime() + AGAIN_NANOS;
            do { // again where HandlerSocket was away meanwhile: the machine may have stood still
                getTheirAnswers(recorded, count);
            } while (route == HANDLERSOCKET && recorded.wasAway() && System.nanoTime() - end < 0);
            assertThat(recorded.routes()).hasSize(count).containsOnly(route);
        }
    }

    private static void getTheirAnswers(RecordedPlayers recorded, int count) throws Exception {
        Callers callers = recorded.bean(Callers.class);
        recorded.lookups().clear();
        CyclicBarrier together = count == 8 ? new CyclicBarrier(8) : null;
        List<CompletableFuture<Name>> loads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            loads.add(callers.load(1 + i, together));
        }
        for (int i = 0; i < count; i++) {
            assertThat(loads.get(i).get(20, TimeUnit.SECONDS).name()).isEqualTo("Zoë " + (1 + i));
        }
    }

    private static void overHandlerSocketAndWhileItIsDrained(RecordedPlayers recorded) throws Exception {
        callersGetTheirAnswers(recorded, Situation.CALLERS.route());
        HandlerSocketClient client = recorded.bean(HandlerSocketClient.class);
        client.drain();
        try {
            callersGetTheirAnswers(recorded, Situation.DRAINED.route());
            assertThat(recorded.lookups()).extracting(Lookup::reason).containsOnly(Situation.DRAINED.reason());
        } finally {
            client.resume();
        }
    }

    @Test
    void inBootsExecutor() throws Exception {
        try (RecordedPlayers recorded = start(context -> {})) {
            overHandlerSocketAndWhileItIsDrained(recorded);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void inVirtualThreads() throws Exception {
        try (RecordedPlayers recorded = start(context -> {}, "spring.threads.virtual.enabled=true")) {
            overHandlerSocketAndWhileItIsDrained(recorded);
        }
    }

    @Test
    void inAnExecutorOfTheApplication() throws Exception {
        try (RecordedPlayers recorded =
                start(context -> context.registerBean("applicationTaskExecutor", Executor.class, () -> {
                    ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
                    executor.setCorePoolSize(8);
                    executor.setDaemon(true);
                    executor.initialize();
                    return executor;
                }))) {
            overHandlerSocketAndWhileItIsDrained(recorded);
        }
    }

    @Test
    void whileTheServerKeepsSilent() throws Exception {
        try (TcpProxy proxy = new TcpProxy(server.getHost(), server.readPort());
                RecordedPlayers recorded =
                        start(context -> {}, "handlersocket.host=localhost", "handlersocket.port=" + proxy.port())) {
            callersGetTheirAnswers(recorded, HANDLERSOCKET);

            proxy.stall(true);

            callersGetTheirAnswers(recorded, JDBC);
            proxy.cutAll();
            proxy.stall(false);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stagesThatJoinOtherFuturesEnd(boolean stalled) throws Exception {
        try (TcpProxy proxy = new TcpProxy(server.getHost(), server.readPort());
                RecordedPlayers recorded = start(
                        context -> {},
                        "handlersocket.host=localhost",
                        "handlersocket.port=" + proxy.port(),
                        "test.request-timeout=" + (stalled ? "500ms" : "3s"))) {
            PlayerNames names = recorded.bean(PlayerNames.class);
            proxy.stall(stalled);
            List<CompletableFuture<String>> pairs = new ArrayList<>();
            for (long id = 1; id <= 32; id++) {
                long other = 65 - id;
                pairs.add(names.findLaterById(id)
                        .thenApply(name ->
                                name.name() + names.findLaterById(other).join().name()));
            }

            for (int i = 0; i < pairs.size(); i++) {
                assertThat(pairs.get(i).get(30, TimeUnit.SECONDS)).isEqualTo("Zoë " + (1 + i) + "Zoë " + (64 - i));
            }
            assertThat(recorded.routes()).hasSize(64).containsOnly(stalled ? JDBC : HANDLERSOCKET);
            proxy.cutAll();
            proxy.stall(false);
        }
    }

    @Test
    void areCompletedByNamedThreadsThatEndWithTheContext() throws Exception {
        List<Thread> threads;
        try (RecordedPlayers recorded = start(context -> {})) {
            CompletableFuture<Thread> completing = new CompletableFuture<>();
            PlayerNames names = recorded.bean(PlayerNames.class);
            await().until(() -> {
                var unused = names.findLaterById(1).thenRun(() -> {
                    if (Thread.currentThread().getName().startsWith("handlersocket-result-")) {
                        completing.complete(Thread.currentThread());
                    }
                });
                return completing.isDone();
            });
            assertThat(completing.join().isDaemon()).isTrue();
            threads = own();
            assertThat(threads).isNotEmpty();
        }
        await().until(() -> threads.stream().noneMatch(Thread::isAlive));
    }

    private static List<Thread> own() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("handlersocket-(result|query)-\\d+"))
                .toList();
    }
}
