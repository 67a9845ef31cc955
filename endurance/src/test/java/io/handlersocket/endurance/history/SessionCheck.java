// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Judges the reads of one session, one after the other. */
final class SessionCheck {

    private final Map<Long, Versions> keys;
    private final long[] seen; // by slot: the newest version this session has seen

    SessionCheck(Map<Long, Versions> keys) {
        this.keys = keys;
        this.seen = new long[keys.size()];
    }

    /** What is wrong with this read; null if nothing is. */
    @Nullable
    Anomaly judge(Read read) {
        Versions versions = keys.get(read.key());
        if (!read.isAbsent() && read.found() != read.key()) {
            return Anomaly.MIXED_UP;
        }
        if (!read.isAbsent() && read.mark() != Mark.of(read.found(), read.version())) {
            return Anomaly.TORN;
        }
        if (versions == null) {
            return read.isAbsent() ? null : Anomaly.INVENTED;
        }
        return read.isAbsent() ? absent(read, versions) : row(read, versions);
    }

    private @Nullable Anomaly row(Read read, Versions versions) {
        long version = read.version();
        if (!versions.isRow(version)) {
            return Anomaly.INVENTED;
        }
        if (versions.isRolledBack(version)) {
            return Anomaly.ROLLED_BACK;
        }
        if (versions.begin(version) > read.end()) {
            return Anomaly.UNCOMMITTED;
        }
        if (version < versions.committedBefore(read.begin())) {
            return Anomaly.STALE;
        }
        return sees(read, versions, version);
    }

    /** The answer does not say which deletion it shows: the oldest possible one leaves most room for later reads. */
    private @Nullable Anomaly absent(Read read, Versions versions) {
        long from = versions.committedBefore(read.begin());
        if (versions.absence(from, read.end()) < 0) {
            return Anomaly.MISSING;
        }
        long notBackwards = read.isolation() == Isolation.READ_COMMITTED ? Math.max(from, seen[versions.slot()]) : from;
        long state = versions.absence(notBackwards, read.end());
        return state < 0 ? Anomaly.BACKWARDS : sees(read, versions, state);
    }

    private @Nullable Anomaly sees(Read read, Versions versions, long version) {
        if (read.isolation() != Isolation.READ_COMMITTED) {
            return null; // a snapshot may be older than what the session saw before it
        }
        if (version < seen[versions.slot()]) {
            return Anomaly.BACKWARDS;
        }
        if (!versions.mayBeUndone(version, read.begin())) {
            seen[versions.slot()] = version;
        }
        return null;
    }
}
