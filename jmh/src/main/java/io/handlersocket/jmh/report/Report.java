// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.LayerResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All of one run.
 *
 * @param mode quick or full
 * @param disturbed why the figures say little about this machine; empty if they do not
 * @param keys the figures of the last line
 */
public record Report(
        String date,
        String mode,
        Machine machine,
        int rows,
        String disturbed,
        Map<String, @Nullable Double> keys,
        List<LayerResult> layers) {

    /** What the bare loop must reach of JDBC's best: less, and something else is using the machine. */
    private static final double LEAST_BARE_LOOP = 6;

    /** Puts what the layers measured together. */
    public static Report of(String date, String mode, Machine machine, int rows, List<LayerResult> layers) {
        List<Figure> figures =
                layers.stream().flatMap(layer -> layer.figures().stream()).toList();
        return new Report(date, mode, machine, rows, disturbance(figures), Keys.values(figures), layers);
    }

    private static String disturbance(List<Figure> figures) {
        return figures.stream()
                .filter(figure -> figure.key().equals("bare_loop_vs_jdbc"))
                .map(Figure::value)
                .filter(value -> value != null && value < LEAST_BARE_LOOP)
                .map(value -> String.format(
                        java.util.Locale.ROOT,
                        "the bare loop reached %.1f times JDBC's best only (expected %.0f): something else uses this machine",
                        value,
                        LEAST_BARE_LOOP))
                .findFirst()
                .orElse("");
    }
}
