// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.client.catalog.ServerFacts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which server the application's connections reach. Each physical connection is asked once, by a SELECT without tables, if
 * the pool shows it (most do); of other pools the first connection is. Those of another server than the client's are asked
 * again, because both may move to a new primary, one after the other.
 */
final class PoolServer {

    private static final Logger LOG = LoggerFactory.getLogger(PoolServer.class);
    private static final String UNKNOWN = "";
    private static final int MAX_WRAPPERS = 8;
    private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

    private record Asked(String identity, long atNanos) {}

    // Weak: the pool closes connections without telling. Guarded by this.
    private final Map<Object, Asked> connections = new WeakHashMap<>();
    private final LongSupplier nanoTime;
    private long comparedNanos;
    private volatile String common = UNKNOWN;
    private volatile @Nullable String wanted;

    PoolServer(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.comparedNanos = nanoTime.getAsLong() - AGAIN_NANOS;
    }

    /** Looks at a connection that was just given out. */
    void seen(Connection connection) {
        Object key = physical(connection);
        long now = nanoTime.getAsLong();
        synchronized (this) {
            Asked asked = connections.get(key);
            if (asked != null
                    && (wanted == null || asked.identity().equals(wanted) || now - asked.atNanos() < AGAIN_NANOS)) {
                return;
            }
        }
        String identity = ask(connection);
        synchronized (this) {
            connections.put(key, new Asked(identity, now));
            compare();
        }
    }

    /** Whether all connections reach the server of this identity. */
    boolean is(String identity) {
        if (identity.equals(common)) {
            return true;
        }
        wanted = identity;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            if (now - comparedNanos >= AGAIN_NANOS) {
                comparedNanos = now;
                compare();
            }
        }
        return identity.equals(common);
    }

    private void compare() {
        String first = null;
        boolean same = true;
        for (Iterator<Map.Entry<Object, Asked>> i = connections.entrySet().iterator(); i.hasNext(); ) {
            Map.Entry<Object, Asked> entry = i.next();
            if (isClosed(entry.getKey())) {
                i.remove();
                continue;
            }
            String identity = entry.getValue().identity();
            same &= first == null || first.equals(identity);
            first = identity;
        }
        common = same && first != null ? first : UNKNOWN;
    }

    private static boolean isClosed(Object key) {
        try {
            return key instanceof Connection connection && connection.isClosed();
        } catch (SQLException | RuntimeException e) {
            return true;
        }
    }

    /** The driver's own connection below all wrappers, or this if they hide it. */
    private Object physical(Connection connection) {
        Connection physical = connection;
        try {
            for (int i = 0; i < MAX_WRAPPERS; i++) {
                Connection next = physical.unwrap(Connection.class);
                if (next == null || next == physical) {
                    break;
                }
                physical = next;
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a connection does not show what it wraps", e);
            return this;
        }
        return physical == connection ? this : physical;
    }

    private static String ask(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + ServerFacts.IDENTITY_SQL)) {
            String identity = rows.next() ? rows.getString(1) : null;
            return identity == null ? UNKNOWN : identity;
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a connection does not say which server it reaches", e);
            return UNKNOWN;
        }
    }
}
