// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import org.junit.jupiter.api.Test;

class LoadStatisticsTest {

    private final LoadStatistics statistics = new LoadStatistics();

    @Test
    void countsByRoleRouteAndReason() {
        statistics.count("Player", null);
        statistics.count("Player", new JdbcReason(Kind.ROWS, "too many"));
        statistics.count("Player", new JdbcReason(Kind.ROWS, "too many"));
        statistics.count("Player", new JdbcReason(Kind.VALUE, "too many"));
        assertThat(statistics.counts(reason -> reason))
                .containsExactlyInAnyOrder(
                        new LoadCount("Player", null, 1),
                        new LoadCount("Player", new JdbcReason(Kind.ROWS, "too many"), 2),
                        new LoadCount("Player", new JdbcReason(Kind.VALUE, "too many"), 1));
        assertThat(statistics.count(Route.JDBC)).isEqualTo(3);
    }

    @Test
    void countsEqualReasonsTogetherAndAlternatingOnesApart() {
        JdbcReason same = new JdbcReason(Kind.ROWS, "too many");
        JdbcReason other = new JdbcReason(Kind.VALUE, "null");
        for (int i = 0; i < 10; i++) {
            statistics.count("Player", same);
            statistics.count("Player", new JdbcReason(Kind.ROWS, "too many"));
            statistics.count("Player", other);
            statistics.count("Team", other);
        }
        assertThat(statistics.counts(reason -> reason))
                .containsExactlyInAnyOrder(
                        new LoadCount("Player", same, 20),
                        new LoadCount("Player", other, 10),
                        new LoadCount("Team", other, 10));
    }

    @Test
    void keepsTheKindWhereReasonsAreTooMany() {
        for (int i = 0; i < 10_000; i++) {
            statistics.count("Player", new JdbcReason(Kind.TABLE, "column " + i));
        }
        statistics.count("Player", new JdbcReason(Kind.OUTAGE, "one more"));
        assertThat(statistics.counts(reason -> reason))
                .hasSize(10_001)
                .filteredOn(count -> count.kind() == Kind.OUTAGE)
                .singleElement()
                .matches(count -> count.role().equals("(other)") && count.count() == 1);
    }
}
