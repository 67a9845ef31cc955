// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.transport.shared.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes connections, and makes them again until they are spread over several of the server's workers.
 *
 * <p>Often one idle worker accepts all connections, which costs a third of the throughput. The process list shows the
 * number of connections of each worker to an account with the PROCESS right; without that right, the first
 * connections are used. If the list shows workers, it also proves that the connections reach this server.
 */
final class WorkerSpreader {

    private static final int MAX_TRIES = 12;

    /** Short, so that the guard is not late. */
    private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Pattern STATE = Pattern.compile("handlersocket: mode=rd, (\\d+) conns.*");
    private static final String WORKERS = "SELECT ID, STATE FROM information_schema.PROCESSLIST"
            + " WHERE USER = 'system user' AND STATE LIKE 'handlersocket: mode=rd,%'";

    private WorkerSpreader() {}

    /**
     * Returns the connections of the first try that is spread, or of the last. Fails if the list shows workers, and
     * none of them got a connection of any try.
     */
    static List<Connection> connect(SqlSession session, Supplier<List<Connection>> maker, LongSupplier nanoTime)
            throws SQLException, NotUsableException {
        long start = nanoTime.getAsLong();
        boolean arrived = false;
        for (int tries = 1; ; tries++) {
            Map<Long, Integer> before = connectionsByWorker(session);
            List<Connection> connections = maker.get();
            int wanted = Math.min(before.size(), (connections.size() + 1) / 2);
            int used = used(before, connectionsByWorker(session));
            arrived |= used > 0;
            if (used >= wanted || tries == MAX_TRIES || nanoTime.getAsLong() - start >= MAX_NANOS) {
                if (wanted > 0 && !arrived) { // before any table is opened there
                    throw new NotUsableException("HandlerSocket is not the server that SQL reaches:"
                            + " new connections there do not appear here");
                }
                return connections;
            }
            connections.forEach(connection -> connection.close("one worker of the server has all connections"));
        }
    }

    private static int used(Map<Long, Integer> before, Map<Long, Integer> after) {
        return (int) after.entrySet().stream()
                .filter(worker -> worker.getValue() > before.getOrDefault(worker.getKey(), 0))
                .count();
    }

    private static Map<Long, Integer> connectionsByWorker(SqlSession session) throws SQLException {
        Map<Long, Integer> workers = new HashMap<>();
        for (Worker worker : session.query(row -> new Worker(row.getLong(1), row.getString(2)), WORKERS)) {
            Matcher state = STATE.matcher(worker.state());
            if (state.matches()) {
                workers.put(worker.id(), Integer.valueOf(state.group(1)));
            }
        }
        return workers;
    }

    private record Worker(long id, String state) {}
}
