// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.shadow.Shadow;
import jakarta.persistence.EntityManagerFactory;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShadowReportTest {

    @Test
    void saysWhatShadowModeHasFound() {
        ShadowTotals totals = new ShadowTotals(
                4,
                List.of(
                        new Shadow.Count("Player", 100, 2, 1, 3, 20, 90, 4.5),
                        new Shadow.Count("query on Player", 0, 1, 0, 0, 0, 0, 0)),
                List.of(),
                false);
        assertThat(ShadowReport.line(totals, "so far"))
                .isEqualTo(
                        "shadow mode compared 104 answers so far: 1 differ, 3 changed meanwhile, 3 failed, 4 dropped;"
                                + " faster than JDBC: Player 4.5 times (20 us, JDBC 90 us)");
    }

    @Test
    void showsTwoDigits() {
        ShadowTotals totals = new ShadowTotals(
                0, List.of(new Shadow.Count("Player", 1, 0, 0, 0, 21.37, 987.6, 46.21)), List.of(), false);
        assertThat(totals.rounded().counts()).containsExactly(new Shadow.Count("Player", 1, 0, 0, 0, 21, 990, 46));
    }

    /** The health indicator asks for it, and must not be DOWN for another reason than a difference. */
    @Test
    void aClosedPersistenceUnitHasNothingToReport() {
        EntityManagerFactory closed = (EntityManagerFactory) Proxy.newProxyInstance(
                ShadowReportTest.class.getClassLoader(),
                new Class<?>[] {EntityManagerFactory.class},
                (proxy, method, args) -> {
                    throw new IllegalStateException("it is closed");
                });
        ShadowReport report = new ShadowReport(() -> List.of(closed));
        assertThat(report.report()).isNull();
        assertThat(report.failure()).isNull();
        assertThat(report.summary("so far")).isNull();
    }
}
