// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.PlayerNames;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint.Action;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the endpoint answers over HTTP: a test for each of its questions, and one for the page. */
class EndpointIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static ConfigurableApplicationContext context;
    private static Players players;

    @BeforeAll
    static void start() {
        PlayerApplication.createTable(server);
        context = PlayerApplication.on(
                        server, "handlersocket.startup=fail", "server.address=127.0.0.1", "server.port=0")
                .web(WebApplicationType.SERVLET)
                .initializers(PlayerApplication.patient())
                .run();
        players = context.getBean(Players.class);
        for (long id = 1; id < 30; id++) {
            assertThat(players.findById(id)).isPresent();
        }
        PlayerNames names = context.getBean(PlayerNames.class);
        await().until(() -> {
            names.findNameById(7);
            return endpoint().methods().stream()
                    .anyMatch(method -> method.method().equals("findNameById") && method.handlerSocket() > 0);
        });
        context.getBean(TransactionTemplate.class).executeWithoutResult(transaction -> {
            assertThat(players.findById(3L)).isPresent(); // over HandlerSocket, although inside a transaction
            context.getBean(JdbcTemplate.class).update("UPDATE player SET level = level WHERE id = 5");
            assertThat(context.getBean(EntityManager.class).find(Player.class, 5L))
                    .isNotNull();
            assertThat(players.findById(6L)).isPresent();
        });
    }

    @BeforeEach
    void awaitFast() {
        await().until(() -> endpoint().entities().stream().allMatch(entity -> entity.reason() == null));
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    /** Is it working? */
    @Test
    void beginsWithASummary() throws Exception {
        JsonNode report = json("");

        assertThat(report.propertyNames())
                .startsWith("state", "since", "server", "route", "loadsShare", "callsShare", "next", "units", "client");
        assertThat(report.get("state").asString()).isEqualTo("READY");
        assertThat(Instant.parse(report.get("since").asString())).isBefore(Instant.now());
        assertThat(report.get("server").asString())
                .contains("MariaDB", server.getHost() + ':' + server.readPort(), "schema " + server.getDatabaseName());
        assertThat(report.get("route").asString()).isEqualTo("HANDLERSOCKET");
        assertThat(report.get("loadsShare").asDouble()).isBetween(0.5, 0.99);
        assertThat(report.get("callsShare").asDouble()).isBetween(0.5, 0.99);
        assertThat(report.get("next").asString())
                .matches(Pattern.quote(Player.class.getName()) + ": .+\\. Seen \\d+ times since startup\\.");
        assertThat(report.toPrettyString().lines()).hasSizeLessThan(70);
    }

    /** What is fast, and what is not, with the remedy. */
    @Test
    void tellsTheRouteOfEntitiesAndMethods() throws Exception {
        assertThat(json("/entities").get("entities")).singleElement().satisfies(entity -> {
            assertThat(entity.propertyNames()).containsExactly("entity", "route");
            assertThat(entity.get("route").asString()).isEqualTo("HANDLERSOCKET");
        });
        JsonNode methods = json("/methods").get("methods");
        assertThat(method(methods, "findById").propertyNames())
                .containsExactly(
                        "repository",
                        "method",
                        "route",
                        "handlerSocket",
                        "jdbc",
                        "share",
                        "handlerSocketMicros",
                        "jdbcMicros",
                        "reasons");
        assertThat(method(methods, "findById").get("reasons")).singleElement().satisfies(why -> {
            assertThat(why.propertyNames()).containsExactly("kind", "reason", "advice", "count");
            assertThat(why.get("kind").asString()).isEqualTo("SESSION");
            assertThat(why.get("count").asInt()).isPositive(); // on 11.8, all of a transaction that may write
        });
        assertThat(method(methods, "findNameById").get("route").asString()).isEqualTo("HANDLERSOCKET");
    }

    /** What went where, and how often. */
    @Test
    void countsLoads() throws Exception {
        assertThat(json("/loads").get("loads"))
                .filteredOn(load -> load.get("load").asString().equals(Player.class.getName()))
                .singleElement()
                .satisfies(load -> {
                    assertThat(load.get("handlerSocket").asInt()).isGreaterThan(25);
                    assertThat(load.get("jdbc").asInt()).isPositive();
                    assertThat(load.get("share").asDouble()).isBetween(0.5, 0.99);
                    assertThat(load.get("reasons"))
                            .isNotEmpty()
                            .allSatisfy(why ->
                                    assertThat(why.get("kind").asString()).isEqualTo("SESSION"));
                });
    }

    @Test
    void contradictsItselfNowhere() throws Exception {
        HandlerSocketEndpoint endpoint = endpoint();
        endpoint.change(Action.DRAIN, null);
        try {
            players.findById(8L);
            JsonNode report = json("");
            assertThat(report.get("route").asString()).isEqualTo("JDBC");
            assertThat(report.get("kind").asString()).isEqualTo("OUTAGE");
            assertThat(report.get("reason").asString()).contains("by the application");
            assertThat(report.get("next").asString()).contains("drain");
            assertThat(report.has("drainedUntil")).isTrue();
            for (String view : List.of("", "/entities", "/methods", "/loads")) {
                check(json(view));
            }
            assertThat(endpoint.methods())
                    .flatExtracting(method -> method.reasons() == null ? List.<Why>of() : method.reasons())
                    .filteredOn(why -> why.reason().contains("drained"))
                    .isNotEmpty()
                    .allSatisfy(why -> assertThat(why.kind()).isEqualTo(JdbcReason.Kind.OUTAGE));
        } finally {
            endpoint.change(Action.RESUME, null);
        }
        await().until(() -> endpoint.entities().stream().allMatch(entity -> entity.reason() == null));
        check(json(""));
    }

    /** Checks that nothing is empty, that numbers are short, and that a reason comes with its kind and route JDBC. */
    private static void check(JsonNode node) {
        assertThat(node.isNull()).isFalse();
        if (node.isString()) {
            assertThat(node.asString()).isNotEmpty();
        } else if (node.isFloatingPointNumber()) {
            assertThat(node.decimalValue().stripTrailingZeros().precision()).isLessThanOrEqualTo(2);
        } else if (node.isObject()) {
            if (node.has("route")) {
                assertThat(node.get("route").asString()).isIn("HANDLERSOCKET", "JDBC");
                assertThat(node.has("reason"))
                        .as(node.toString())
                        .isEqualTo(node.get("route").asString().equals("JDBC"));
            }
            if (node.has("route") || node.has("advice")) {
                assertThat(node.has("kind")).isEqualTo(node.has("reason"));
            }
        }
        node.forEach(EndpointIT::check);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/json", "application/vnd.spring-boot.actuator.v3+json"})
    void staysJsonForPrograms(String accept) throws Exception {
        HttpResponse<String> answer = get("", accept);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).contains("json"));
        assertThat(answer.body()).startsWith("{\"state\":");
    }

    @Test
    void isAPageForBrowsers() throws Exception {
        context.getBean(MethodPlans.class)
                .add(
                        Players.class,
                        "<script>alert(1)</script>",
                        () -> new JdbcReason(JdbcReason.Kind.TABLE, "column \"><img src=x onerror='alert(2)'>&"));

        HttpResponse<String> answer =
                get("", "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).isEqualToIgnoringCase("text/html;charset=UTF-8"));
        assertThat(answer.body())
                .contains(
                        "loads go over HandlerSocket",
                        "READY since ",
                        ">Players.findById<",
                        ">PlayerNames.findNameById<")
                .containsPattern("<td data-label=\"Median, HandlerSocket / JDBC\">[0-9.]+ [µm]s / [0-9.]+ [µm]s</td>")
                .containsPattern("<td data-label=\"Over HandlerSocket\">9\\d % ?</td>")
                .contains(
                        "Players.&lt;script&gt;alert(1)&lt;/script&gt;",
                        "&lt;img src=x onerror=&#39;alert(2)&#39;&gt;&amp;")
                .doesNotContain("<script", "<img", "<link", "http://", "https://", server.readSecret());
    }

    private static HandlerSocketEndpoint endpoint() {
        return context.getBean(HandlerSocketEndpoint.class);
    }

    private static JsonNode method(JsonNode methods, String name) {
        return methods.valueStream()
                .filter(method -> method.get("method").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode json(String view) throws Exception {
        return JsonMapper.builder().build().readTree(get(view, "*/*").body());
    }

    private static HttpResponse<String> get(String view, String accept) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port")
                + "/actuator/handlersocket" + view);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).header("Accept", accept).build(), BodyHandlers.ofString());
    }
}
