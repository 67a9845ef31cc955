// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.replicas.internal.report.MadeUpReplicas;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** The dashboard for Grafana, held against what Prometheus would scrape from a running application. */
class DashboardIT {

    private static final Path FILE = Path.of("../../docs/grafana/handlersocket.json");

    /** A metric with its selector, {@code name{label="value"}}. */
    private static final Pattern SELECTOR = Pattern.compile("([a-z][a-z0-9_]*)\\{([^}]*)}");

    private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*=");
    private static final Pattern GROUPS = Pattern.compile("by \\(([^)]*)\\)");

    /** Of Prometheus, not of the application. */
    private static final Set<String> TARGET_LABELS = Set.of("job", "instance");

    private static final Map<String, Set<String>> labelsOfMetrics = new TreeMap<>();
    private static Map<String, Object> dashboard = Map.of();

    @BeforeAll
    static void scrape() throws Exception {
        dashboard = JsonParserFactory.getJsonParser().parseMap(Files.readString(FILE));
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        PlayerApplication.createTable(server);
        try (ConfigurableApplicationContext context = PlayerApplication.on(
                        server,
                        "server.port=0",
                        "handlersocket.startup=wait",
                        "handlersocket.shadow.sample=1",
                        "handlersocket.shadow.max-rate=100",
                        "management.endpoints.web.exposure.include=health,prometheus",
                        "management.metrics.distribution.percentiles-histogram.handlersocket.routed=true")
                .web(WebApplicationType.SERVLET)
                .run()) {
            assertThat(get(context, "/actuator/health/readiness").body()).contains("\"status\":\"UP\"");
            Players players = context.getBean(Players.class);
            MadeUpReplicas.metrics().bindTo(context.getBean(MeterRegistry.class)); // this application has no replicas
            // A scrape adds the gauges of shadow mode after the first comparison, and need not show all of them itself.
            String scrape = Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(
                            () -> {
                                assertThat(players.findById(7L)).isPresent(); // over JDBC it is not compared
                                return scrape(context);
                            },
                            text -> text.contains("handlersocket_shadow_latency_seconds")
                                    && text.contains("handlersocket_shadow_speedup"));
            labelsOfMetrics.putAll(ScrapedLabels.of(scrape));
        }
    }

    private static String scrape(ConfigurableApplicationContext context) throws Exception {
        HttpResponse<String> scrape = get(context, "/actuator/prometheus");
        assertThat(scrape.statusCode()).isEqualTo(200);
        return scrape.body();
    }

    @AfterAll
    static void drop() {
        labelsOfMetrics.clear();
    }

    @Test
    void asksOnlyForMetricsAndLabelsThatTheApplicationHas() {
        assertThat(queries()).hasSizeGreaterThan(20);
        for (String query : queries()) {
            Set<String> groups = new LinkedHashSet<>();
            Matcher by = GROUPS.matcher(query);
            while (by.find()) {
                groups.addAll(List.of(by.group(1).split(",\\s*")));
            }
            Matcher selector = SELECTOR.matcher(query);
            int metrics = 0;
            while (selector.find()) {
                metrics++;
                assertThat(labelsOfMetrics).as(query).containsKey(selector.group(1));
                Set<String> labels = new LinkedHashSet<>(groups);
                Matcher label = LABEL.matcher(selector.group(2));
                while (label.find()) {
                    labels.add(label.group(1));
                }
                assertThat(labels)
                        .as("only instances that are chosen: %s", query)
                        .containsAll(TARGET_LABELS);
                labels.removeAll(TARGET_LABELS);
                assertThat(labelsOfMetrics.get(selector.group(1))).as(query).containsAll(labels);
            }
            assertThat(metrics).as(query).isPositive();
        }
    }

    /** A meter that is added gets its place. */
    @Test
    void showsEveryMeterOfTheStarter() {
        Set<String> meters = new LinkedHashSet<>();
        labelsOfMetrics.keySet().stream()
                .filter(name -> name.startsWith("handlersocket_") && !name.contains("_active_seconds"))
                .map(name -> name.replaceFirst("_seconds_(count|sum|max|bucket)$", "_seconds"))
                .forEach(meters::add);

        assertThat(meters)
                .hasSizeGreaterThan(15)
                .allSatisfy(meter -> assertThat(queries()).anyMatch(query -> query.contains(meter)));
    }

    @Test
    void legendsNameLabelsOfTheirQueries() {
        for (Map<?, ?> target : targets()) {
            Matcher name = Pattern.compile("\\{\\{(\\w+)}}").matcher(String.valueOf(target.get("legendFormat")));
            while (name.find()) {
                assertThat(String.valueOf(target.get("expr"))).matches(".*by \\([^)]*\\b" + name.group(1) + "\\b.*");
            }
        }
    }

    @Test
    void canBeImportedAnywhere() {
        assertThat(dashboard).containsEntry("uid", "handlersocket").doesNotContainKey("id");
        assertThat(panels().map(panel -> panel.get("id"))).doesNotHaveDuplicates();
        panels().filter(panel -> !"row".equals(panel.get("type"))).forEach(panel -> {
            assertThat(String.valueOf(panel.get("title"))).isNotBlank();
            assertThat(String.valueOf(panel.get("description"))).endsWith(".");
            assertThat(panel.get("datasource")).isEqualTo(Map.of("type", "prometheus", "uid", "${datasource}"));
        });
        Set<String> cells = new HashSet<>();
        panels().map(panel -> (Map<?, ?>) panel.get("gridPos")).forEach(place -> {
            for (int x = number(place, "x"); x < number(place, "x") + number(place, "w"); x++) {
                assertThat(x).isLessThan(24);
                for (int y = number(place, "y"); y < number(place, "y") + number(place, "h"); y++) {
                    assertThat(cells.add(x + ":" + y))
                            .as("panels overlap at %s, %s", x, y)
                            .isTrue();
                }
            }
        });
    }

    @Test
    void shipsInTheJar() throws Exception {
        try (InputStream packaged =
                HandlerSocketMetrics.class.getResourceAsStream("/META-INF/handlersocket/grafana/handlersocket.json")) {
            assertThat(packaged).isNotNull();
            assertThat(new String(Objects.requireNonNull(packaged).readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(Files.readString(FILE));
        }
    }

    private static int number(Map<?, ?> place, String key) {
        return ((Number) Objects.requireNonNull(place.get(key))).intValue();
    }

    private static Stream<Map<?, ?>> panels() {
        return ((List<?>) Objects.requireNonNull(dashboard.get("panels")))
                .stream().map(panel -> (Map<?, ?>) panel);
    }

    private static List<Map<?, ?>> targets() {
        List<Map<?, ?>> targets = new ArrayList<>();
        panels().map(panel -> panel.get("targets"))
                .filter(Objects::nonNull)
                .forEach(all -> ((List<?>) all).forEach(target -> targets.add((Map<?, ?>) target)));
        return targets;
    }

    private static List<String> queries() {
        return targets().stream()
                .map(target -> String.valueOf(target.get("expr")))
                .toList();
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext context, String path) throws Exception {
        String port = context.getEnvironment().getProperty("local.server.port");
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                                .build(),
                        BodyHandlers.ofString());
    }
}
