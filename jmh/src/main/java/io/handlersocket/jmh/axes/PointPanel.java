// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Chain;
import io.handlersocket.jmh.measure.ChainsArm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Panel;
import io.handlersocket.jmh.measure.Question;
import io.handlersocket.jmh.measure.ThreadsArm;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One point: asynchronous lookups and blocking ones beside JDBC. */
final class PointPanel {

    private static final int IN_FLIGHT = 256;
    private static final int THREADS = 16;

    private PointPanel() {}

    /**
     * Measures it.
     *
     * @param share of the panel's time
     * @return why there is nothing; empty if there is
     */
    static Optional<String> ask(Panel panel, Database db, Point point, double share) throws Exception {
        Optional<String> missing = create(db, point);
        if (missing.isPresent()) {
            return missing;
        }
        try (HandlerSocketClient client = HandlerSocketClient.builder()
                        .dataSource(db.dataSource())
                        .host(db.host())
                        .port(db.readPort())
                        .secret(db.readSecret())
                        .build();
                Arm jdbc = new PointJdbcArm(db, point, THREADS, point.name() + " jdbc-" + THREADS);
                Writers writers = new Writers(db, point)) {
            Index index = client.index(IndexSpec.primary(db.schema(), point.table())
                    .select(point.names().toArray(String[]::new)));
            PointRows rows = new PointRows(point);
            Arm async = new ChainsArm(
                    point.name() + " async-" + IN_FLIGHT,
                    new Chain.Bundle(IN_FLIGHT, () -> new PointLookups(index, rows)));
            Arm blocking = new ThreadsArm(point.name() + " blocking-" + THREADS, THREADS, () -> {
                int id = rows.randomId();
                return rows.check(id, index.find(id));
            });
            List<Arm> arms = new ArrayList<>(List.of(jdbc, async, blocking));
            List<Question> questions = new ArrayList<>(List.of(
                    new Question(key(point, ""), async.name(), jdbc.name()),
                    new Question(key(point, "_blocking16"), blocking.name(), jdbc.name())));
            try (Arm older = db.readSecret().isEmpty() ? new Hs4jArm(db, point, THREADS) : null) {
                if (older != null) {
                    arms.add(older);
                    questions.add(new Question("blocking16_vs_hs4j", blocking.name(), older.name()));
                    questions.add(new Question("async_vs_hs4j", async.name(), older.name()));
                }
                panel.ask(arms, questions, share);
            }
            return Optional.empty();
        } catch (HandlerSocketException e) {
            return Optional.of(point.name() + ": not read over HandlerSocket: " + e.getMessage() + ".");
        }
    }

    private static String key(Point point, String suffix) {
        return "axis_" + point.name().replaceAll("[ =]", "_").toLowerCase(Locale.ROOT) + suffix;
    }

    /** An engine that this server does not have is said, and passed over. */
    static Optional<String> create(Database db, Point point) {
        try (Connection connection = db.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = CONCAT(@@sql_mode, ',NO_ENGINE_SUBSTITUTION')");
            for (String sql : point.statements()) {
                statement.execute(sql);
            }
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(point.name() + ": " + e.getMessage() + ".");
        }
    }
}
