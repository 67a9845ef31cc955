// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.internal.gate.Isolation;
import io.handlersocket.hibernate.internal.gate.SqlKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of one physical connection. It does not hold the connection, which the pool closes without telling.
 * Used by one thread at a time, read by all.
 */
final class PhysicalConnection {

    static final String SILENT = "a connection does not say what its session is";

    private static final Logger LOG = LoggerFactory.getLogger(PhysicalConnection.class);

    // Others may use a pooled connection between two uses that are watched. Settings are cheap to ask.
    private static final long SETTINGS_STALE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long ALL_STALE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * The session while the connection was in the pool; only this says something of the pool's other connections.
     *
     * @param refusal why its session is not fit; null if nothing but the facts decides
     * @param isolation the strictest that the session may have
     */
    record Free(@Nullable SessionFacts facts, @Nullable String refusal, Isolation isolation) {

        @Nullable
        String refusal(ServerFacts server) {
            return refusalOf(facts, refusal, server);
        }
    }

    private static final Free UNTRUSTED = new Free(null, null, Isolation.STRICTEST);

    private final ShadowedTables shadows;
    private final SnapshotVariable snapshotVariable;
    private volatile @Nullable SessionFacts facts;
    private volatile @Nullable String taint;
    private volatile @Nullable Free free;
    private volatile SqlKind unproven = SqlKind.ANYTHING;
    private volatile boolean assumed;
    private volatile boolean readOnlyInVain;
    private final AtomicInteger distrusts = new AtomicInteger();
    private volatile int provenDistrusts;
    private volatile long provenNanos;
    private volatile long allProvenNanos;

    PhysicalConnection(ShadowedTables shadows, SnapshotVariable snapshotVariable) {
        this.shadows = shadows;
        this.snapshotVariable = snapshotVariable;
    }

    @Nullable
    SessionFacts facts() {
        return facts;
    }

    /** Null until the first use has begun. */
    @Nullable
    Free free() {
        return free;
    }

    /** Something ran on it that may have changed its session. */
    void ran(SqlKind kind) {
        if (kind == SqlKind.ASSUMED_READ) {
            assumed = true;
        } else if (kind.compareTo(unproven) > 0) {
            unproven = kind;
        }
    }

    /**
     * Of what was assumed, something was wrong. If any of it ran here since the last proof, only another proof counts.
     */
    void distrust() {
        distrusts.incrementAndGet();
        trustNoLonger();
    }

    private void trustNoLonger() {
        if (assumed && distrusts.get() != provenDistrusts) {
            free = UNTRUSTED;
        }
    }

    private void publish(Free now) {
        free = now;
        trustNoLonger();
    }

    /** A use begins; {@code isolationSet} says that the isolation is that use's own, not the pool's. */
    void begins(Connection physical, long now, boolean isolationSet) {
        prove(physical, now);
        Free before = free;
        Isolation known = before == null ? Isolation.STRICTEST : before.isolation();
        publish(new Free(facts, taint, isolationSet ? known.strictest(isolation()) : isolation()));
    }

    /** A use ends, and the pool may undo what it has set. */
    void ends(Connection physical, long now, boolean isolationSet) {
        if (isInTransaction()) {
            ran(SqlKind.WRITE); // seen in the middle of a transaction, which may have ended
        }
        askAgain(physical, now);
        boolean leftOpen = isInTransaction();
        Free before = free;
        Isolation current = isolation();
        Isolation strictest = before == null ? current : before.isolation().strictest(current);
        if (leftOpen || isolationSet || !strictest.equals(current)) {
            ran(SqlKind.WRITE); // the pool may set it back, or end the transaction, unseen
        }
        publish(new Free(
                facts,
                leftOpen && taint == null ? "a connection was given back inside a transaction" : taint,
                strictest));
    }

    private boolean isInTransaction() {
        SessionFacts known = facts;
        return known != null && known.settings().inTransaction();
    }

    private Isolation isolation() {
        SessionFacts known = facts;
        return known == null
                ? Isolation.STRICTEST
                : new Isolation(known.settings().isolation(), known.settings().snapshotIsolation());
    }

    /**
     * Whether the server itself refuses every write of the transaction that begins next. The server is asked, unless
     * the driver is known not to tell it of {@link Connection#setReadOnly}.
     *
     * @param wanted whether the session has called that
     */
    boolean isReadOnly(Connection physical, long now, boolean wanted) {
        SessionFacts before = facts;
        if (before == null || !(before.settings().readOnly() || (wanted && !readOnlyInVain))) {
            return false;
        }
        ran(SqlKind.WRITE); // pools and drivers set and reset it unseen
        askAgain(physical, now);
        SessionFacts known = facts;
        boolean readOnly = known != null && known.settings().readOnly();
        readOnlyInVain = known != null && wanted && !readOnly;
        return readOnly && !isInTransaction(); // one that has begun may be another
    }

    /** The session was set to read and write, by way of JDBC. */
    void writable() {
        SessionFacts known = facts;
        if (known != null) {
            facts = known.with(known.settings().writable());
        }
    }

    /**
     * Asks the server again, if something ran that may have changed the session, or the last proof is of some time ago.
     */
    void prove(Connection physical, long now) {
        if (now - allProvenNanos >= ALL_STALE_NANOS) {
            unproven = SqlKind.ANYTHING;
        } else if (now - provenNanos >= SETTINGS_STALE_NANOS) {
            ran(SqlKind.WRITE);
        }
        askAgain(physical, now);
    }

    private void askAgain(Connection physical, long now) {
        int known = distrusts.get();
        SqlKind asked = assumed && known != provenDistrusts ? SqlKind.ANYTHING : unproven;
        if (asked == SqlKind.READ) {
            return;
        }
        unproven = SqlKind.READ;
        SessionFacts before = facts;
        try {
            if (asked == SqlKind.ANYTHING || before == null) {
                assumed = false;
                facts = all(physical);
                allProvenNanos = now;
                provenDistrusts = known;
                if (ShadowedTables.UNKNOWN.equals(taint)) {
                    unproven = SqlKind.ANYTHING; // the mapped tables may be known the next time
                }
            } else {
                facts = before.again(physical);
            }
            provenNanos = now;
        } catch (SQLException | RuntimeException e) {
            LOG.debug(SILENT, e);
            facts = null;
            unproven = SqlKind.ANYTHING;
        }
    }

    /** The isolation was set to this, as {@link Connection} counts it. */
    void isolation(int level) {
        SessionFacts known = facts;
        if (known != null) {
            facts = known.with(known.settings().withIsolation(level));
        }
    }

    private SessionFacts all(Connection physical) throws SQLException {
        SessionFacts now = snapshotVariable.ask(physical);
        // Also while no counter moves: a temporary table can be renamed.
        taint = now.counters().equals(SessionFacts.NO_COUNTERS) ? null : shadows.refusal(physical, now.hasLocked());
        return now;
    }

    /** Why no load of the session that uses it may be answered in its place; null if it may. */
    @Nullable
    String refusal(ServerFacts server) {
        return refusalOf(facts, taint, server);
    }

    private static @Nullable String refusalOf(
            @Nullable SessionFacts facts, @Nullable String other, ServerFacts server) {
        if (facts == null) {
            return SILENT;
        }
        String reason = facts.refusal(server);
        return reason == null ? other : reason;
    }
}
