// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.internal.gate.Isolation;
import io.handlersocket.hibernate.internal.gate.SqlKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The facts about the session of one physical connection. It keeps no reference to the connection, because the pool
 * closes connections without notice. One thread at a time uses it; all threads may read it.
 */
final class PhysicalConnection {

    static final String LEFT_OPEN = "a connection was returned to the pool inside a transaction";

    static final String SILENT = "the session state of a connection cannot be read";

    private static final Logger LOG = LoggerFactory.getLogger(PhysicalConnection.class);

    // Other code may use a pooled connection between two watched uses. Asking for the settings is cheap.
    private static final long SETTINGS_STALE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long ALL_STALE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * The session while the connection was in the pool. Only this state predicts the pool's other connections.
     *
     * @param refusal why the session is unfit; null if only the facts decide
     * @param isolation the strictest isolation that the session may have
     */
    record Free(@Nullable SessionFacts facts, @Nullable String refusal, Isolation isolation) {

        @Nullable
        String refusal(ServerFacts server) {
            return refusalOf(facts, refusal, server);
        }

        @Nullable
        String refusal(ServerFacts server, Connection physical) {
            return facts != null && facts.isOutdated(physical) ? SILENT : refusal(server);
        }

        @SuppressWarnings("ReferenceEquality") // facts are long to compare, and replaced only if they change
        boolean is(@Nullable SessionFacts known, @Nullable String reason, Isolation level) {
            return facts == known && Objects.equals(refusal, reason) && isolation.equals(level);
        }
    }

    private static final Free UNTRUSTED = new Free(null, null, Isolation.STRICTEST);

    private final ShadowedTables shadows;
    private final ServerVariables variables;
    private volatile @Nullable SessionFacts facts;
    private volatile @Nullable String taint;
    private volatile @Nullable Free free;
    private volatile SqlKind unproven = SqlKind.ANYTHING;
    private volatile boolean touched;
    private volatile boolean assumed;
    private volatile boolean readOnlyInVain;
    private volatile boolean foundOpen;
    private final AtomicInteger distrusts = new AtomicInteger();
    private volatile int provenDistrusts;
    private volatile long provenNanos;
    private volatile long allProvenNanos;

    PhysicalConnection(ShadowedTables shadows, ServerVariables variables) {
        this.shadows = shadows;
        this.variables = variables;
    }

    @Nullable
    SessionFacts facts() {
        return facts;
    }

    /** Returns the state in the pool; null until the first use has begun. */
    @Nullable
    Free free() {
        return free;
    }

    /** Records a statement that may have changed the session. */
    void ran(SqlKind kind) {
        if (kind == SqlKind.ASSUMED_READ || kind == SqlKind.PLAIN_WRITE) {
            assumed = true;
            return;
        }
        touched |= kind != SqlKind.READ;
        if (kind.compareTo(unproven) > 0) {
            unproven = kind;
        }
    }

    /**
     * Records that a table is not of the kind that was assumed. If a statement that relied on this has run here since
     * the last proof, the connection needs a new proof.
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

    private void publish(@Nullable SessionFacts known, @Nullable String refusal, Isolation isolation) {
        Free before = free;
        if (before == null || !before.is(known, refusal, isolation)) {
            free = new Free(known, refusal, isolation);
        }
        trustNoLonger();
    }

    /**
     * Starts a use.
     *
     * @param isolationSet whether the use has set the isolation, so that it is not the pool's
     * @param wantedNanos when a load without connection last needed the proofs of the pool; null if none ever did. The
     *     age of the last proof matters only to such loads: a load with this connection asks for a new one
     */
    void begins(Connection physical, long now, boolean isolationSet, @Nullable Long wantedNanos) {
        if (wantedNanos != null && wantedNanos - provenNanos >= 0) {
            prove(physical, now);
        } else {
            askAgain(physical, now);
        }
        foundOpen = isInTransaction();
        Free before = free;
        Isolation known = before == null ? Isolation.STRICTEST : before.isolation();
        publish(facts, refusal(), isolationSet ? known.strictest(isolation()) : isolation());
    }

    /**
     * Ends a use. The pool may then undo what the use has set, and end its transaction.
     *
     * @param onlyRead whether a transaction of this use that is still open has only read: it has changed nothing, and
     *     so its end changes nothing
     */
    void ends(Connection physical, long now, boolean isolationSet, boolean onlyRead) {
        boolean unchanged = onlyRead && !foundOpen;
        if (!unchanged && isInTransaction()) {
            ran(SqlKind.WRITE); // the facts are from inside a transaction, which may have ended
        }
        askAgain(physical, now);
        SessionFacts known = facts;
        if (unchanged && known != null) {
            facts = known.with(known.settings().outsideTransaction());
        }
        boolean leftOpen = isInTransaction();
        Free before = free;
        Isolation current = isolation();
        Isolation strictest = before == null ? current : before.isolation().strictest(current);
        if (leftOpen || isolationSet || !strictest.equals(current)) {
            ran(SqlKind.WRITE); // the pool may reset it, or end the transaction, unobserved
        }
        foundOpen = leftOpen;
        publish(facts, refusal(), strictest);
    }

    /** Ends a use without a proof. A session that the use may have changed is unfit until it is proven again. */
    void endsUnproven(boolean isolationSet) {
        if (isolationSet) {
            ran(SqlKind.WRITE);
        }
        if (touched) {
            free = UNTRUSTED;
        }
    }

    private @Nullable String refusal() {
        String known = taint;
        return known == null && foundOpen ? LEFT_OPEN : known;
    }

    private boolean isInTransaction() {
        SessionFacts known = facts;
        return known != null && known.settings().inTransaction();
    }

    private Isolation isolation() {
        SessionFacts known = facts;
        return known == null ? Isolation.STRICTEST : known.settings().isolation();
    }

    /**
     * Returns whether the server refuses every write of the next transaction. Asks the server, unless the driver is
     * known not to pass {@link Connection#setReadOnly} on.
     *
     * @param wanted whether the session has called that method
     */
    boolean isReadOnly(Connection physical, long now, boolean wanted) {
        SessionFacts before = facts;
        if (before == null || !(before.settings().readOnly() || (wanted && !readOnlyInVain))) {
            return false;
        }
        ran(SqlKind.WRITE); // pools and drivers set and reset it unobserved
        askAgain(physical, now);
        SessionFacts known = facts;
        boolean readOnly = known != null && known.settings().readOnly();
        readOnlyInVain = known != null && wanted && !readOnly;
        return readOnly && !isInTransaction(); // a transaction that has begun may differ
    }

    void writable() {
        SessionFacts known = facts;
        if (known != null) {
            facts = known.with(known.settings().writable());
        }
    }

    /**
     * Asks the server again if a statement may have changed the session, or if the last proof is too old.
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
        SessionFacts before = facts;
        boolean anew = (assumed && known != provenDistrusts) || (before != null && before.isOutdated(physical));
        SqlKind asked = anew ? SqlKind.ANYTHING : unproven;
        if (asked == SqlKind.READ) {
            return;
        }
        unproven = SqlKind.READ;
        touched = false;
        try {
            if (asked == SqlKind.ANYTHING || before == null) {
                assumed = false;
                facts = all(physical);
                allProvenNanos = now;
                provenDistrusts = known;
                if (ShadowedTables.UNKNOWN.equals(taint)) {
                    unproven = SqlKind.ANYTHING; // next time, the mapped tables may be known
                }
            } else {
                facts = variables.again(physical, before);
            }
            provenNanos = now;
        } catch (SQLException | RuntimeException e) {
            LOG.debug(SILENT, e);
            facts = null;
            unproven = SqlKind.ANYTHING;
        }
    }

    void isolation(int level) {
        SessionFacts known = facts;
        if (known != null) {
            facts = known.with(known.settings().withLevel(level));
        }
    }

    private SessionFacts all(Connection physical) throws SQLException {
        SessionFacts now = variables.ask(physical);
        // Even if no counter has changed: a temporary table can be renamed.
        taint = now.counters().equals(SessionFacts.NO_COUNTERS) ? null : shadows.refusal(physical, now.hasLocked());
        if (now.hasLocked() && !now.settings().inTransaction()) {
            physical.rollback(); // looking for locks reads a table, which begins a transaction without auto-commit
        }
        return now;
    }

    @Nullable
    String refusal(ServerFacts server) {
        return refusalOf(facts, refusal(), server);
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
