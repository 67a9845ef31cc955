// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Pace;
import io.handlersocket.jmh.measure.UserTable;
import io.handlersocket.jmh.report.Changes;
import io.handlersocket.jmh.report.Machine;
import io.handlersocket.jmh.report.Report;
import io.handlersocket.jmh.report.ReportFiles;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** {@code jmh/compare}: everything beside everything, in one run. */
public final class Compare {

    private static final Duration MOST_BUILDING = Duration.ofMinutes(2);

    /** For the layers' JVMs to end, and for writing. */
    private static final Duration ENDING = Duration.ofSeconds(15);

    private Compare() {}

    public static void main(String[] args) throws Exception {
        CompareOptions options = CompareOptions.parse(List.of(args).subList(1, args.length));
        Instant started = started();
        Instant end = started.plus(options.limit()).minus(ENDING);
        say(
                "%s: at most %d minutes; loading %,d rows",
                options.mode(), options.limit().toMinutes(), UserTable.ROWS);
        try (HandlerSocketMariaDB server = UserTable.start()) {
            Database db = Database.of(server);
            Machine machine = Machine.here(db);
            say("%s, %d cores; MariaDB %s", machine.cpu(), machine.cores(), machine.server());
            List<LayerResult> layers = new ArrayList<>();
            for (String layer : options.layers()) {
                Pace pace = options.pace(layer, Duration.between(Instant.now(), end));
                say("layer %s: %d rounds, at most %d s", layer, pace.rounds(), pace.seconds());
                layers.add(layer(layer, db, pace));
            }
            Report report = Report.of(
                    LocalDate.now(java.time.ZoneOffset.UTC).toString(),
                    options.mode(),
                    machine,
                    UserTable.ROWS,
                    layers);
            Changes changes = Changes.since(options.committed(), report);
            for (Path file : ReportFiles.write(report, changes, options.folder())) {
                say("wrote %s", file);
            }
            if (!report.disturbed().isEmpty()) {
                say("machine disturbed: %s", report.disturbed());
            }
            say("done after %d s", Duration.between(started, Instant.now()).toSeconds());
            System.out.println(new JsonMapper().writeValueAsString(report.keys()));
        }
    }

    /** When the command was called; building counts, but not so much that too little is left to measure. */
    private static Instant started() {
        Instant now = Instant.now();
        Instant called = Instant.ofEpochSecond(Long.getLong("compare.started", now.getEpochSecond()));
        return called.isBefore(now.minus(MOST_BUILDING)) ? now.minus(MOST_BUILDING) : called;
    }

    /** One that fails costs its own figures only, and is said. */
    private static LayerResult layer(String layer, Database db, Pace pace) throws InterruptedException {
        try {
            return LayerProcess.run(layer, db, pace);
        } catch (IOException e) {
            say("layer %s failed: %s", layer, e.toString());
            return new LayerResult(
                    layer,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of("This layer failed: " + e.getMessage() + "."));
        }
    }

    private static void say(String format, Object... values) {
        System.err.printf(java.util.Locale.ROOT, format + "%n", values);
    }
}
