// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import static java.util.Objects.requireNonNull;

import io.handlersocket.jmh.measure.Cost;
import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a page costs over HandlerSocket, as a share of what it costs over JDBC: smaller is better. */
final class PageFigures {

    private PageFigures() {}

    /** Returns the name of a figure. */
    static String key(int threads, String what, Page.Setting base) {
        return "aggregate_page" + (threads == 1 ? "" : threads) + "_" + what + "_" + base.label;
    }

    /** @param ratios the answers about pages per second */
    static List<Figure> of(List<Series> arms, List<Cost> spent, List<Figure> ratios) {
        Map<String, Series> series = arms.stream().collect(Collectors.toMap(Series::arm, Function.identity()));
        Map<String, Cost> costs = spent.stream().collect(Collectors.toMap(Cost::arm, Function.identity()));
        Map<String, Figure> speed = ratios.stream().collect(Collectors.toMap(Figure::key, Function.identity()));
        List<Figure> figures = new ArrayList<>();
        for (int threads : PageLayer.THREADS) {
            String arm = Page.arm(Page.Setting.HANDLERSOCKET, threads);
            for (Page.Setting setting : Page.Setting.values()) {
                String base = Page.arm(setting, threads);
                Cost theirs = costs.get(base);
                if (theirs == null || !costs.containsKey(arm)) {
                    continue;
                }
                if (threads == 1) {
                    figures.add(new Figure(key(1, "statements", setting), base, null, theirs.questions(), 0, ""));
                }
                if (setting == Page.Setting.HANDLERSOCKET) {
                    continue;
                }
                Cost ours = requireNonNull(costs.get(arm));
                Series fast = requireNonNull(series.get(arm));
                Series slow = requireNonNull(series.get(base));
                Figure same = requireNonNull(speed.get(key(threads, "vs", setting)));
                figures.add(share(
                        same, key(threads, "latency_vs", setting), (double) fast.p50Nanos(), (double) slow.p50Nanos()));
                figures.add(share(
                        same, key(threads, "cpu_vs", setting), ours.clientCpuSeconds(), theirs.clientCpuSeconds()));
                figures.add(share(
                        same,
                        key(threads, "server_cpu_vs", setting),
                        ours.serverCpuSeconds(),
                        theirs.serverCpuSeconds()));
                figures.add(share(same, key(threads, "alloc_vs", setting), fast.bytesPerRow(), slow.bytesPerRow()));
            }
        }
        return figures;
    }

    /** @param same the ratio of the same slices: its range, and why it must not be used */
    private static Figure share(Figure same, String key, double ours, double theirs) {
        return ours < 0 || theirs <= 0
                ? Figure.none(key, "not known here")
                : new Figure(key, same.arm() + " / " + same.base(), null, ours / theirs, same.spread(), same.reason());
    }
}
