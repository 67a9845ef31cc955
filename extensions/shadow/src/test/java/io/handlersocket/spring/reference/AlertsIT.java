// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;
import org.yaml.snakeyaml.Yaml;

/** The alert rules and the dashboard ask only for metrics and labels that the starter registers. */
class AlertsIT {

    private static final Path RULES = Path.of("../../docs/operations/handlersocket-alerts.yml");
    private static final Path DASHBOARD = Path.of("../../docs/grafana/handlersocket.json");

    private static final Pattern METRIC = Pattern.compile("\\b(handlersocket_[a-z_]+)(?:\\{([^}]*)})?");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*=");
    private static final Pattern GROUPS = Pattern.compile("by \\(([^)]*)\\)");

    /** Of Prometheus, not of the application. */
    private static final Set<String> TARGET_LABELS = Set.of("job", "instance");

    @Test
    void theRulesAskOnlyForMetricsAndLabelsThatExist() throws IOException {
        List<Map<?, ?>> rules = rules();
        assertThat(rules).hasSizeGreaterThan(5);
        for (Map<?, ?> rule : rules) {
            assertMetricsExist(String.valueOf(rule.get("expr")), true);
        }
    }

    @Test
    void theDashboardAsksOnlyForMetricsAndLabelsThatExist() throws IOException {
        int queries = 0;
        Map<String, Object> dashboard = JsonParserFactory.getJsonParser().parseMap(Files.readString(DASHBOARD));
        for (Object panel : list(dashboard.get("panels"))) {
            Object targets = ((Map<?, ?>) panel).get("targets");
            for (Object target : targets == null ? List.of() : list(targets)) {
                String query = String.valueOf(((Map<?, ?>) target).get("expr"));
                queries++;
                if (query.contains("handlersocket_")) { // others are the pool's
                    assertMetricsExist(query, false);
                }
            }
        }
        assertThat(queries).isGreaterThan(20);
    }

    @Test
    void eachRuleSaysWhatHappensAndHasItsSection() throws IOException {
        Map<String, String> sections = Page.of("operations/alerts.md").sections();
        Set<String> names = new LinkedHashSet<>();
        for (Map<?, ?> rule : rules()) {
            String name = String.valueOf(rule.get("alert"));
            assertThat(names.add(name)).as(name).isTrue();
            Map<?, ?> labels = (Map<?, ?>) Objects.requireNonNull(rule.get("labels"));
            assertThat(labels.get("severity")).as(name).isIn("warning", "critical");
            Map<?, ?> annotations = (Map<?, ?>) Objects.requireNonNull(rule.get("annotations"));
            assertThat(String.valueOf(annotations.get("summary"))).as(name).hasSizeGreaterThan(15);
            assertThat(String.valueOf(annotations.get("description"))).as(name).endsWith(".");
        }
        assertThat(sections.keySet().stream().filter(heading -> heading.startsWith("HandlerSocket")))
                .containsExactlyInAnyOrderElementsOf(names);
    }

    private static void assertMetricsExist(String query, boolean grouped) {
        Map<String, Set<String>> known = RegisteredMeters.all().labels();
        Set<String> groups = new LinkedHashSet<>();
        Matcher by = GROUPS.matcher(query);
        while (by.find()) {
            groups.addAll(List.of(by.group(1).split(",\\s*", -1)));
        }
        Matcher metric = METRIC.matcher(query);
        int metrics = 0;
        while (metric.find()) {
            metrics++;
            assertThat(known).as(query).containsKey(metric.group(1));
            Set<String> labels = new LinkedHashSet<>(groups);
            Matcher label = LABEL.matcher(Objects.requireNonNullElse(metric.group(2), ""));
            while (label.find()) {
                labels.add(label.group(1));
            }
            assertThat(grouped && groups.isEmpty())
                    .as("an alert says whose it is: %s", query)
                    .isFalse();
            labels.removeAll(TARGET_LABELS);
            assertThat(known.get(metric.group(1))).as(query).containsAll(labels);
        }
        assertThat(metrics).as(query).isPositive();
    }

    private static List<Map<?, ?>> rules() throws IOException {
        Map<?, ?> file = new Yaml().load(Files.readString(RULES));
        List<Map<?, ?>> rules = new ArrayList<>();
        for (Object group : list(file.get("groups"))) {
            list(((Map<?, ?>) group).get("rules")).forEach(rule -> rules.add((Map<?, ?>) rule));
        }
        return rules;
    }

    private static List<?> list(@Nullable Object value) {
        return (List<?>) Objects.requireNonNull(value);
    }
}
