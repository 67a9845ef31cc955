// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Series;
import io.handlersocket.jmh.report.Drawing.Anchor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The three charts: throughput by concurrency, latency percentiles, ratios. */
final class Charts {

    private static final String[] COLOURS = {
        "#1b6ca8", "#d1495b", "#66a182", "#edae49", "#6d597a", "#2e4057", "#8d6a3f", "#00a6a6", "#e07be0", "#9aa5b1"
    };
    private static final int WIDTH = 860;
    private static final int LEFT = 250;
    private static final Pattern CONCURRENCY = Pattern.compile("(.+?)-(?:(\\d+)x)?(\\d+)");

    private Charts() {}

    static Map<String, Drawing> of(Report report) {
        Map<String, Drawing> charts = new LinkedHashMap<>();
        charts.put("throughput", throughput(report));
        charts.put("latency", latency(report));
        charts.put("ratios", ratios(report));
        return charts;
    }

    /** Rows a second over what was in flight, both axes logarithmic. */
    private static Drawing throughput(Report report) {
        Map<String, TreeMap<Integer, Double>> lines = new LinkedHashMap<>();
        for (LayerResult layer : report.layers()) {
            List<Series> all = new ArrayList<>(layer.sweep());
            if (!all.isEmpty()) {
                all.addAll(layer.series());
            }
            for (Series one : all) {
                Matcher name = CONCURRENCY.matcher(one.arm());
                if (name.matches() && !name.group(1).contains("100")) {
                    int flights = Integer.parseInt(name.group(3))
                            * (name.group(2) == null ? 1 : Integer.parseInt(name.group(2)));
                    lines.computeIfAbsent(name.group(1), line -> new TreeMap<>())
                            .put(flights, one.median());
                }
            }
        }
        lines.values().removeIf(line -> line.size() < 2);
        Drawing drawing = new Drawing(WIDTH, 480);
        Scale x = new Scale(1, 1024, 80, 640);
        Scale y = new Scale(10_000, 1_000_000, 420, 50);
        title(drawing, "Rows a second by lookups in flight");
        for (int at = 1; at <= 1024; at *= 4) {
            drawing.line(x.at(at), 50, x.at(at), 420, 1, "#dddddd");
            drawing.text(x.at(at), 440, Anchor.MIDDLE, Integer.toString(at));
        }
        for (int at = 10_000; at <= 1_000_000; at *= 10) {
            drawing.line(80, y.at(at), 640, y.at(at), 1, "#dddddd");
            drawing.text(72, y.at(at) + 4, Anchor.END, String.format(Locale.ROOT, "%,d", at));
        }
        int colour = 0;
        for (Map.Entry<String, TreeMap<Integer, Double>> line : lines.entrySet()) {
            String ink = COLOURS[colour % COLOURS.length];
            double fromX = Double.NaN;
            double fromY = Double.NaN;
            for (Map.Entry<Integer, Double> point : line.getValue().entrySet()) {
                double toX = x.at(point.getKey());
                double toY = y.at(point.getValue());
                drawing.rectangle(toX - 3, toY - 3, 6, 6, ink);
                if (!Double.isNaN(fromX)) {
                    drawing.line(fromX, fromY, toX, toY, 2, ink);
                }
                fromX = toX;
                fromY = toY;
            }
            drawing.rectangle(660, 60 + 22.0 * colour, 12, 12, ink);
            drawing.text(680, 71 + 22.0 * colour, Anchor.START, line.getKey());
            colour++;
        }
        return drawing;
    }

    private static Drawing latency(Report report) {
        List<Series> all = report.layers().stream()
                .flatMap(layer -> layer.series().stream())
                .filter(one -> one.p50Nanos() > 0)
                .toList();
        Drawing drawing = new Drawing(WIDTH, 90 + 30 * all.size());
        Scale x = new Scale(5_000, 200_000_000, LEFT, WIDTH - 40);
        title(drawing, "Time of one read: median, 99 %, 99.9 %");
        for (int at = 10_000; at <= 100_000_000; at *= 10) {
            drawing.line(x.at(at), 50, x.at(at), 60 + 30.0 * all.size(), 1, "#dddddd");
            drawing.text(
                    x.at(at),
                    78 + 30.0 * all.size(),
                    Anchor.MIDDLE,
                    at < 1_000_000 ? at / 1000 + " us" : at / 1_000_000 + " ms");
        }
        for (int i = 0; i < all.size(); i++) {
            Series one = all.get(i);
            double top = 56 + 30.0 * i;
            drawing.text(LEFT - 10, top + 14, Anchor.END, one.arm());
            drawing.rectangle(LEFT, top, x.at((double) one.p999Nanos()) - LEFT, 20, "#d6e4f0");
            drawing.rectangle(LEFT, top, x.at((double) one.p99Nanos()) - LEFT, 20, "#7fb2d9");
            drawing.rectangle(LEFT, top, x.at((double) one.p50Nanos()) - LEFT, 20, COLOURS[0]);
        }
        return drawing;
    }

    private static Drawing ratios(Report report) {
        List<Figure> all = report.layers().stream()
                .flatMap(layer -> layer.figures().stream())
                .filter(figure -> figure.valid() && figure.base() != null)
                .toList();
        Drawing drawing = new Drawing(WIDTH, 90 + 28 * all.size());
        Scale x = new Scale(0.25, 32, LEFT, WIDTH - 80);
        title(drawing, "How often faster (1 = the same)");
        for (double at = 0.25; at <= 32; at *= 2) {
            drawing.line(
                    x.at(at), 50, x.at(at), 60 + 28.0 * all.size(), at == 1 ? 2 : 1, at == 1 ? "#888888" : "#dddddd");
            drawing.text(
                    x.at(at),
                    78 + 28.0 * all.size(),
                    Anchor.MIDDLE,
                    at < 1 ? Double.toString(at) : Integer.toString((int) at));
        }
        for (int i = 0; i < all.size(); i++) {
            Double value = all.get(i).value();
            double ratio = value == null ? 1 : value;
            double top = 56 + 28.0 * i;
            double from = Math.min(x.at(1), x.at(ratio));
            drawing.text(LEFT - 10, top + 14, Anchor.END, all.get(i).key());
            drawing.rectangle(from, top, Math.abs(x.at(ratio) - x.at(1)), 20, ratio >= 1 ? COLOURS[2] : COLOURS[1]);
            drawing.text(
                    Math.max(x.at(1), x.at(ratio)) + 6,
                    top + 14,
                    Anchor.START,
                    String.format(Locale.ROOT, "%.2f", ratio));
        }
        return drawing;
    }

    private static void title(Drawing drawing, String words) {
        drawing.text(20, 28, Anchor.START, words);
    }

    /** A logarithmic axis; what lies outside is drawn at its end. */
    private record Scale(double low, double high, double from, double to) {
        double at(double value) {
            double share = Math.log(value / low) / Math.log(high / low);
            return from + (to - from) * Math.min(1, Math.max(0, share));
        }
    }
}
