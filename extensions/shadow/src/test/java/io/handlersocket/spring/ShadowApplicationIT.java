// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static io.handlersocket.spring.LookupRoute.HANDLERSOCKET;
import static io.handlersocket.spring.LookupRoute.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.shadow.Shadow.Count;
import io.handlersocket.shadow.Shadow.Difference;
import io.handlersocket.shadow.Shadow.Kind;
import io.handlersocket.shadow.Shadow.OnDifference;
import io.handlersocket.shadow.autoconfigure.ShadowProperties;
import io.handlersocket.shadow.internal.report.ShadowTotals;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Shadow mode compares what repositories return, by whichever route. */
@ExtendWith(OutputCaptureExtension.class)
class ShadowApplicationIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final String EXPOSED = "management.endpoints.web.exposure.include=handlersocket";
    private static final int PAUSE_MILLIS = 20;

    /** One of each kind of query. */
    private static final List<String> ROLES = List.of(
            "Entries.findCardBySlug",
            "Entries.findHeadlineBySlug",
            "Entries.findCardsByAuthorIdOrderByCreated",
            "Entries.findDetailById",
            "Entries.existsBySlug",
            "Entries.findTop3CardsByAuthorIdOrderByCreatedDesc",
            "Entries.findLaterBySlug",
            "Entries.findLaterByAuthorIdOrderByCreated",
            "query on io.handlersocket.spring.diary.Entry");

    private static long checked(ShadowTotals shadow) {
        return shadow.sum(count -> count.equal() + count.changed() + count.different() + count.failed());
    }

    private static ShadowTotals shadow(HandlerSocketEndpoint endpoint) {
        return (ShadowTotals) Objects.requireNonNull(
                Objects.requireNonNull(endpoint.report().extensions()).get("shadow"));
    }

    private static List<String> roles(HandlerSocketEndpoint endpoint) {
        return shadow(endpoint).counts().stream().map(Count::role).toList();
    }

    @Test
    void everyKindOfQueryIsEqual(CapturedOutput output) throws InterruptedException {
        try (Diaries diaries =
                Diaries.start(server, EXPOSED, "handlersocket.shadow.sample=1", "handlersocket.shadow.max-rate=100")) {
            HandlerSocketEndpoint endpoint = diaries.bean(HandlerSocketEndpoint.class);
            // The indexes are opened in the first rounds; a busy machine may drop reads of any.
            for (int round = 0; round < 2 || (round < 20 && !roles(endpoint).containsAll(ROLES)); round++) {
                for (var query : DirectQueryIT.queries().toList()) {
                    Diaries.describe(
                            ((DirectQueryIT.Query) query.get()[0]).call().apply(diaries.entries()));
                    Thread.sleep(PAUSE_MILLIS); // more reads at once would be dropped
                }
                Thread.sleep(500);
            }
            for (long id = 0; id < 9; id++) {
                diaries.entries().existsById(id);
                Thread.sleep(PAUSE_MILLIS);
            }
            diaries.entries().findById(5L);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(shadow(endpoint).counts())
                            .extracting(Count::role)
                            .contains("io.handlersocket.spring.diary.Entry"));

            ShadowTotals totals = shadow(endpoint);
            assertThat(totals.differences()).isEmpty();
            assertThat(totals.counts()).filteredOn(count -> count.failed() > 0).isEmpty();
            assertThat(totals.sum(Count::equal)).isGreaterThan(50);
            assertThat(roles(endpoint)).containsAll(ROLES).contains("io.handlersocket.spring.diary.Entry.existsById");
            assertThat(totals.counts())
                    .filteredOn(count -> count.equal() > 0)
                    .allSatisfy(count -> assertThat(count.speedUp()).isPositive());
            MeterRegistry meters = diaries.bean(MeterRegistry.class);
            assertThat(meters.get("handlersocket.shadow")
                            .tag("result", "equal")
                            .functionCounter()
                            .count())
                    .isGreaterThanOrEqualTo((double) totals.sum(Count::equal));
            assertThat(meters.get("handlersocket.shadow.speedup")
                            .tag("role", "Entries.findCardBySlug")
                            .gauge()
                            .value())
                    .isPositive();
            assertThat(meters.get("handlersocket.shadow.latency")
                            .tag("role", "Entries.findCardBySlug")
                            .timeGauges())
                    .hasSize(2)
                    .allSatisfy(
                            gauge -> assertThat(gauge.value(TimeUnit.SECONDS)).isBetween(1e-6, 10.0));
        }
        assertThat(output.getAll().lines())
                .anyMatch(line -> line.matches(".*HandlerSocket: shadow mode compared \\d+ answers since startup: 0"
                        + " differ, \\d+ changed meanwhile, 0 failed, \\d+ dropped; faster than JDBC: .* times .*"));
    }

    @Test
    void aDifferenceFailsTheHealthAndTheTableStaysOnJdbc(CapturedOutput output) {
        DiaryApplication.createTables(server);
        List<Lookup> lookups = new CopyOnWriteArrayList<>();
        try (ConfigurableApplicationContext context = DiaryApplication.on(
                        server,
                        EXPOSED,
                        "handlersocket.startup=wait", // before, JPA answers, whose query is compared too
                        "handlersocket.shadow.sample=1",
                        "handlersocket.shadow.max-rate=100",
                        "handlersocket.shadow.on-difference=fail")
                .initializers(PlayerApplication.patient(), (GenericApplicationContext beans) -> {
                    beans.registerBean(LookupListener.class, () -> lookups::add);
                    beans.registerBean(BlindClient.class, BlindClient::new);
                })
                .run()) {
            Entries entries = context.getBean(Entries.class);
            HandlerSocketEndpoint endpoint = context.getBean(HandlerSocketEndpoint.class);
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                lookups.clear();
                boolean found = entries.findCardBySlug("slug-7").isPresent();
                assertThat(lookups)
                        .singleElement()
                        .satisfies(lookup -> assertThat(lookup.route()).isEqualTo(found ? JDBC : HANDLERSOCKET));
                return !shadow(endpoint).differences().isEmpty();
            });

            assertThat(shadow(endpoint).differences().get(0))
                    .isEqualTo(new Difference("Entries.findCardBySlug", "entry", Kind.ROWS));
            lookups.clear();
            assertThat(entries.findCardBySlug("slug-7")).isPresent();
            assertThat(lookups.get(0).route()).isEqualTo(JDBC);
            assertThat(lookups.get(0).reason()).startsWith("shadow mode found a difference from SQL: ");
            assertThat(entries.findById(7L)).isPresent();
            assertThat(endpoint.methods())
                    .filteredOn(method -> method.method().contains("findCardBySlug"))
                    .allMatch(method -> String.valueOf(method.reason()).startsWith("shadow mode found"));
            Health health =
                    Objects.requireNonNull(context.getBean("handlerSocketHealthContributor", HealthIndicator.class)
                            .health());
            assertThat(health.getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.getDetails()).containsKey("shadow");
            assertThat(checked(shadow(endpoint))).isPositive();
        }
        assertThat(output.getAll().lines().filter(line -> line.contains("give different answers")))
                .hasSize(1)
                .noneMatch(line -> line.contains("slug-7"));
    }

    @Test
    void offHasNoReport() {
        DiaryApplication.createTables(server);
        try (ConfigurableApplicationContext context =
                DiaryApplication.on(server, EXPOSED).run()) {
            assertThat(context.getBean(HandlerSocketEndpoint.class).report().extensions())
                    .isNull();
        }
        assertThatThrownBy(() -> new ShadowProperties(1.1, 10, OnDifference.LOG))
                .hasMessage("shadow.sample: 1.1 (expected 0 to 1)");
        assertThatThrownBy(() -> new ShadowProperties(1, 1_001, OnDifference.LOG))
                .hasMessage("shadow.max-rate: 1001 (expected 1 to 1000)");
    }
}
