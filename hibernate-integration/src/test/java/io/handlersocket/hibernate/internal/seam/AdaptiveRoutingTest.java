// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.internal.plan.RouteCosts;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class AdaptiveRoutingTest {

    private static final Logger LOG = (Logger) LoggerFactory.getLogger(AdaptiveRouting.class);

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final AdaptiveRouting routing = new AdaptiveRouting(true, () -> 1);

    @BeforeEach
    void listen() {
        lines.start();
        LOG.addAppender(lines);
        LOG.setLevel(Level.INFO);
    }

    @AfterEach
    void stopListening() {
        LOG.detachAppender(lines);
        LOG.setLevel(null);
    }

    private static long minutes(long minutes) {
        return TimeUnit.MINUTES.toNanos(minutes);
    }

    /** Records so many loads that the statement changes to JDBC. */
    private void change(String role, long now) {
        RouteCosts costs = new RouteCosts(false);
        for (int i = 0; i < 400; i++) {
            routing.took(costs, role, i % 2 == 0, i % 2 == 0 ? 50_000 : 200_000, now);
        }
        assertThat(costs.isJdbcCheaper()).isTrue();
    }

    @Test
    void writesAtMostOneLineADay() {
        long start = Long.MAX_VALUE - minutes(5); // the clock overflows
        change("Player", start);
        change("Guild", start + minutes(9));
        assertThat(lines.list).isEmpty();
        change("Item", start + minutes(10));
        assertThat(lines.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getFormattedMessage())
                        .contains("role=Player, connected=false, route=JDBC", "role=Guild")
                        .doesNotContain("\n"));
        for (int minute = 11; minute < 24 * 60 + 10; minute += 100) {
            change("Score " + minute, start + minutes(minute));
        }
        assertThat(lines.list).hasSize(1);
        change("Last", start + minutes(24 * 60 + 10));
        assertThat(lines.list).hasSize(2);
        assertThat(lines.list.get(1).getFormattedMessage())
                .contains("role=Score 11")
                .doesNotContain("role=Player");
    }

    @Test
    void showsTheTimesOfBothRoutes() {
        change("Player", 0);
        assertThat(routing.times()).singleElement().satisfies(times -> {
            assertThat(times.role()).isEqualTo("Player");
            assertThat(times.route()).isEqualTo(Route.JDBC);
            assertThat(times.handlerSocket()).hasNanos(200_000);
            assertThat(times.jdbc()).hasNanos(50_000);
        });
    }
}
