// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.LoadTimes;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.internal.connection.SessionContract;
import io.handlersocket.hibernate.internal.gate.TrackedConnection;
import io.handlersocket.hibernate.internal.gate.TransactionLog;
import io.handlersocket.hibernate.internal.plan.RouteCosts;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.hibernate.HibernateException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.resource.jdbc.spi.LogicalConnectionImplementor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets loads take the cheaper of two right routes. Safe for use by several threads. */
public final class AdaptiveRouting {

    enum Mode {
        ADAPTIVE,
        ALWAYS
    }

    private static final Logger LOG = LoggerFactory.getLogger(AdaptiveRouting.class);

    /** Between the first change and its line, so that the line has those that come with it. */
    private static final long FIRST_LINE_NANOS = TimeUnit.MINUTES.toNanos(10);

    private static final long LINE_NANOS = TimeUnit.DAYS.toNanos(1);

    private static final int MAX_CHANGES = 20;

    private final boolean adaptive;
    private final @Nullable IntSupplier idleConnections;
    // Weak: Hibernate drops statements.
    final Map<RouteCosts, String> compared = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<String, LoadTimes> changes = new TreeMap<>();
    private volatile boolean hasChanges;
    private long lineNanos;
    private boolean hasWritten;

    /** @param idleConnections how many connections the pool has free; null if that is unknown */
    AdaptiveRouting(boolean adaptive, @Nullable IntSupplier idleConnections) {
        this.adaptive = adaptive;
        this.idleConnections = idleConnections;
    }

    /**
     * Returns the costs that a load of this session belongs to. Null if a load over JDBC would cost more than its own
     * time: it would take a connection for the rest of a transaction, or begin the transaction on the server.
     */
    @Nullable
    RouteCosts costs(PlannedStatement statement, SharedSessionContractImplementor session, SessionContract contract) {
        if (!adaptive) {
            return null;
        }
        LogicalConnectionImplementor logical = session.getJdbcCoordinator().getLogicalConnection();
        if (!logical.isPhysicallyConnected()) {
            return idleConnections == null || contract.isInside(session) ? null : statement.costs(false);
        }
        return logical.getPhysicalConnection() instanceof TrackedConnection connection
                        && isAsLast(connection.transactionLog(), session)
                ? statement.costs(true)
                : null;
    }

    /** Returns whether a statement changes nothing for those after it: none is in a transaction, or one has begun. */
    private static boolean isAsLast(TransactionLog log, SharedSessionContractImplementor session) {
        try {
            return log.autoCommit() ? !session.isTransactionInProgress() : log.state() == TransactionLog.State.READ;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Takes a connection for a load over JDBC; returns whether the pool had one free. */
    boolean connect(SharedSessionContractImplementor session) {
        LogicalConnectionImplementor logical = session.getJdbcCoordinator().getLogicalConnection();
        if (!logical.isPhysicallyConnected() && (idleConnections == null || idleConnections.getAsInt() <= 0)) {
            return false;
        }
        try {
            logical.getPhysicalConnection();
            return true;
        } catch (HibernateException e) {
            return false;
        }
    }

    /** Gives back the connection that a load outside a transaction has taken, as if HandlerSocket had answered. */
    static void release(SharedSessionContractImplementor session) {
        LogicalConnectionImplementor logical = session.getJdbcCoordinator().getLogicalConnection();
        if (!session.isTransactionInProgress() && logical.isPhysicallyConnected()) {
            logical.manualDisconnect();
        }
    }

    void took(RouteCosts costs, String role, boolean overJdbc, long nanos, long now) {
        if (costs.record(overJdbc, nanos)) {
            changed(costs, role, now);
        }
        if (overJdbc) {
            compared.putIfAbsent(costs, role);
        }
        if (hasChanges) {
            writeIfDue(now);
        }
    }

    private synchronized void changed(RouteCosts costs, String role, long now) {
        if (changes.isEmpty()) {
            long due = now + FIRST_LINE_NANOS;
            lineNanos = hasWritten && lineNanos - due > 0 ? lineNanos : due;
        }
        if (changes.size() < MAX_CHANGES || changes.containsKey(role)) {
            changes.put(role, times(costs, role));
        }
        hasChanges = true;
    }

    private synchronized void writeIfDue(long now) {
        if (!changes.isEmpty() && now - lineNanos >= 0) {
            LOG.info("Loads now take the route that costs less time: {}", changes.values());
            changes.clear();
            hasChanges = false;
            hasWritten = true;
            lineNanos = now + LINE_NANOS;
        }
    }

    public List<LoadTimes> times() {
        List<LoadTimes> times = new ArrayList<>();
        synchronized (compared) {
            compared.forEach((costs, role) -> times.add(times(costs, role)));
        }
        return times;
    }

    private static LoadTimes times(RouteCosts costs, String role) {
        return new LoadTimes(
                role,
                costs.isConnected(),
                costs.isJdbcCheaper() ? Route.JDBC : Route.HANDLERSOCKET,
                Duration.ofNanos(costs.handlerSocketNanos()),
                Duration.ofNanos(costs.jdbcNanos()));
    }
}
