// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import io.handlersocket.jmh.measure.Figure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What changed since the runs that were written before. A run on another machine is compared too, and is marked. */
public final class Changes {

    /**
     * A figure that differs by more than the ranges of both runs.
     *
     * @param file the run before
     * @param machine the processor of that run; empty if it is the same
     */
    record Change(String key, double before, double now, String file, String machine) {

        String percent() {
            return String.format(Locale.ROOT, "%+.0f %%", 100 * (now / before - 1));
        }
    }

    private final Machine machine;
    private final List<Change> changed = new ArrayList<>();
    private final List<String> added = new ArrayList<>();
    private int same;

    private Changes(Machine machine) {
        this.machine = machine;
    }

    /** Compares each figure that may be used with the newest run in this folder that has it. */
    public static Changes since(Path folder, Report report) throws IOException {
        List<Result> before = Result.in(folder);
        Changes changes = new Changes(report.machine());
        report.layers().forEach(layer -> layer.figures().forEach(figure -> changes.add(figure, before)));
        return changes;
    }

    private void add(Figure figure, List<Result> runs) {
        Double now = figure.value();
        if (now == null || !figure.valid()) {
            return;
        }
        for (Result run : runs) {
            Optional<Figure> before = Optional.ofNullable(run.figures().get(figure.key()))
                    .map(Result.Measured::figure)
                    .filter(Figure::valid);
            Double value = before.map(Figure::value).orElse(null);
            if (value != null) {
                double range = Math.max(figure.spread(), before.get().spread());
                if (Math.abs(now - value) > range * value) {
                    changed.add(new Change(figure.key(), value, now, run.file(), other(run)));
                } else {
                    same++;
                }
                return;
            }
        }
        added.add(figure.key());
    }

    private String other(Result run) {
        return run.cpu().equals(machine.cpu()) && run.cores() == machine.cores()
                ? ""
                : run.cpu() + ", " + run.cores() + " cores";
    }

    List<Change> changed() {
        return List.copyOf(changed);
    }

    /** Returns the keys that no run before has. */
    List<String> added() {
        return List.copyOf(added);
    }

    /** Returns how many figures differ by no more than their range. */
    int same() {
        return same;
    }
}
