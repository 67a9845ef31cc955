// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.transport.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes connections again until they lie on several of the server's workers.
 *
 * <p>An idle worker accepts everything, so that often all connections end on one, which costs a third of the throughput. The
 * process list says how many connections each worker has, to an account with the PROCESS right; without it, the first try
 * is as good as any. Where the list shows workers, it also shows whether the connections came to this server at all.
 */
public final class WorkerSpread {

    private static final int MAX_TRIES = 12;

    /** The guard has to look once a second. */
    private static final long ENOUGH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Pattern STATE = Pattern.compile("handlersocket: mode=rd, (\\d+) conns.*");
    private static final String WORKERS = "SELECT ID, STATE FROM information_schema.PROCESSLIST"
            + " WHERE USER = 'system user' AND STATE LIKE 'handlersocket: mode=rd,%'";

    private WorkerSpread() {}

    /**
     * Returns the connections of the first try that is spread, or of the last try.
     *
     * @param maker makes some connections, or throws; asked again while they are not spread
     * @param closer closes one of a try that is not spread
     * @throws NotUsableException if the workers are seen, and none of them got a connection of any try
     */
    static <C> List<C> spread(SqlSession session, Supplier<List<C>> maker, Consumer<C> closer)
            throws SQLException, NotUsableException {
        long start = System.nanoTime();
        Map<Long, Integer> before = connectionsByWorker(session);
        List<C> connections = maker.get();
        int wanted = Math.min(before.size(), (connections.size() + 1) / 2);
        int used = used(before, connectionsByWorker(session));
        boolean arrived = used > 0;
        for (int i = 1; i < MAX_TRIES && used < wanted && System.nanoTime() - start < ENOUGH_NANOS; i++) {
            connections.forEach(closer);
            before = connectionsByWorker(session);
            connections = maker.get();
            used = used(before, connectionsByWorker(session));
            arrived |= used > 0;
        }
        if (wanted > 0 && !arrived) { // found out before any table is opened there
            throw new NotUsableException(
                    "HandlerSocket is not the server that SQL reaches: connections there are none here");
        }
        return connections;
    }

    /** Closes a connection of a try that is not spread. */
    public static void close(Connection connection) {
        connection.close("all on one worker of the server");
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
