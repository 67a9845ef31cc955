// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Layer;
import io.handlersocket.jmh.measure.LayerResult;
import io.handlersocket.jmh.measure.Pace;
import io.handlersocket.jmh.measure.Panel;
import io.handlersocket.jmh.measure.Question;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The points, one after the other; at each of them, both arms alternate. */
public final class AxesLayer implements Layer {

    @Override
    public LayerResult run(Database db, Pace pace) throws Exception {
        Panel panel = new Panel(pace);
        List<String> notes = new ArrayList<>();
        notes.add("Each point differs from the base (InnoDB, 3 columns of 30 characters, 100,000 rows, uniform keys, no"
                + " misses, no writer) in one property.");
        for (Point point : Point.ALL) {
            String missing = create(db, point);
            if (!missing.isEmpty()) {
                notes.add(point.name() + ": " + missing + ".");
                continue;
            }
            try (HandlerSocketClient client = HandlerSocketClient.builder()
                            .dataSource(db.dataSource())
                            .host(db.host())
                            .port(db.readPort())
                            .secret(db.readSecret())
                            .build();
                    Arm jdbc = new PointJdbcArm(db, point);
                    Arm async = new PointAsyncArm(
                            client.index(IndexSpec.primary(db.schema(), point.table())
                                    .select(point.names().toArray(String[]::new))),
                            point);
                    Writers writers = new Writers(db, point)) {
                panel.ask(List.of(jdbc, async), List.of(new Question(key(point), async.name(), jdbc.name())));
            } catch (HandlerSocketException e) {
                notes.add(point.name() + ": not read over HandlerSocket: " + e.getMessage() + ".");
            }
        }
        return new LayerResult("axes", panel.series(), List.of(), panel.figures(), List.of(), notes);
    }

    private static String key(Point point) {
        return "axis_" + point.name().replace(' ', '_').toLowerCase(Locale.ROOT);
    }

    /** An engine that this server does not have is said, and passed over. */
    private static String create(Database db, Point point) {
        try (Connection connection = db.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = CONCAT(@@sql_mode, ',NO_ENGINE_SUBSTITUTION')");
            for (String sql : point.statements()) {
                statement.execute(sql);
            }
            return "";
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
