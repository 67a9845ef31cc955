// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.reference;

import io.handlersocket.client.ServerSnapshot;
import io.handlersocket.client.ServerSnapshot.NotAsked;
import io.handlersocket.client.ServerSnapshot.Role;
import io.handlersocket.hibernate.Shadow;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.actuate.ReplicaAges;
import io.handlersocket.spring.internal.actuate.ReplicaMetrics;
import io.handlersocket.spring.internal.actuate.ShadowMetrics;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The meters of an application whose database is not MariaDB: the starter registers all of them there too.
 *
 * @param meters the type and the keys of the tags of each meter
 * @param labels the labels of each metric that Prometheus scrapes
 */
record RegisteredMeters(Map<String, Registered> meters, Map<String, Set<String>> labels) {

    private static final Pattern SAMPLE = Pattern.compile("^([a-z][a-z0-9_]*)(?:\\{(.*)})? ", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=");

    record Registered(Meter.Type type, Set<String> tags) {}

    private static final RegisteredMeters ALL = find();

    static RegisteredMeters all() {
        return ALL;
    }

    private static RegisteredMeters find() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(PlayerApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=jdbc:h2:mem:meters;DB_CLOSE_DELAY=-1",
                        "spring.jpa.hibernate.ddl-auto=create-drop",
                        "spring.main.banner-mode=off",
                        "management.metrics.distribution.percentiles-histogram.handlersocket.routed=true")
                .run()) {
            context.getBean(Players.class).findById(1L); // the timers exist from the first call on
            PrometheusMeterRegistry registry = context.getBean(PrometheusMeterRegistry.class);
            Map<String, Registered> meters = new TreeMap<>();
            Map<String, Set<String>> labels = new TreeMap<>();
            PrometheusMeterRegistry shadow = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            new ShadowMetrics(() -> List.of(checkedOnce())).bindTo(shadow);
            new ReplicaMetrics(() -> List.of(server(Role.PRIMARY), server(Role.REPLICA)), new ReplicaAges())
                    .bindTo(shadow);
            shadow.scrape(); // the gauge of a role exists once the counter was read
            for (PrometheusMeterRegistry each : List.of(registry, shadow)) {
                for (Meter meter : each.getMeters()) {
                    if (meter.getId().getName().startsWith("handlersocket.")) {
                        Set<String> tags = new TreeSet<>();
                        meter.getId().getTags().stream().map(Tag::getKey).forEach(tags::add);
                        meters.put(
                                meter.getId().getName(),
                                new Registered(meter.getId().getType(), tags));
                    }
                }
                Matcher sample = SAMPLE.matcher(each.scrape());
                while (sample.find()) {
                    Set<String> own = labels.computeIfAbsent(sample.group(1), name -> new TreeSet<>());
                    Matcher label = LABEL.matcher(Objects.requireNonNullElse(sample.group(2), ""));
                    while (label.find()) {
                        own.add(label.group(1));
                    }
                }
            }
            return new RegisteredMeters(meters, labels);
        }
    }

    private static ServerSnapshot server(Role role) {
        return new ServerSnapshot(
                role.name(),
                role,
                true,
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                0,
                0,
                0,
                role == Role.PRIMARY ? Map.of(NotAsked.TOO_OLD, 1L) : Map.of());
    }

    /** Shadow mode with one equal answer. */
    private static Shadow checkedOnce() {
        return (Shadow) Proxy.newProxyInstance(
                Shadow.class.getClassLoader(),
                new Class<?>[] {Shadow.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "counts" -> List.of(new Shadow.Count("Player", 1, 0, 0, 0, 1, 4, 4));
                    case "count" -> Optional.of(new Shadow.Count("Player", 1, 0, 0, 0, 1, 4, 4));
                    case "differences" -> List.of();
                    case "dropped" -> 0L;
                    case "onDifference" -> Shadow.OnDifference.LOG;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
