// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint.Action;
import io.handlersocket.spring.internal.actuate.Report;
import io.handlersocket.spring.internal.repository.unit.UnitPlan;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.env.EnvironmentEndpoint;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** What an operator can see of a running application, and what nobody may. */
@ExtendWith(OutputCaptureExtension.class)
class SeeingIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static ConfigurableApplicationContext context;
    private static Players players;
    private static HandlerSocketEndpoint endpoint;
    private static MeterRegistry meters;
    private static String startOutput = "";

    @BeforeAll
    static void start(CapturedOutput output) {
        PlayerApplication.createTable(server);
        context = PlayerApplication.on(
                        server,
                        "logging.level.io.handlersocket=TRACE",
                        "handlersocket.secret=" + server.readSecret(),
                        "handlersocket.startup=fail",
                        "management.endpoints.web.exposure.include=handlersocket,env,configprops",
                        "management.endpoint.env.show-values=always",
                        "management.endpoint.configprops.show-values=always")
                .run();
        players = context.getBean(Players.class);
        endpoint = context.getBean(HandlerSocketEndpoint.class);
        meters = context.getBean(MeterRegistry.class);
        startOutput = output.getOut();
    }

    @BeforeEach
    void awaitFast() {
        await().until(SeeingIT::isFast);
    }

    @AfterAll
    static void stop(CapturedOutput output) {
        context.close();
        assertThat(output.getAll()).contains("io.handlersocket").doesNotContain(server.readSecret());
    }

    @Test
    void startsWithALineThatSaysHowMuchIsFastAndWhatToDoNext() {
        assertThat(startOutput.lines().filter(line -> line.contains("entities can be loaded by id over HandlerSocket")))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("1 of 1 entities can be loaded by id over HandlerSocket, ")
                        .contains(" repository methods can be answered over it; next: ")
                        .contains("set spring.datasource.connection-fetch=lazy", "4 SQL commands")
                        .doesNotContain("Player"));
    }

    @Test
    void isHealthyOverHandlerSocket() {
        Health health = await().until(
                        SeeingIT::health,
                        one -> "HANDLERSOCKET".equals(one.getDetails().get("route")));
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails())
                .containsEntry("endpoint", server.getHost() + ':' + server.readPort())
                .containsEntry("state", ClientState.READY)
                .hasEntrySatisfying(
                        "guard", guard -> assertThat(guard.toString()).startsWith("looked "));
    }

    @Test
    void tellsTheRouteOfEachPersistenceUnit() {
        Report report = await().until(endpoint::report, one -> one.route() == Route.HANDLERSOCKET);
        assertThat(report.units()).containsExactly(UnitPlan.of("default", null));
        Health health = await().until(
                        SeeingIT::health,
                        one -> "HANDLERSOCKET".equals(one.getDetails().get("route")));
        assertThat(health.getDetails()).containsEntry("units", report.units()).doesNotContainKey("reason");
    }

    @Test
    void measuresTheShareOfLoadsOverHandlerSocket() {
        players.findById(4L);
        double before = gauge("handlersocket.loads.share");
        assertThat(before).isBetween(0.01, 1.0);

        await().until(
                        () -> { // while HandlerSocket is away, that is the reason
                            context.getBean(TransactionTemplate.class).executeWithoutResult(transaction -> {
                                context.getBean(JdbcTemplate.class)
                                        .update("UPDATE player SET level = level WHERE id = 5");
                                context.getBean(EntityManager.class).find(Player.class, 5L);
                            });
                            assertThat(gauge("handlersocket.loads.share")).isLessThan(before);
                            return meters
                                    .find("handlersocket.loads")
                                    .tags("route", "jdbc", "reason", "session")
                                    .functionCounters()
                                    .stream()
                                    .anyMatch(counter -> counter.count() > 0);
                        });
        assertThat(endpoint.loads())
                .filteredOn(load -> load.load().equals(Player.class.getName()))
                .singleElement()
                .satisfies(load -> {
                    assertThat(load.handlerSocket()).isPositive();
                    assertThat(load.reasons())
                            .isNotEmpty()
                            .allSatisfy(why -> assertThat(why.kind()).isNotNull());
                });
    }

    @Test
    void isDrainedAndResumedByTheEndpointAndStaysHealthy() {
        Report drained = endpoint.change(Action.DRAIN, null);
        try {
            assertThat(drained.state()).isEqualTo(ClientState.DRAINED);
            assertThat(drained.units()).extracting(UnitPlan::advice).containsExactly(drained.next());
            assertThat(drained.client().openIndexes()).isEmpty();
            assertThat(endpoint.methods())
                    .allSatisfy(plan -> assertThat(plan.reason()).isEqualTo("HandlerSocket is drained"));
            assertThat(health().getStatus()).isEqualTo(Status.UP);
            assertThat(health().getDetails())
                    .containsEntry("route", "JDBC")
                    .hasEntrySatisfying(
                            "reason", reason -> assertThat(reason.toString()).contains("application"))
                    .hasEntrySatisfying(
                            "units", units -> assertThat(units.toString()).contains("route=JDBC", "application"));
            assertThat(gauge("handlersocket.ready")).isZero();
            assertThat(gauge("handlersocket.drained")).isOne();
            assertThat(drained.drainedUntil())
                    .isBetween(Instant.now(), Instant.now().plus(Duration.ofMinutes(15)));
            assertThat(players.findById(3L)).isPresent();
            assertThat(timer("handlersocket.lookup", "outcome", "fallback", "db.operation.name", "find"))
                    .isPositive();
            assertThat(timer("handlersocket.routed", "route", "jdbc", "reason", "outage"))
                    .isPositive();
        } finally {
            endpoint.change(Action.RESUME, null);
        }
        await().until(SeeingIT::isFast);
        assertThat(gauge("handlersocket.drained")).isZero();
    }

    @Test
    void tellsThePlanOfEachMethod() {
        await().untilAsserted(() -> assertThat(endpoint.methods())
                .filteredOn(plan -> plan.repository().equals("Players"))
                .allSatisfy(plan -> assertThat(plan.reason()).isNull())
                .extracting(plan -> plan.method() + ' ' + plan.route())
                .containsExactly("existsById HANDLERSOCKET", "findAllById HANDLERSOCKET", "findById HANDLERSOCKET"));
        assertThat(Objects.requireNonNull(endpoint.report().fallback()).max())
                .as("the pool's size")
                .isEqualTo(1);
        await().untilAsserted(
                        () -> assertThat(endpoint.report().client().circuit()).hasToString("CLOSED"));
    }

    @Test
    void measuresEachCallByRouteAndReason() {
        await().until(this::measuresEachCall);
    }

    /** Returns whether the calls went over HandlerSocket, and what is measured of them is right. */
    private boolean measuresEachCall() {
        long overJdbc = timer("handlersocket.routed", "route", "jdbc");
        long routed = timer("handlersocket.routed", "repository", "Players", "method", "findById", "reason", "none");
        long hits = timer("handlersocket.lookup", "outcome", "hit", "db.collection.name", "player");
        long misses = timer("handlersocket.lookup", "outcome", "miss", "db.operation.name", "exists");
        double loads = counter("handlersocket.loads", "route", "handlersocket");
        double found = counter("handlersocket.requests", "result", "found");
        double alone = counter("handlersocket.batches", "size", "1");

        players.findById(4L);
        players.existsById(4_000_000L);
        if (timer("handlersocket.routed", "route", "jdbc") > overJdbc) {
            return false; // HandlerSocket was away
        }

        assertThat(timer("handlersocket.routed", "repository", "Players", "method", "findById", "reason", "none"))
                .isEqualTo(routed + 1);
        assertThat(timer("handlersocket.lookup", "outcome", "hit", "db.collection.name", "player"))
                .isEqualTo(hits + 1);
        assertThat(timer("handlersocket.lookup", "outcome", "miss", "db.operation.name", "exists"))
                .isEqualTo(misses + 1);
        assertThat(counter("handlersocket.loads", "route", "handlersocket")).isEqualTo(loads + 1);
        assertThat(counter("handlersocket.requests", "result", "found")).isEqualTo(found + 1);
        assertThat(counter("handlersocket.batches", "size", "1")).isEqualTo(alone + 2);
        return true;
    }

    @Test
    void hasMetersOfTheClient() {
        await().untilAsserted(() -> {
            assertThat(gauge("handlersocket.ready")).isEqualTo(1);
            assertThat(gauge("handlersocket.connections")).isEqualTo(4);
            assertThat(gauge("handlersocket.in.flight")).isZero();
            assertThat(gauge("handlersocket.circuit")).isZero();
            assertThat(meters.get("handlersocket.guard.lag").timeGauge().value(TimeUnit.SECONDS))
                    .isBetween(0.0, 3.0);
        });
        assertThat(gauge("handlersocket.fallback.max")).isEqualTo(1);
        assertThat(gauge("handlersocket.fallback.active")).isZero();
        assertThat(counter("handlersocket.reconnects")).isNotNegative();
        assertThat(counter("handlersocket.fallback.rejected")).isZero();
    }

    @Test
    void showsItsSecretNowhere() {
        String secret = server.readSecret();
        assertThat(secret).hasSizeGreaterThan(7);

        assertThat(endpoint.report() + " " + endpoint.methods() + endpoint.loads() + endpoint.entities())
                .doesNotContain(secret);
        assertThat(health().toString()).doesNotContain(secret);
        assertThat(context.getBean(ConfigurationPropertiesReportEndpoint.class)
                        .configurationProperties()
                        .getContexts()
                        .values())
                .allSatisfy(contextBeans -> assertThat(contextBeans.getBeans().values())
                        .allSatisfy(bean -> assertThat(Map.of("p", bean.getProperties(), "i", bean.getInputs())
                                        .toString())
                                .doesNotContain(secret)));
        assertThat(Optional.ofNullable(context.getBean(EnvironmentEndpoint.class)
                                .environmentEntry("handlersocket.secret")
                                .getProperty())
                        .map(property -> String.valueOf(property.getValue())))
                .hasValueSatisfying(value -> assertThat(value).doesNotContain(secret));
        List<String> shown = values(context.getBean(EnvironmentEndpoint.class));
        assertThat(shown).contains(server.getJdbcUrl()).noneMatch(value -> value.contains(secret));
        assertThat(Arrays.stream(context.getBeanDefinitionNames())
                        .filter(name -> name.toLowerCase(Locale.ROOT).contains("handlersocket"))
                        .map(name -> context.getBean(name).toString()))
                .isNotEmpty()
                .noneMatch(text -> text.contains(secret));
        HandlerSocketClient client = context.getBean(HandlerSocketClient.class);
        assertThat(client.snapshot() + " " + client.server() + client).doesNotContain(secret);
    }

    private static List<String> values(EnvironmentEndpoint environment) {
        return environment.environment(null).getPropertySources().stream()
                .flatMap(source -> source.getProperties().values().stream())
                .map(property -> String.valueOf(property.getValue()))
                .toList();
    }

    @Test
    void hidesTheSecretOfAnEnvironmentVariableToo() {
        SanitizingFunction function = context.getBean("handlerSocketSanitizingFunction", SanitizingFunction.class);
        MapPropertySource source = new MapPropertySource("systemEnvironment", Map.of());

        assertThat(function.apply(new SanitizableData(source, "HANDLERSOCKET_SECRET", "s"))
                        .getValue())
                .isEqualTo(SanitizableData.SANITIZED_VALUE);
        assertThat(function.apply(new SanitizableData(source, "HANDLERSOCKET_HOST", "h"))
                        .getValue())
                .isEqualTo("h");
    }

    private static Health health() {
        return Objects.requireNonNull(context.getBean("handlerSocketHealthContributor", HealthIndicator.class)
                .health());
    }

    private static boolean isFast() {
        return endpoint.entities().stream().anyMatch(plan -> plan.route() == Route.HANDLERSOCKET);
    }

    private static long timer(String name, String... tags) {
        return meters.find(name).tags(tags).timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }

    private static double counter(String name, String... tags) {
        return meters.get(name).tags(tags).functionCounters().stream()
                .mapToDouble(FunctionCounter::count)
                .sum();
    }

    private static double gauge(String name) {
        return meters.get(name).gauge().value();
    }
}
