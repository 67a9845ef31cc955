// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.page;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Cost;
import io.handlersocket.jmh.measure.CostMeter;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Series;
import io.handlersocket.jmh.measure.Slices;
import io.handlersocket.jmh.measure.UserTable;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The arms of the page that were asked for, for a given time, so that they can be profiled; see jmh/README.md. */
public final class PageComparison {

    private PageComparison() {}

    public static void main(String[] args) throws Exception {
        List<String> names = names();
        String[] wanted = System.getProperty("arms", String.join(",", names)).split(",", -1);
        for (String name : wanted) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("arm: " + name + " (expected one of " + names + ")");
            }
        }
        long sliceMillis = Long.getLong("slice.millis", 1000);
        int rounds = (int) Math.max(1, Long.getLong("seconds", 60) * 1000 / sliceMillis / wanted.length);
        try (HandlerSocketMariaDB server = UserTable.start()) {
            Database db = Database.of(server);
            PageTables.load(db);
            try (CostMeter meter = new CostMeter(db);
                    Pages pages = new Pages(db)) {
                List<Arm> arms = new ArrayList<>();
                for (String name : wanted) {
                    String[] parts = name.split("-", -1);
                    Page.Setting setting = Arrays.stream(Page.Setting.values())
                            .filter(one -> one.label.equals(parts[1]))
                            .findFirst()
                            .orElseThrow();
                    arms.add(pages.arm(setting, Integer.parseInt(parts[2])));
                }
                Slices slices =
                        new Slices(arms, sliceMillis * 1_000_000, meter).warmUp(Integer.getInteger("warmups", 8));
                System.err.println("measuring from now on");
                print(slices.measure(rounds));
            }
        }
    }

    /** All arms there are. */
    private static List<String> names() {
        return Arrays.stream(PageLayer.THREADS)
                .boxed()
                .flatMap(threads -> Arrays.stream(Page.Setting.values()).map(setting -> Page.arm(setting, threads)))
                .collect(Collectors.toList());
    }

    private static void print(Slices slices) {
        System.out.printf(
                Locale.ROOT,
                "%-24s %9s %7s %9s %9s %11s %13s %11s %11s %8s %8s%n",
                "arm",
                "pages/s",
                "IQR %",
                "p50 us",
                "p99 us",
                "JVM CPU us",
                "server CPU us",
                "bytes",
                "statements",
                "writes",
                "packets");
        List<Cost> costs = slices.costs();
        List<Series> series = slices.series();
        for (int i = 0; i < series.size(); i++) {
            Series one = series.get(i);
            Cost cost = costs.get(i);
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %9.0f %7.1f %9.1f %9.1f %11.1f %13.1f %11.0f %11.2f %8.2f %8.2f%n",
                    one.arm(),
                    one.median(),
                    one.spread() * 100,
                    one.p50Nanos() / 1e3,
                    one.p99Nanos() / 1e3,
                    cost.clientCpuMicros(),
                    cost.serverCpuMicros(),
                    one.bytesPerRow(),
                    cost.questions(),
                    cost.writes(),
                    cost.packets());
        }
    }
}
