// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.CostMeter;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.Layer;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Pace;
import io.handlersocket.jmh.measure.Panel;
import io.handlersocket.jmh.measure.Question;
import io.handlersocket.jmh.measure.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The client beside everything else that reads a row by key. */
public final class ClientLayer implements Layer {

    private static final String ASYNC = "async-1024";

    /** The share of the time that is left after the sweep; the rest is for the bytes that a lookup allocates. */
    private static final double WITHOUT_ALLOCATION = 0.97;

    private final Map<String, Arm> arms = new LinkedHashMap<>();
    private final List<Question> questions = new ArrayList<>();

    @Override
    public LayerResult run(Database db, Pace pace) throws Exception {
        try (CostMeter meter = new CostMeter(db);
                ClientArms known = new ClientArms(db)) {
            Panel panel = new Panel(pace, meter);
            List<Series> sweep = sweep(known, panel, pace);
            String jdbc = best(sweep, "jdbc-").orElseThrow();
            String setting = jdbc.startsWith("jdbc-text") ? "jdbc-text-" : "jdbc-prepared-";

            // A short look may err: the best is whichever of these turns out to be.
            List<String> fastest = List.of(jdbc, setting + "16");
            ask(known, "async_find_vs_jdbc", ASYNC, fastest);
            ask(known, "bare_loop_vs_jdbc", "bare-loop", fastest);
            ask(known, "async_find_vs_bare_loop", ASYNC, "bare-loop");
            ask(
                    known,
                    "async_find_vs_pipelined_sql",
                    ASYNC,
                    best(sweep, "(vertx|r2dbc)-").orElseThrow());
            ask(known, "blocking1_find_vs_jdbc", "blocking-1", setting + "1");
            ask(known, "blocking16_find_vs_jdbc", "blocking-16", setting + "16");
            ask(known, "multiget100_vs_jdbc_in", "multiget100-1", "jdbc-prepared-in100-1");
            optional(known, panel, "vt256_find_vs_jdbc", "virtual-256", fastest);
            optional(
                    known,
                    panel,
                    "find_vs_memcached",
                    ASYNC,
                    List.of(best(sweep, "memcached-").orElse("memcached-64")));
            if (pace.full()) {
                ask(known, "blocking4_find_vs_jdbc", "blocking-4", setting + "4");
                ask(known, "blocking64_find_vs_jdbc", "blocking-64", setting + "64");
                ask(known, "async_multiget100_vs_jdbc_in", "async-multiget100-16", "jdbc-prepared-in100-4");
                ask(known, "guarded_vs_unguarded", "async-guarded-1024", "async-unguarded-1024");
                for (String form : List.of("json", "hash")) {
                    optional(known, panel, "find_vs_redis_" + form, ASYNC, List.of("redis-" + form + "-async-1024"));
                    optional(
                            known,
                            panel,
                            "blocking16_find_vs_redis_" + form,
                            "blocking-16",
                            List.of("redis-" + form + "-16"));
                }
            }
            panel.ask(List.copyOf(arms.values()), questions, WITHOUT_ALLOCATION);
            panel.add(allocation(known, pace));
            return new LayerResult("client", panel.series(), sweep, panel.figures(), panel.costs(), panel.notes());
        }
    }

    /** A short look at every number of threads and every setting: which of the rivals is the strongest here. */
    private static List<Series> sweep(ClientArms known, Panel panel, Pace pace) throws Exception {
        List<Series> all = new ArrayList<>();
        String vertx = pace.full() ? "(vertx|r2dbc)-.*" : "vertx-(4x16|4x64|4x256|8x64)|r2dbc-4x16";
        // One group after the other, as the connections of all would be too many for the server.
        for (String group : List.of(
                "jdbc-text-\\d+",
                "jdbc-prepared-\\d+",
                vertx,
                "memcached-.*",
                "redis-.*",
                "handler-read-.*|probe-.*",
                "blocking-\\d+",
                "async-\\d{1,4}")) {
            List<Arm> arms = new ArrayList<>();
            for (String name : known.names()) {
                if (name.matches(group) && known.absence(name).isEmpty()) {
                    arms.add(known.connect(name));
                }
            }
            all.addAll(panel.sweep(arms));
            arms.forEach(known::disconnect);
        }
        return all;
    }

    private static Optional<String> best(List<Series> sweep, String prefix) {
        return sweep.stream()
                .filter(one -> one.arm().matches(prefix + ".*"))
                .max(Comparator.comparingDouble(Series::median))
                .map(Series::arm);
    }

    private void ask(ClientArms known, String key, String arm, String base) throws Exception {
        ask(known, key, arm, List.of(base));
    }

    private void ask(ClientArms known, String key, String arm, List<String> bases) throws Exception {
        connect(known, arm);
        for (String base : bases) {
            connect(known, base);
        }
        questions.add(new Question(key, arm, bases));
    }

    private void connect(ClientArms known, String name) throws Exception {
        if (!arms.containsKey(name)) {
            arms.put(name, known.connect(name));
        }
    }

    private void optional(ClientArms known, Panel panel, String key, String arm, List<String> bases) throws Exception {
        for (String name : List.of(arm, bases.get(0))) {
            String reason = known.absence(name);
            if (!reason.isEmpty()) {
                panel.add(Figure.none(key, reason));
                return;
            }
        }
        ask(known, key, arm, bases);
    }

    private static Figure allocation(ClientArms known, Pace pace) throws Exception {
        Arm unread = known.connect("async-unread-1024");
        Series bytes = new io.handlersocket.jmh.measure.Slices(List.of(unread), pace.sliceMillis() * 500_000)
                .warmUp(1)
                .measure(5)
                .series()
                .get(0);
        return new Figure("alloc_bytes_per_lookup", unread.name(), null, bytes.bytesPerRow(), 0, "");
    }
}
