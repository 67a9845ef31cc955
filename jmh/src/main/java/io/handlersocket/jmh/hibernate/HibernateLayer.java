// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.CostMeter;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Layer;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Pace;
import io.handlersocket.jmh.measure.Panel;
import io.handlersocket.jmh.measure.Question;
import io.handlersocket.jmh.measure.SharedRouteArm;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.ThreadsArm;
import io.handlersocket.jmh.measure.UserTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Hibernate over HandlerSocket beside Hibernate over JDBC. */
public final class HibernateLayer implements Layer {

    private static final int CACHED = 10_000;

    /** So few rows that a writer meets most of their readers. */
    private static final int WRITTEN = 4;

    private final List<Arm> arms = new ArrayList<>();
    private final List<Question> questions = new ArrayList<>();

    @Override
    public LayerResult run(Database db, Pace pace) throws Exception {
        Teams.load(db);
        JoinTables.load(db);
        try (CostMeter meter = new CostMeter(db);
                Unit plain = new Unit(db, Unit.Setting.DEFAULT);
                Unit tuned = new Unit(db, Unit.Setting.TUNED);
                Unit fast = new Unit(db, Unit.Setting.FAST);
                Unit cached = new Unit(db, Unit.Setting.CACHED);
                ClientReads client = new ClientReads(db)) {
            Panel panel = new Panel(pace, meter);
            List<Unit> jdbc = List.of(plain, tuned);
            for (int threads : pace.full() ? new int[] {1, 16} : new int[] {1}) {
                String suffix = threads == 1 ? "" : Integer.toString(threads);
                compare(
                        "hibernate" + suffix + "_find",
                        jdbc,
                        fast,
                        unit -> add("find", unit, threads, Requests.find(unit, UserTable.ROWS)));
            }
            compare("hibernate_multi100", jdbc, fast, unit -> add("multi100", unit, 1, Requests.findMultiple(unit)));
            compare("hibernate_children20", jdbc, fast, unit -> add("children20", unit, 1, Requests.children(unit)));
            if (pace.full()) {
                // Not routed: it must fall back, and that is what is measured.
                Arm with = plainly("fallback", fast, Requests.ordered(fast));
                Arm without = plainly("fallback", tuned, Requests.ordered(tuned));
                ask("hibernate_fallback_vs_without", with, without);
                fill(cached);
                Arm cache = plainly("find-hot", cached, Requests.find(cached, CACHED));
                Arm hot = add("find-hot", fast, 1, Requests.find(fast, CACHED));
                ask("hibernate_find_vs_cache", hot, cache);
            }
            List<String> notes = new ArrayList<>(List.of(
                    "Each read is a request: session, transaction, read, commit. *default*: everything as it comes."
                            + " *tuned*: prepared on the server, auto-commit off in the pool and"
                            + " `provider_disables_autocommit`, so that only SELECT and COMMIT are sent."
                            + " *handlersocket*: the same with the jar."));
            if (pace.full()) {
                ceilings(client);
                joins(db, jdbc, fast);
                notes.add("*client*: the same lookups by the client alone, in as many round trips and without entities."
                        + " A `…_ceiling_…` is what an integration that costs nothing would reach.");
            }
            panel.ask(arms, questions);
            arms.forEach(arm -> {
                if (arm instanceof SharedRouteArm shared) {
                    notes.add(shared.note());
                }
            });
            notes.addAll(panel.notes());
            return new LayerResult("hibernate", panel.series(), List.of(), panel.figures(), panel.costs(), notes);
        }
    }

    private void ceilings(ClientReads client) {
        ask("hibernate_find_ceiling_vs_tuned", added(client.find(1)), "find-tuned-1");
        ask("hibernate16_find_ceiling_vs_tuned", added(client.find(16)), "find-tuned-16");
        ask("hibernate_multi100_ceiling_vs_tuned", added(client.findMultiple()), "multi100-tuned-1");
        ask("hibernate_children20_ceiling_vs_tuned", added(client.children()), "children20-tuned-1");
    }

    /** Statements that are joins, and the same beside a writer. */
    private void joins(Database db, List<Unit> jdbc, Unit fast) {
        join("join20", jdbc, fast, unit -> JoinRequests.children(unit, Teams.TEAMS));
        join("joined", jdbc, fast, JoinRequests::hierarchy);
        join("to-one", jdbc, fast, unit -> JoinRequests.toOne(unit, JoinTables.POSTS));
        written(
                "join20-written",
                jdbc,
                fast,
                unit -> JoinRequests.children(unit, WRITTEN),
                arm -> new WriterArm(
                        arm, db, "UPDATE member SET nick = CONCAT('member ', RAND()) WHERE team_id = ?", WRITTEN));
        written(
                "to-one-written",
                jdbc,
                fast,
                unit -> JoinRequests.toOne(unit, WRITTEN),
                arm -> new WriterArm(
                        arm,
                        db,
                        "UPDATE post SET words = CONCAT('post ', post_id, ' ', RAND()), author_id = FLOOR(RAND() * "
                                + UserTable.ROWS + ") WHERE post_id = ?",
                        WRITTEN));
    }

    private void join(String what, List<Unit> jdbc, Unit fast, Function<Unit, Threads.Read> read) {
        compare(key(what), jdbc, fast, unit -> add(what, unit, 1, read.apply(unit)));
    }

    /** What the writer changes meanwhile may have to be read again, or over JDBC, and how often is said. */
    private void written(
            String what, List<Unit> jdbc, Unit fast, Function<Unit, Threads.Read> read, UnaryOperator<Arm> beside) {
        compare(key(what), jdbc, fast, unit -> {
            Arm arm = beside.apply(new ThreadsArm(what + "-" + unit.name() + "-1", 1, read.apply(unit)));
            return added(unit == fast ? fast.sharing(arm) : arm);
        });
    }

    private static String key(String what) {
        return "hibernate_" + what.replace('-', '_');
    }

    /** Asks how often faster ours is than each of the units that use JDBC. */
    private void compare(String key, List<Unit> jdbc, Unit fast, Function<Unit, Arm> arm) {
        Arm ours = arm.apply(fast);
        for (Unit unit : jdbc) {
            ask(key + "_vs_" + unit.name(), ours, arm.apply(unit));
        }
    }

    /** So that every read of the hot rows is a hit. */
    private static void fill(Unit cached) {
        cached.sessions().inSession(session -> {
            for (int id = 0; id < CACHED; id++) {
                session.find(User.class, id);
                if (id % 1000 == 0) {
                    session.clear();
                }
            }
        });
    }

    private Arm add(String what, Unit unit, int threads, Threads.Read read) {
        return added(unit.routed(new ThreadsArm(what + "-" + unit.name() + "-" + threads, threads, read)));
    }

    private Arm plainly(String what, Unit unit, Threads.Read read) {
        return added(new ThreadsArm(what + "-" + unit.name() + "-1", 1, read));
    }

    private Arm added(Arm arm) {
        arms.add(arm);
        return arm;
    }

    private void ask(String key, Arm arm, Arm base) {
        ask(key, arm, base.name());
    }

    private void ask(String key, Arm arm, String base) {
        questions.add(new Question(key, arm.name(), base));
    }
}
