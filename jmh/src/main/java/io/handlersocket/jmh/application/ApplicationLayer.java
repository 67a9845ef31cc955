// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.application;

import io.handlersocket.jmh.hibernate.Unit;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Layer;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Pace;
import io.handlersocket.jmh.measure.Panel;
import io.handlersocket.jmh.measure.Question;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.ThreadsArm;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The tracker at 1, 2 and 4 workers, on InnoDB and MyRocks, with and without lookups over HandlerSocket. */
public final class ApplicationLayer implements Layer {

    private static final int[] WORKERS = {1, 2, 4};

    private final List<Arm> arms = new ArrayList<>();
    private final List<Question> questions = new ArrayList<>();

    @Override
    public LayerResult run(Database db, Pace pace) throws Exception {
        Panel panel = new Panel(pace);
        List<String> notes = new ArrayList<>(List.of(
                "Rows are operations. *create*: a task with 10 comments, one transaction. *work*: 10 tasks are taken and"
                        + " their status is changed twice, 20 transactions of a find, an update and a commit. *look*: 10"
                        + " tasks are read with their comments. Both sides have the same settings of the driver and"
                        + " Hibernate, tuned. Commits are flushed to disk, as the server does by default."));
        try (HandlerSocketMariaDB server = withMyRocks(notes)) {
            Database both = server == null ? db : Database.of(server);
            measure(panel, both, "InnoDB", server == null ? 1 : 0.5, notes);
            if (server != null) {
                measure(panel, both, "RocksDB", 1, notes);
            }
        }
        notes.addAll(panel.notes());
        return new LayerResult("application", panel.series(), List.of(), panel.figures(), List.of(), notes);
    }

    /** Null if there is no such server here. */
    private static @Nullable HandlerSocketMariaDB withMyRocks(List<String> notes) {
        if (Database.isExternal()) {
            notes.add("MyRocks: not measured, as an external server was named.");
            return null;
        }
        HandlerSocketMariaDB server = new HandlerSocketMariaDB()
                .withHandlerSocketThreads(16)
                .withServerArguments("--innodb-buffer-pool-size=256M")
                .withEngine("rocksdb");
        try {
            server.start();
            return server;
        } catch (IllegalStateException e) {
            notes.add("MyRocks: no such server here: " + e.getMessage() + ".");
            return null;
        }
    }

    private void measure(Panel panel, Database db, String engine, double share, List<String> notes) throws Exception {
        try {
            TrackerTables.load(db, engine);
        } catch (SQLException e) {
            notes.add(engine + ": " + e.getMessage() + ".");
            return;
        }
        arms.clear();
        questions.clear();
        try (Unit without = new Unit(db, Unit.Setting.TUNED, Task.class, Remark.class);
                Unit with = new Unit(db, Unit.Setting.FAST, Task.class, Remark.class)) {
            for (int workers : WORKERS) {
                String point = "-" + engine.toLowerCase(Locale.ROOT) + "-" + workers;
                ask(
                        "look" + point,
                        workers,
                        with,
                        new Tracker(with.sessions()).look(),
                        without,
                        new Tracker(without.sessions()).look());
                ask(
                        "work" + point,
                        workers,
                        with,
                        new Tracker(with.sessions()).work(),
                        without,
                        new Tracker(without.sessions()).work());
                ask(
                        "create" + point,
                        workers,
                        with,
                        new Tracker(with.sessions()).create(),
                        without,
                        new Tracker(without.sessions()).create());
            }
            panel.ask(arms, questions, share);
        }
    }

    private void ask(String name, int workers, Unit with, Threads.Read ours, Unit without, Threads.Read theirs) {
        Arm fast = new ThreadsArm(name + " " + with.name(), workers, ours);
        Arm plain = new ThreadsArm(name + " " + without.name(), workers, theirs);
        arms.add(plain);
        // Creating reads nothing, so nothing of it can go over HandlerSocket.
        Arm routed = name.startsWith("create") ? fast : with.routed(fast);
        arms.add(routed);
        questions.add(new Question("tracker_" + name.replace('-', '_'), routed.name(), plain.name()));
    }
}
