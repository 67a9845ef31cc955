// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.context.ConfigurableApplicationContext;

/** How long an application takes to start with and without the starter, alternately; for an idle machine, so not by default. */
@EnabledIfSystemProperty(named = "start.rounds", matches = "\\d+")
class StartCostIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    @Test
    void startsWithinAFewMillisecondsMore() {
        PlayerApplication.createTable(server);
        List<Long> with = new ArrayList<>();
        List<Long> without = new ArrayList<>();
        int rounds = Integer.getInteger("start.rounds", 15);
        for (int round = -5; round < rounds; round++) {
            long first = startMillis(round % 2 == 0);
            long second = startMillis(round % 2 != 0);
            if (round >= 0) { // what came before warmed the JVM up
                with.add(round % 2 == 0 ? first : second);
                without.add(round % 2 == 0 ? second : first);
            }
        }
        long cost = median(with) - median(without);
        System.out.printf("StartCostIT: %d ms with, %d ms without%n", median(with), median(without));
        assertThat(cost).isLessThan(150);
    }

    private static long startMillis(boolean enabled) {
        long start = System.nanoTime();
        try (ConfigurableApplicationContext context = PlayerApplication.on(
                        server, "handlersocket.enabled=" + enabled, "logging.level.root=ERROR")
                .run()) {
            assertThat(context.isActive()).isTrue();
            return (System.nanoTime() - start) / 1_000_000;
        }
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
