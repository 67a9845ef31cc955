// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.jmh.measure.Cost;
import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.Series;
import io.handlersocket.jmh.report.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PageFiguresTest {

    private final List<Series> series = new ArrayList<>();
    private final List<Cost> costs = new ArrayList<>();
    private final List<Figure> ratios = new ArrayList<>();

    private void arm(Page.Setting setting, int threads, long latency, double serverCpu, double statements) {
        String arm = Page.arm(setting, threads);
        series.add(new Series(arm, List.of(1.0), 10.0 * latency, latency, latency, latency));
        costs.add(new Cost(arm, serverCpu, 2.0 * latency, 1, 1, 1, 1, statements, 1));
        if (setting != Page.Setting.HANDLERSOCKET) {
            String ours = Page.arm(Page.Setting.HANDLERSOCKET, threads);
            String reason = threads == 1 ? "" : "range 30 %";
            ratios.add(new Figure(PageFigures.key(threads, "vs", setting), ours, arm, 2.0, 0.1, reason));
        }
    }

    private Map<String, Figure> figures() {
        Map<String, Figure> figures = new TreeMap<>();
        PageFigures.of(series, costs, ratios).forEach(figure -> figures.put(figure.key(), figure));
        return figures;
    }

    @Test
    void sharesAreOursOfTheirs() {
        arm(Page.Setting.DEFAULT, 1, 400, 8, 9);
        arm(Page.Setting.TUNED, 1, 200, 4, 4);
        arm(Page.Setting.HANDLERSOCKET, 1, 100, 1, 1);

        Map<String, Figure> figures = figures();

        assertThat(figure(figures, "aggregate_page_latency_vs_default").value()).isEqualTo(0.25);
        assertThat(figure(figures, "aggregate_page_latency_vs_tuned").value()).isEqualTo(0.5);
        assertThat(figure(figures, "aggregate_page_cpu_vs_tuned").value()).isEqualTo(0.5);
        assertThat(figure(figures, "aggregate_page_server_cpu_vs_tuned").value())
                .isEqualTo(0.25);
        assertThat(figure(figures, "aggregate_page_alloc_vs_tuned").value()).isEqualTo(0.5);
        assertThat(figure(figures, "aggregate_page_statements_default").value()).isEqualTo(9.0);
        assertThat(figure(figures, "aggregate_page_statements_handlersocket").value())
                .isEqualTo(1.0);
    }

    @Test
    void aShareOfUnsteadySlicesIsVoidAndAnUnknownOneIsAbsent() {
        arm(Page.Setting.TUNED, 16, 200, -1, 4);
        arm(Page.Setting.HANDLERSOCKET, 16, 100, -1, 1);

        assertThat(figure(figures(), "aggregate_page16_cpu_vs_tuned").valid()).isFalse();
        assertThat(figure(figures(), "aggregate_page16_server_cpu_vs_tuned").value())
                .isNull();
    }

    @Test
    void everyFigureIsAKeyOfTheLastLine() {
        for (int threads : PageLayer.THREADS) {
            for (Page.Setting setting : Page.Setting.values()) {
                arm(setting, threads, 1, 1, 1);
            }
        }

        assertThat(Keys.ALL).containsAll(figures().keySet());
        assertThat(Keys.ALL).containsAll(ratios.stream().map(Figure::key).toList());
    }

    @Test
    void anArmThatFailedHasNoFigure() {
        arm(Page.Setting.TUNED, 1, 200, 4, 4);

        assertThat(figures()).isEmpty();
    }

    private static Figure figure(Map<String, Figure> figures, String key) {
        return requireNonNull(figures.get(key), key);
    }
}
