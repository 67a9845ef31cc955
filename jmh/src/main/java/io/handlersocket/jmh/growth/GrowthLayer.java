// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.growth;

import io.handlersocket.jmh.hibernate.Unit;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.Latencies;
import io.handlersocket.jmh.measure.Layer;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Pace;
import io.handlersocket.jmh.measure.Panel;
import io.handlersocket.jmh.measure.Question;
import io.handlersocket.jmh.measure.SharedRouteArm;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.ThreadsArm;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The points, one after the other: over JDBC, over HandlerSocket, and by the route that the module chooses. */
public final class GrowthLayer implements Layer {

    /** Half of what a round trip of a far point takes more. */
    private static final Duration ONE_WAY = Duration.ofNanos(250_000);

    /** How long the module may learn which route is cheaper, before that is measured. The others are as warm then. */
    private static final long LEARNING_MILLIS = 5_000;

    private static final int LEARNING_SLICES = 5;

    @Override
    public LayerResult run(Database db, Pace pace) throws Exception {
        Panel panel = new Panel(pace);
        for (int i = 0; i < GrowthPoint.ALL.size(); i++) {
            GrowthPoint point = GrowthPoint.ALL.get(i);
            GrowthTables.create(db, point);
            measure(panel, db, pace, point, 1.0 / (GrowthPoint.ALL.size() - i));
            GrowthTables.drop(db, point);
        }
        return new LayerResult("growth", panel.series(), List.of(), panel.figures(), List.of(), panel.notes());
    }

    private static void measure(Panel panel, Database db, Pace pace, GrowthPoint point, double share) throws Exception {
        if (!point.far()) {
            ask(panel, db, pace, point, share);
            return;
        }
        try (TcpProxy sql = new TcpProxy(db.host(), db.port());
                TcpProxy lookups = new TcpProxy(db.host(), db.readPort())) {
            sql.delay(ONE_WAY, Duration.ZERO);
            lookups.delay(ONE_WAY, Duration.ZERO);
            ask(panel, db.behind(sql.port(), lookups.port()), pace, point, share);
        }
    }

    private static void ask(Panel panel, Database db, Pace pace, GrowthPoint point, double share) throws Exception {
        GrowthLoads loads = new GrowthLoads(point);
        try (Unit jdbc = new Unit(db, Unit.Setting.JDBC, loads::map);
                Unit always = new Unit(db, Unit.Setting.ALWAYS, loads::map);
                Unit adaptive = new Unit(db, Unit.Setting.ADAPTIVE, loads::map)) {
            Arm base = warmed(loads, jdbc, pace);
            SharedRouteArm fast = always.sharing(warmed(loads, always, pace));
            SharedRouteArm routed = adaptive.sharing(warmed(loads, adaptive, pace));
            panel.ask(
                    List.of(base, fast, routed),
                    List.of(
                            new Question(point.key() + "_always", fast.name(), base.name()),
                            new Question(point.key() + "_adaptive", routed.name(), base.name())),
                    share);
            panel.add(new Figure(point.key() + "_always_share", null, null, fast.share(), 0, ""));
            panel.add(new Figure(point.key() + "_adaptive_share", null, null, routed.share(), 0, ""));
        }
    }

    private static Arm warmed(GrowthLoads loads, Unit unit, Pace pace) throws Exception {
        GrowthPoint point = loads.point();
        Arm arm = new ThreadsArm(point.name() + " " + unit.name(), point.callers(), loads.read(unit.sessions()));
        long millis = Math.min(LEARNING_MILLIS, LEARNING_SLICES * pace.sliceMillis());
        arm.run(new Slice(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), new Latencies()));
        return arm;
    }
}
