// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.jmh.hibernate.Teams;
import io.handlersocket.jmh.measure.CostMeter;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Interval;
import io.handlersocket.jmh.measure.UserTable;
import io.handlersocket.jmh.spring.ShadowBlock.Result;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * What shadow mode costs an application whose threads do nothing but read: slices alternate in which a share of its
 * answers is compared and in which none is. An application without the setting shows what asking whether an answer is
 * due costs. With {@code -Dcalls=}, its threads make so many calls a second, and the cost is processor time.
 *
 * <p>Each block starts the applications anew. What lasts for the life of an application, such as the server's workers
 * that its connections got, is not a matter of the setting. So only blocks are independent measurements, and the
 * interval is theirs.
 */
public final class ShadowCost {

    /** The promise: a share of 1 % costs less than this part of the throughput, or of the processor time. */
    private static final double LIMIT = 0.02;

    private static final int WARM_UPS = 2;

    private static final String SHARE = System.getProperty("sample", "0.01");
    private static final int BLOCKS = Integer.getInteger("blocks", 10);
    private static final int SECONDS = Integer.getInteger("seconds", 600);
    private static final int THREADS = Integer.getInteger("threads", 4);

    /** Calls a second; 0 for as many as possible. */
    private static final int CALLS = Integer.getInteger("calls", 0);

    /** Longer at a fixed rate: processor time is counted in steps of 10 ms. */
    private static final int SLICE_MILLIS = Integer.getInteger("slice.millis", CALLS == 0 ? 400 : 2_000);

    private static final String MAX_RATE = System.getProperty("max.rate", "10");

    private final Database db;
    private final List<ShadowRoute> routes;
    private final Optional<ProcessHandle> server;
    private final Map<ShadowRoute, List<Result>> blocks = new LinkedHashMap<>();

    private ShadowCost(Database db, List<ShadowRoute> routes) throws Exception {
        this.db = db;
        this.routes = routes;
        this.server = CostMeter.process(db);
        routes.forEach(route -> blocks.put(route, new ArrayList<>()));
    }

    public static void main(String[] args) throws Exception {
        List<ShadowRoute> routes = ShadowRoute.named(System.getProperty("arms", "find,findViewById"));
        try (HandlerSocketMariaDB database = UserTable.start()) {
            Database db = Database.of(database);
            Teams.load(db);
            ShadowCost cost = new ShadowCost(db, routes);
            for (int block = 1; block <= BLOCKS; block++) {
                cost.runBlock(block);
            }
            cost.print();
        }
    }

    private void runBlock(int block) throws Exception {
        List<ConfigurableApplicationContext> applications = new ArrayList<>();
        try {
            for (String share : new String[] {"", SHARE}) {
                applications.add(start(share));
            }
            ShadowBlock slices = new ShadowBlock(
                    applications.get(0),
                    applications.get(1),
                    routes,
                    THREADS,
                    CALLS,
                    SLICE_MILLIS * 1_000_000L,
                    server);
            slices.warmUp(block == 1 ? 4 * WARM_UPS : WARM_UPS); // the compilers have most to do in the first
            slices.measure(SECONDS * 1_000_000_000L / BLOCKS);
            slices.results().forEach((route, result) -> {
                Objects.requireNonNull(blocks.get(route)).add(result);
                System.err.printf(
                        Locale.ROOT,
                        "  block %d of %d: %s %.0f/s, ratio %.3f, stopped %.3f, CPU %.2f us, ratio %.3f, %.1f compared/s%n",
                        block,
                        BLOCKS,
                        route,
                        result.rate(),
                        result.rateRatio(),
                        result.stoppedRatio(),
                        result.cpu(),
                        result.cpuRatio(),
                        result.compared());
            });
        } finally {
            applications.forEach(ConfigurableApplicationContext::close);
        }
    }

    /** @param share empty: the setting is absent */
    private ConfigurableApplicationContext start(String share) throws Exception {
        List<String> properties = new ArrayList<>(List.of(
                "handlersocket.host=" + db.host(),
                "handlersocket.port=" + db.readPort(),
                "handlersocket.secret=" + db.readSecret()));
        if (!share.isEmpty()) {
            properties.add("handlersocket.shadow.sample=" + share);
            properties.add("handlersocket.shadow.max-rate=" + MAX_RATE);
        }
        ConfigurableApplicationContext application = UserApplication.start(db, "", properties);
        SpringLayer.awaitFast(application);
        return application;
    }

    private void print() {
        System.out.printf(
                Locale.ROOT,
                "A share of %s, at most %s a second, beside none: %d threads, %s, %d blocks of %d s, slices of %d ms."
                        + " Ratios: mean and 95 %% confidence interval of the blocks%n",
                SHARE,
                MAX_RATE,
                THREADS,
                CALLS == 0 ? "as many calls as possible" : CALLS + " calls a second",
                BLOCKS,
                SECONDS / BLOCKS,
                SLICE_MILLIS);
        System.out.printf(
                "%-14s %9s %24s %24s %8s %8s %24s %10s %8s%n",
                "route",
                "calls/s",
                "ratio",
                "stopped to without",
                "CPU us",
                "stopped",
                "ratio",
                "compared/s",
                "thread");
        blocks.forEach((route, results) -> System.out.printf(
                Locale.ROOT,
                "%-14s %9.0f %24s %24s %8.2f %8.2f %24s %10.1f %6.2f %%%n",
                route,
                mean(results, Result::rate),
                interval(results, Result::rateRatio),
                interval(results, Result::stoppedRatio),
                mean(results, Result::cpu),
                mean(results, Result::cpuStopped),
                interval(results, Result::cpuRatio),
                mean(results, Result::compared),
                100 * mean(results, Result::shadowCpu)));
        blocks.forEach((route, results) -> System.out.println(
                CALLS == 0
                        ? verdict(route, "calls", -1, interval(results, Result::rateRatio))
                        : verdict(route, "processor time", 1, interval(results, Result::cpuRatio))));
    }

    /** @param sign 1 if a ratio above 1 is a cost; -1 if one below 1 is */
    private static String verdict(ShadowRoute route, String of, int sign, Interval ratio) {
        double cost = sign * (ratio.mean() - 1);
        double low = sign * ((sign > 0 ? ratio.low() : ratio.high()) - 1);
        double high = sign * ((sign > 0 ? ratio.high() : ratio.low()) - 1);
        String shown = high < LIMIT
                ? "less than 2 % is shown"
                : low >= LIMIT ? "2 % or more is shown" : "not decided; more blocks narrow the interval";
        return String.format(
                Locale.ROOT,
                "%s: shadow mode costs %.1f %% of the %s [%.1f to %.1f %%]: %s",
                route,
                100 * cost,
                of,
                100 * low,
                100 * high,
                shown);
    }

    private static Interval interval(List<Result> results, ToDoubleFunction<Result> value) {
        return Interval.ofRatios(results.stream().mapToDouble(value).boxed().toList());
    }

    private static double mean(List<Result> results, ToDoubleFunction<Result> value) {
        return results.stream().mapToDouble(value).average().orElse(Double.NaN);
    }
}
