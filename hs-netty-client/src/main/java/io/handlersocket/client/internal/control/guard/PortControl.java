// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.internal.concurrent.TaskGuard;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.ControlLoop;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The control side of the connections to one port: the thread that takes the steps, the SQL sessions that it is lent,
 * the holds of tables that are opened, the quarantine and the dead man's switch. Any thread.
 */
public record PortControl(
        ConnectionPool pool,
        SqlSessions sessions,
        HeldOpenings holds,
        Quarantine quarantine,
        DeadMansSwitch deadMansSwitch,
        ControlLoop loop)
        implements AutoCloseable {

    /** Makes the parts for a port; each step returns the milliseconds until the next. */
    public static PortControl of(
            ClientOptions options, String name, ConnectionPool pool, BooleanSupplier guarded, LongSupplier step) {
        SqlSessions.Source source = () -> SqlSession.open(options);
        return new PortControl(
                pool,
                new SqlSessions(name, source, options.nanoTime()),
                new HeldOpenings(options.name(), source, options.nanoTime()),
                new Quarantine(options.time().wallClock()),
                new DeadMansSwitch(
                        options.name(),
                        guarded,
                        pool::size,
                        check -> pool.every("dead man's switch", DeadMansSwitch.CHECK_NANOS, check),
                        pool::closeAll,
                        options.listener(),
                        options.nanoTime()),
                new ControlLoop(name, step, options.nanoTime()));
    }

    /** Ends the thread, breaks its SQL session, waits for kept holds, and closes the connections. */
    @Override
    public void close() {
        TaskGuard.runAll(loop::close, sessions::abort, () -> holds.close(HeldOpenings.CLOSE_LIMIT), pool::close);
    }
}
