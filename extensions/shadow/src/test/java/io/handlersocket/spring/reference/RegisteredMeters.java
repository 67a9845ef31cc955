// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.reference;

import io.handlersocket.replicas.internal.report.MadeUpReplicas;
import io.handlersocket.shadow.Shadow;
import io.handlersocket.shadow.internal.report.ShadowMetrics;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.actuate.ScrapedLabels;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
            MadeUpReplicas.metrics().bindTo(shadow);
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
                ScrapedLabels.of(each.scrape())
                        .forEach((metric, own) -> labels.computeIfAbsent(metric, name -> new TreeSet<>())
                                .addAll(own));
            }
            return new RegisteredMeters(meters, labels);
        }
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
