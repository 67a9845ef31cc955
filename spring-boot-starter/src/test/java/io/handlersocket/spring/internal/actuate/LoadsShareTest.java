// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.Route;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoadsShareTest {

    private final Map<Route, Long> counts = new EnumMap<>(Map.of(Route.HANDLERSOCKET, 0L, Route.JDBC, 0L));
    private long seconds = 1_000;
    private final LoadsShare share =
            new LoadsShare(route -> counts.getOrDefault(route, 0L), () -> TimeUnit.SECONDS.toNanos(seconds));

    @Test
    void isNotANumberWithoutLoads() {
        assertThat(share.get()).isNaN();
        seconds += 30;
        assertThat(share.get()).isNaN();
    }

    @Test
    void countsFromTheStartUntilAMinuteHasPassed() {
        load(3, 1);
        assertThat(share.get()).isEqualTo(0.75);
        seconds += 30;
        load(0, 4);
        assertThat(share.get()).isEqualTo(0.375);
        assertThat(share.get()).as("asked by another registry").isEqualTo(0.375);
    }

    @Test
    void forgetsWhatIsOlderThanAMinute() {
        load(100, 0);
        for (int i = 0; i < 10; i++) {
            share.get();
            seconds += 15;
            load(0, 1);
        }
        assertThat(share.get()).isZero();
        seconds += 90;
        share.get();
        seconds += 60;
        assertThat(share.get()).isNaN();
    }

    @Test
    void coversTheTimeBetweenTwoReadingsThatAreFarApart() {
        share.get();
        seconds += 300;
        load(9, 1);
        assertThat(share.get()).isEqualTo(0.9);
    }

    private void load(long fast, long jdbc) {
        counts.merge(Route.HANDLERSOCKET, fast, Long::sum);
        counts.merge(Route.JDBC, jdbc, Long::sum);
    }
}
