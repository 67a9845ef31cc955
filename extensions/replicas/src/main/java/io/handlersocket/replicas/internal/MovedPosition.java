// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.internal.replication.Probe;
import io.handlersocket.replicas.internal.replication.ReplicationStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether {@code SET GLOBAL gtid_slave_pos} moved a replica over transactions that it has not applied. Used by one
 * thread.
 *
 * <p>Between two looks at a stopped SQL thread, with an equal number of executed entries, the replica has applied
 * nothing. A position that rises meanwhile was set. It is right only if the server has the transaction in its own
 * binary log, as an old primary has that becomes a replica again. A replica that has not applied anything since its
 * start is not judged: it is being set up.
 */
final class MovedPosition {

    private String identity = "";
    private long statusNanos;
    private long executed = -1;

    /** The first position of this rest; null before the first probe. */
    private @Nullable GtidPosition atRest;

    private String found = "";

    /** Returns why the replica lacks transactions; empty if that is not known. It lasts until the server restarts. */
    Optional<String> of(Probe probe, ReplicationStatus status) {
        if (!probe.identity().equals(identity)) {
            identity = probe.identity();
            executed = -1;
            atRest = null;
            found = "";
        } else if (status.askedNanos() == statusNanos) {
            if (executed > 0 && atRest == null) { // asked after the status; the next one says whether it counts
                atRest = probe.applied();
            }
            return reason();
        }
        statusNanos = status.askedNanos();
        long now = status.sources().size() == 1 ? status.sources().get(0).executedAtRest() : -1;
        if (now != executed) {
            executed = now;
            atRest = null; // this probe was asked before the status
        } else if (executed > 0) {
            GtidPosition before = atRest;
            atRest = before == null ? probe.applied() : before.max(probe.applied());
            if (before != null && found.isEmpty()) {
                found = skipped(before, probe);
            }
        }
        return reason();
    }

    private Optional<String> reason() {
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    private static String skipped(GtidPosition before, Probe probe) {
        for (GtidPosition.Gtid gtid : probe.applied().domains().values()) {
            GtidPosition.Gtid earlier = before.domains().get(gtid.domain());
            boolean rose = earlier != null && Long.compareUnsigned(gtid.sequence(), earlier.sequence()) > 0;
            if (rose && !probe.hasLogged(gtid)) {
                return "its position was set from " + earlier + " to " + gtid + " while it applied nothing";
            }
        }
        return "";
    }
}
