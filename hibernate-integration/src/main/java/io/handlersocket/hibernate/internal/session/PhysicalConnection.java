// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.internal.gate.SqlKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of one physical connection. It does not hold the connection, which the pool closes without telling. Used by
 * one thread at a time, read by all.
 */
final class PhysicalConnection {

    static final String SILENT = "a connection does not say what its session is";

    private static final Logger LOG = LoggerFactory.getLogger(PhysicalConnection.class);

    // Others may use a pooled connection between two uses that are watched. Settings are cheap to ask.
    private static final long SETTINGS_STALE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long ALL_STALE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ShadowedTables shadows;
    private volatile @Nullable SessionFacts facts;
    private volatile @Nullable String taint;
    private volatile boolean leftOpen;
    private volatile SqlKind unproven = SqlKind.ANYTHING;
    private volatile long provenNanos;
    private volatile long allProvenNanos;

    PhysicalConnection(ShadowedTables shadows) {
        this.shadows = shadows;
    }

    @Nullable
    SessionFacts facts() {
        return facts;
    }

    /** Something ran on it that may have changed its session. */
    void ran(SqlKind kind) {
        if (kind.compareTo(unproven) > 0) {
            unproven = kind;
        }
    }

    /** Makes the next {@link #prove} ask, if the last proof is of some time ago. */
    void mayBeStale(long now) {
        if (now - allProvenNanos >= ALL_STALE_NANOS) {
            unproven = SqlKind.ANYTHING;
        } else if (now - provenNanos >= SETTINGS_STALE_NANOS) {
            ran(SqlKind.WRITE);
        }
    }

    boolean isUnproven() {
        return unproven != SqlKind.READ;
    }

    /** Asks the server again; true if something has changed since it was last asked. */
    boolean prove(Connection physical, long now) {
        SqlKind asked = unproven;
        unproven = SqlKind.READ;
        SessionFacts before = facts;
        String taintBefore = taint;
        try {
            if (asked == SqlKind.ANYTHING || before == null) {
                facts = all(physical);
                allProvenNanos = now;
                if (ShadowedTables.UNKNOWN.equals(taint)) {
                    unproven = SqlKind.ANYTHING; // the mapped tables may be known the next time
                }
            } else {
                facts = before.with(SessionFacts.Settings.ask(physical));
            }
            provenNanos = now;
        } catch (SQLException | RuntimeException e) {
            LOG.debug(SILENT, e);
            facts = null;
            unproven = SqlKind.ANYTHING;
        }
        return !Objects.equals(before, facts) || !Objects.equals(taintBefore, taint);
    }

    /** Whether a transaction that was not ended goes back to the pool, with changes that only this connection sees. */
    boolean givenBack() {
        SessionFacts known = facts;
        leftOpen = known != null && known.settings().inTransaction();
        if (leftOpen) {
            ran(SqlKind.WRITE); // the pool may end it
        }
        return leftOpen;
    }

    /** A use begins: what is open now is that use's own. */
    void begins() {
        leftOpen = false;
    }

    /** The isolation was set to this, as {@link Connection} counts it. */
    void isolation(int level) {
        SessionFacts known = facts;
        if (known != null) {
            facts = known.with(known.settings().withIsolation(level));
        }
    }

    private SessionFacts all(Connection physical) throws SQLException {
        SessionFacts now = SessionFacts.ask(physical);
        // Also while no counter moves: a temporary table can be renamed.
        taint = now.counters().equals(SessionFacts.NO_COUNTERS) ? null : shadows.refusal(physical, now.hasLocked());
        return now;
    }

    /** Why no load may be answered in its place; null if it may. */
    @Nullable
    String refusal(ServerFacts server) {
        SessionFacts known = facts;
        if (known == null) {
            return SILENT;
        }
        String reason = known.refusal(server);
        if (reason == null && leftOpen) {
            reason = "a connection was given back inside a transaction";
        }
        return reason == null ? taint : reason;
    }
}
