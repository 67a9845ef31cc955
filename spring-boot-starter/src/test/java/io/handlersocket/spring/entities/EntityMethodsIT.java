// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.adoption.AdoptionApplication;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.PageRequest;

/** Of a method that returns entities, the plan, the counter and the log say what Hibernate does. */
@ExtendWith(OutputCaptureExtension.class)
class EntityMethodsIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    @BeforeAll
    static void createTables() {
        AdoptionApplication.createTables(server);
    }

    @Test
    void areJudgedByWhatHibernateDoes(CapturedOutput output) {
        try (ConfigurableApplicationContext context = AdoptionApplication.on(server, "handlersocket.startup=wait")
                .sources(EntitiesApplication.class)
                .initializers(PlayerApplication.patient())
                .run()) {
            FastGamers gamers = context.getBean(FastGamers.class);
            await().untilAsserted(() -> {
                assertThat(gamers.withGuild("7@example.com")).isPresent();
                assertThat(plan(context, "withGuild").whyNot()).isNull();
            });
            assertThat(context.getBean(LookupCounts.class).all())
                    .filteredOn(count -> count.method().equals("withGuild"))
                    .filteredOn(count -> count.route() == LookupRoute.HANDLERSOCKET)
                    .singleElement()
                    .satisfies(count -> assertThat(count.reason()).isEmpty());

            assertThat(gamers.findByGuildIdOrderByScore(1, PageRequest.of(0, 3)))
                    .hasSize(3);
            MethodPlan page = plan(context, "findByGuildIdOrderByScore");
            assertThat(page.whyNot()).isNotNull();
            assertThat(page.reason()).doesNotContain("a result of type");
        }
        assertThat(output.toString().lines().filter(line -> line.contains("WARN") && line.contains("FastGamers")))
                .isEmpty();
    }

    private static MethodPlan plan(ConfigurableApplicationContext context, String method) {
        return context.getBean(MethodPlans.class).all().stream()
                .filter(plan -> plan.method().equals(method))
                .findFirst()
                .orElseThrow();
    }
}
