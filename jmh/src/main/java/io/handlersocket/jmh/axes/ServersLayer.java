// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Layer;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Pace;
import io.handlersocket.jmh.measure.Panel;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;

/** Settings of the server, each of them on a server of its own. */
public final class ServersLayer implements Layer {

    @Override
    public LayerResult run(Database db, Pace pace) throws Exception {
        Panel panel = new Panel(pace);
        List<String> notes = new ArrayList<>();
        if (Database.isExternal()) {
            notes.add("Not measured: it needs servers of its own, and an external one was named.");
            return new LayerResult("servers", List.of(), List.of(), List.of(), List.of(), notes);
        }
        notes.add(
                "The same base point on servers that differ in one setting; each ratio is between the arms of one server."
                        + " *small buffer pool*: 16 MB for a table of about 200 MB, so that disks decide.");
        for (int i = 0; i < Servers.ALL.size(); i++) {
            Servers one = Servers.ALL.get(i);
            System.err.println("  server: " + one.point().name());
            try (HandlerSocketMariaDB server = one.start()) {
                PointPanel.ask(panel, Database.of(server), one.point(), 1.0 / (Servers.ALL.size() - i))
                        .ifPresent(notes::add);
            } catch (IllegalStateException e) {
                notes.add(one.point().name() + ": no such server here: " + e.getMessage() + ".");
            }
        }
        notes.addAll(panel.notes());
        return new LayerResult("servers", panel.series(), List.of(), panel.figures(), List.of(), notes);
    }
}
