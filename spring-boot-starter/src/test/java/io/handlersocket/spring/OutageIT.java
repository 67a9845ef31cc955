// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.app.PlainPlayers;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.actuate.EntityReport;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.actuate.LoadReport;
import io.handlersocket.spring.internal.actuate.MethodReport;
import io.handlersocket.spring.internal.actuate.Report;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Whatever is wrong with HandlerSocket: JDBC answers, one WARN says why, and lookups come back by themselves. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(120)
class OutageIT {

    private static final Duration RECOVERY = Duration.ofSeconds(30);

    @Test
    void answersWithoutThePlugin(CapturedOutput output) throws Exception {
        try (HandlerSocketMariaDB server = started(new HandlerSocketMariaDB().withoutPlugin())) {
            answersOverJdbc(server, ClientState.NOT_USABLE, "");
            assertThat(output)
                    .contains("no HandlerSocket plugin", "plugin-load-add=handlersocket", "handlersocket_port=");
            assertThat(warnings(output)).isEqualTo(1);
        }
    }

    @Test
    void answersWhereThePluginDoesNotListen(CapturedOutput output) throws Exception {
        try (HandlerSocketMariaDB server = started(new HandlerSocketMariaDB().withPluginNotListening())) {
            answersOverJdbc(server, ClientState.NOT_USABLE, "");
            assertThat(output).contains("does not listen", "handlersocket_port=");
            assertThat(warnings(output)).isEqualTo(1);
        }
    }

    @Test
    void answersWithAWrongSecret(CapturedOutput output) throws Exception {
        HandlerSocketMariaDB server = started(HandlerSocketMariaDB.shared());
        answersOverJdbc(
                server,
                ClientState.UNREACHABLE,
                "Check the secret (in Spring Boot handlersocket.secret)",
                "handlersocket.secret=wrong-but-secret");
        assertThat(warnings(output)).isEqualTo(1);
        assertThat(output).doesNotContain("wrong-but-secret").doesNotContain(server.readSecret());
    }

    @Test
    void answersWhereThePortIsClosed(CapturedOutput output) throws Exception {
        answersOverJdbc(
                started(HandlerSocketMariaDB.shared()),
                ClientState.UNREACHABLE,
                "Check host and port (in Spring Boot handlersocket.host and handlersocket.port)",
                "handlersocket.port=1");
        assertThat(warnings(output)).isEqualTo(1);
    }

    @Test
    void comesBackWhenAPortThatAnsweredNobodyOpensAgain() throws Exception {
        HandlerSocketMariaDB server = started(HandlerSocketMariaDB.shared());
        List<Duration> attempts = new CopyOnWriteArrayList<>();
        try (TcpProxy proxy = new TcpProxy(server.getHost(), server.readPort());
                ConfigurableApplicationContext context = PlayerApplication.on(
                                server,
                                "handlersocket.host=localhost",
                                "handlersocket.port=" + proxy.port(),
                                "test.request-timeout=200ms")
                        .initializers(
                                PlayerApplication.client(builder -> builder.connectTimeout(Duration.ofMillis(300))))
                        .initializers((GenericApplicationContext starting) ->
                                starting.registerBean(ClientListener.class, () -> new ClientListener() {
                                    @Override
                                    public void reconnecting(int attempt, Duration delay) {
                                        attempts.add(delay);
                                    }
                                }))
                        .run()) {
            Players players = context.getBean(Players.class);
            HandlerSocketEndpoint endpoint = context.getBean(HandlerSocketEndpoint.class);
            await().until(() -> isFast(endpoint));

            proxy.stall(true);
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                assertThat(players.findById(42L)).isPresent();
                // As long as it ever waits between two attempts.
                return endpoint.report().state() == ClientState.UNREACHABLE
                        && attempts.stream().anyMatch(delay -> delay.toMillis() > 1_000);
            });
            proxy.cutAll();
            proxy.stall(false);

            awaitRecovery(endpoint);
            assertThat(players.findById(42L)).isPresent();
            assertThat(context.getBean(HandlerSocketClient.class).snapshot().circuit())
                    .isEqualTo(CircuitState.CLOSED);
        }
    }

    @Test
    void comesBackAfterThePluginWasGoneAndTheServerWasKilledAndHasANewSecret(CapturedOutput output) throws Exception {
        try (HandlerSocketMariaDB server = started(new HandlerSocketMariaDB().withProcessControl());
                ConfigurableApplicationContext context = PlayerApplication.on(
                                server,
                                "spring.datasource.hikari.connection-timeout=4000",
                                "test.request-timeout=500ms")
                        .run()) {
            Players players = context.getBean(Players.class);
            HandlerSocketEndpoint endpoint = context.getBean(HandlerSocketEndpoint.class);
            await().until(() -> isFast(endpoint));
            String before = players.findById(42L).orElseThrow().all();
            String oldSecret = server.readSecret();

            server.execute("UNINSTALL SONAME 'handlersocket'"); // leaves its clients' sockets open and silent
            for (int i = 0; i < 20; i++) {
                assertThat(players.findById(42L)).map(Player::all).contains(before);
            }
            await().until(() -> endpoint.report().state() == ClientState.NOT_USABLE);
            assertThat(players.findById(42L)).map(Player::all).contains(before);
            server.execute("INSTALL SONAME 'handlersocket'");
            awaitRecovery(endpoint);
            assertThat(endpoint.report().next()).as("after the outage").isNull();

            server.kill();
            Throwable plain =
                    catchThrowable(() -> context.getBean(PlainPlayers.class).findById(42L));
            assertThat(plain).isNotNull();
            await().until(() -> !isFast(endpoint));
            assertThat(catchThrowable(() -> players.findById(42L)))
                    .as("what JDBC says")
                    .isInstanceOf(RuntimeException.class)
                    .hasSameClassAs(plain);

            server.restartWithNewSecrets();
            // The pool's connection is gone as well. Where its next one leads is not known before a load over JDBC has
            // it made.
            await().atMost(Duration.ofSeconds(30))
                    .ignoreExceptions()
                    .until(() -> players.findById(42L).isPresent());
            awaitRecovery(endpoint);
            long fast = fastLoads(endpoint);
            assertThat(players.findById(42L)).map(Player::all).contains(before);
            assertThat(fastLoads(endpoint)).isGreaterThan(fast);
            assertThat(warnings(output)).isLessThanOrEqualTo(4);
            assertThat(output).doesNotContain(oldSecret).doesNotContain(server.readSecret());
            assertThat(endpoint.report().toString()).doesNotContain(server.readSecret());
        }
    }

    private static HandlerSocketMariaDB started(HandlerSocketMariaDB server) {
        server.start();
        PlayerApplication.createTable(server);
        return server;
    }

    private static void answersOverJdbc(
            HandlerSocketMariaDB server, ClientState expected, String hint, String... properties) throws Exception {
        try (ConfigurableApplicationContext context =
                PlayerApplication.on(server, properties).run()) {
            context.getBean(HandlerSocketClient.class)
                    .firstAttempt()
                    .toCompletableFuture()
                    .get(20, TimeUnit.SECONDS);
            HandlerSocketEndpoint endpoint = context.getBean(HandlerSocketEndpoint.class);
            // Until then, SQL may have stood still.
            Report report = await().until(
                            endpoint::report,
                            one -> one.state() == expected
                                    && String.valueOf(one.next()).contains(hint));
            assertThat(endpoint.entities()).allSatisfy(plan -> {
                assertThat(plan.route()).isEqualTo(Route.JDBC);
                assertThat(plan.reason()).isNotEmpty();
            });
            if (expected == ClientState.NOT_USABLE) {
                assertThat(endpoint.entities()).extracting(EntityReport::reason).containsOnly(report.reason());
                assertThat(endpoint.methods()).extracting(MethodReport::advice).containsOnly(report.next());
            }
            Players players = context.getBean(Players.class);
            assertThat(players.findById(42L)).map(Player::getName).contains("Zoë 42");
            assertThat(players.findById(4294967296L)).isEmpty();
            assertThat(players.existsById(42L)).isTrue();
        }
    }

    private static void awaitRecovery(HandlerSocketEndpoint endpoint) {
        long start = System.nanoTime();
        await().atMost(RECOVERY).pollInterval(Duration.ofMillis(10)).until(() -> isFast(endpoint));
        System.out.printf("OutageIT: back after %d ms%n", (System.nanoTime() - start) / 1_000_000);
    }

    private static boolean isFast(HandlerSocketEndpoint endpoint) {
        return endpoint.entities().stream().anyMatch(plan -> plan.route() == Route.HANDLERSOCKET);
    }

    private static long fastLoads(HandlerSocketEndpoint endpoint) {
        return endpoint.loads().stream().mapToLong(LoadReport::handlerSocket).sum();
    }

    private static long warnings(CapturedOutput output) {
        return output.toString()
                .lines()
                .filter(line -> line.contains("WARN") && line.contains("HandlerSocket"))
                .count();
    }
}
