// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.ResolvableType;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** When the application accepts traffic, and which way the first lookup takes then. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(120)
class StartupWaitIT {

    private static final String WAIT = "handlersocket.startup=wait";

    private final List<Lookup> lookups = new CopyOnWriteArrayList<>();
    private long started;
    private long ready;

    @ParameterizedTest
    @CsvSource({"eager, 1", "lazy, 10"})
    void theFirstLookupIsFastOnceTrafficIsAccepted(String fetch, int pool, CapturedOutput output) {
        HandlerSocketMariaDB server = started(HandlerSocketMariaDB.shared());
        run(PlayerApplication.on(
                        server,
                        WAIT,
                        "spring.datasource.connection-fetch=" + fetch,
                        "spring.datasource.hikari.maximum-pool-size=" + pool)
                .initializers(PlayerApplication.patient()));

        assertOneLookup(LookupRoute.HANDLERSOCKET);
        assertThat(starterWarnings(output)).isEmpty();
    }

    @Test
    void theListenersOfTheApplicationRunAfterTheWait() {
        HandlerSocketMariaDB server = started(HandlerSocketMariaDB.shared());
        PlayerApplication.on(server, WAIT)
                .initializers(PlayerApplication.patient(), (GenericApplicationContext beans) -> {
                    beans.registerBean("heard", LookupListener.class, () -> lookups::add);
                    beans.registerBean(
                            "own",
                            OwnListener.class,
                            () -> event -> event.getApplicationContext()
                                    .getBean(Players.class)
                                    .findById(7L));
                })
                .run()
                .close();

        assertOneLookup(LookupRoute.HANDLERSOCKET);
    }

    /** Without the wait the application would be ready two seconds before its server. */
    @Test
    void waitsForAServerThatAnswersLater(CapturedOutput output) {
        HandlerSocketMariaDB server = started(HandlerSocketMariaDB.shared());
        try (TcpProxy proxy = new TcpProxy(server.getHost(), server.readPort())) {
            proxy.stall(true);
            CompletableFuture<Void> opened = new CompletableFuture<>();
            SpringApplicationBuilder application = through(proxy, server, "30s");
            application.listeners(new On<>(
                    ApplicationStartedEvent.class,
                    event -> CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS)
                            .execute(() -> {
                                proxy.cutAll();
                                proxy.stall(false);
                                opened.complete(null);
                            })));
            run(application);

            assertThat(opened).isDone();
            assertThat(waited()).isGreaterThan(Duration.ofMillis(1_900));
            assertOneLookup(LookupRoute.HANDLERSOCKET);
            assertThat(starterWarnings(output)).isEmpty();
        }
    }

    @Test
    void startsAfterTheBoundWhereTheServerIsSilent(CapturedOutput output) {
        HandlerSocketMariaDB server = started(HandlerSocketMariaDB.shared());
        try (TcpProxy proxy = new TcpProxy(server.getHost(), server.readPort())) {
            proxy.stall(true);
            run(through(proxy, server, "1500ms"));
        }

        startedOverJdbcAfter(1_500, output);
    }

    @Test
    void startsAfterTheBoundWhereTheServerIsAway(CapturedOutput output) {
        HandlerSocketMariaDB server = started(HandlerSocketMariaDB.shared());
        run(PlayerApplication.on(server, WAIT, "handlersocket.startup-timeout=1500ms", "handlersocket.port=1"));

        startedOverJdbcAfter(1_500, output);
        assertThat(output)
                .contains(
                        "Connection refused",
                        "Check host and port (in Spring Boot handlersocket.host and handlersocket.port)");
    }

    private void startedOverJdbcAfter(long millis, CapturedOutput output) {
        assertThat(waited()).isGreaterThanOrEqualTo(Duration.ofMillis(millis));
        assertOneLookup(LookupRoute.JDBC);
        assertThat(starterWarnings(output))
                .singleElement()
                .asString()
                .contains("lookups are not fast " + millis + " ms after startup: UNREACHABLE, ", "startup-timeout");
    }

    /**
     * The client's own WARN says why; who waited for the whole bound would be stopped by the time limit of the test.
     */
    @Test
    void doesNotWaitForAServerWithoutThePlugin(CapturedOutput output) {
        try (HandlerSocketMariaDB server = started(new HandlerSocketMariaDB().withoutPlugin())) {
            run(PlayerApplication.on(server, WAIT, "handlersocket.startup-timeout=10m"));

            assertThat(waited()).isLessThan(Duration.ofMinutes(1));
            assertOneLookup(LookupRoute.JDBC);
            assertThat(output.toString()
                            .lines()
                            .filter(line -> line.contains("WARN") && line.contains("HandlerSocket")))
                    .singleElement()
                    .asString()
                    .contains("no HandlerSocket plugin");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"handlersocket.enabled=false", "handlersocket.startup=warn"})
    void doesNotWaitUnlessTold(String property, CapturedOutput output) {
        HandlerSocketMariaDB server = started(HandlerSocketMariaDB.shared());
        run(PlayerApplication.on(server, WAIT, property, "handlersocket.startup-timeout=10m", "handlersocket.port=1"));

        assertThat(waited()).isLessThan(Duration.ofMinutes(1));
        assertThat(starterWarnings(output)).isEmpty();
    }

    @Test
    void doesNotWaitForAnotherDatabase(CapturedOutput output) {
        HandlerSocketMariaDB server = started(HandlerSocketMariaDB.shared());
        run(PlayerApplication.on(server, WAIT, "handlersocket.startup-timeout=10m")
                .properties(
                        "spring.datasource.url=jdbc:h2:mem:wait;INIT=CREATE TABLE IF NOT EXISTS"
                                + " player(id BIGINT PRIMARY KEY\\, name VARCHAR(60)\\, level INT\\,"
                                + " created TIMESTAMP)",
                        "spring.datasource.username=sa",
                        "spring.datasource.password="));

        assertThat(waited()).isLessThan(Duration.ofMinutes(1));
        assertThat(starterWarnings(output)).isEmpty();
    }

    @Test
    void doesNotWaitWhereTheDataSourceRoutes() {
        HandlerSocketMariaDB server = started(HandlerSocketMariaDB.shared());
        AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
            @Override
            protected Object determineCurrentLookupKey() {
                return "one";
            }
        };
        routing.setTargetDataSources(Map.of("one", server.rootDataSource()));
        run(PlayerApplication.on(server, WAIT, "handlersocket.startup-timeout=10m")
                .initializers((GenericApplicationContext beans) ->
                        beans.registerBean("dataSource", DataSource.class, () -> routing)));

        assertThat(waited()).isLessThan(Duration.ofMinutes(1));
        assertOneLookup(LookupRoute.JDBC);
    }

    /** An application without Hibernate waits for the client alone. */
    @Test
    void waitsForTheClientWhereHibernateIsLeftAlone() {
        HandlerSocketMariaDB server = started(HandlerSocketMariaDB.shared());
        CompletableFuture<ClientState> state = new CompletableFuture<>();
        PlayerApplication.on(server, WAIT, "handlersocket.entities=none")
                .listeners(new OnReady(context -> state.complete(
                        context.getBean(HandlerSocketClient.class).snapshot().state())))
                .run()
                .close();

        assertThat(state).isCompletedWithValue(ClientState.READY);
    }

    /** Runs the application, which reads one player at the moment that it accepts traffic. */
    private void run(SpringApplicationBuilder application) {
        try (ConfigurableApplicationContext context = application
                .listeners(new On<>(ApplicationStartedEvent.class, event -> started = System.nanoTime()))
                .listeners(new OnReady(beans -> {
                    ready = System.nanoTime();
                    beans.getBean(Players.class).findById(7L);
                }))
                .initializers((GenericApplicationContext beans) ->
                        beans.registerBean("heard", LookupListener.class, () -> lookups::add))
                .run()) {
            assertThat(context.isRunning()).isTrue();
        }
        assertThat(ready).as("traffic is accepted").isNotZero();
    }

    private void assertOneLookup(LookupRoute route) {
        assertThat(lookups)
                .singleElement()
                .satisfies(lookup ->
                        assertThat(lookup.route()).as(lookup.toString()).isEqualTo(route));
    }

    private Duration waited() {
        return Duration.ofNanos(ready - started);
    }

    private static SpringApplicationBuilder through(TcpProxy proxy, HandlerSocketMariaDB server, String timeout) {
        return PlayerApplication.on(
                        server,
                        WAIT,
                        "handlersocket.startup-timeout=" + timeout,
                        "handlersocket.host=localhost",
                        "handlersocket.port=" + proxy.port())
                .initializers(PlayerApplication.client(builder ->
                        builder.connectTimeout(Duration.ofMillis(300)).withoutGuard()));
    }

    private static HandlerSocketMariaDB started(HandlerSocketMariaDB server) {
        server.start();
        PlayerApplication.createTable(server);
        return server;
    }

    /** The client and Hibernate's part have loggers, and a WARN, of their own. */
    private static List<String> starterWarnings(CapturedOutput output) {
        return output.toString()
                .lines()
                .filter(line -> line.matches(".* WARN .* io\\.handlersocket\\.spring +: .*"))
                .toList();
    }

    private interface OwnListener extends ApplicationListener<ApplicationReadyEvent> {}

    private record On<E extends ApplicationEvent>(Class<E> type, Consumer<E> action)
            implements GenericApplicationListener {

        @Override
        public boolean supportsEventType(ResolvableType event) {
            return type.isAssignableFrom(event.toClass());
        }

        @Override
        public void onApplicationEvent(ApplicationEvent event) {
            action.accept(type.cast(event));
        }
    }

    /** At the moment at which readiness probes begin to say yes. */
    private record OnReady(Consumer<ApplicationContext> action)
            implements ApplicationListener<AvailabilityChangeEvent<ReadinessState>> {

        @Override
        public void onApplicationEvent(AvailabilityChangeEvent<ReadinessState> event) {
            if (event.getState() == ReadinessState.ACCEPTING_TRAFFIC
                    && event.getSource() instanceof ApplicationContext context) {
                action.accept(context);
            }
        }
    }
}
