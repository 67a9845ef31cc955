// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Layer;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Pace;
import io.handlersocket.jmh.measure.Panel;
import java.util.ArrayList;
import java.util.List;

/** The points, one after the other; at each of them, all arms alternate. */
public final class AxesLayer implements Layer {

    @Override
    public LayerResult run(Database db, Pace pace) throws Exception {
        Panel panel = new Panel(pace);
        List<String> notes = new ArrayList<>();
        notes.add("Each point differs from the base (InnoDB, 3 columns of 30 characters, 100,000 rows, uniform keys, no"
                + " misses, no writer) in one property.");
        for (int i = 0; i < Point.ALL.size(); i++) {
            PointPanel.ask(panel, db, Point.ALL.get(i), 1.0 / (Point.ALL.size() - i))
                    .ifPresent(notes::add);
        }
        notes.addAll(panel.notes());
        return new LayerResult("axes", panel.series(), List.of(), panel.figures(), List.of(), notes);
    }
}
