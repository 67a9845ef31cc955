// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.internal.control.Backoff;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.lookup.IndexState;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Decides which indexes to open now: those for which a hold had no time, all after an opening that did not finish or at
 * the end of a quarantine, and refused ones that lookups need. A privilege may have been granted, or a table created
 * again: they are tried after 5 s at most, doubling to a minute. Control thread only.
 */
public final class DueIndexes {

    private final IndexRegistry registry;
    private final Quarantine quarantine;
    private final Set<IndexState> postponed = new LinkedHashSet<>();
    private final Backoff backoff = new Backoff(5_000, 60_000);
    private boolean unfinished;
    private boolean waiting;
    private long nextNanos;

    DueIndexes(IndexRegistry registry, Quarantine quarantine) {
        this.registry = registry;
        this.quarantine = quarantine;
    }

    void postpone(Collection<IndexState> indexes) {
        postponed.addAll(indexes);
    }

    void opening(Collection<IndexState> indexes) {
        postponed.removeAll(indexes);
    }

    /** A connection ended during an opening, so that some indexes are still to be opened. */
    void unfinished() {
        unfinished = true;
    }

    void clear() {
        postponed.clear();
    }

    /** Returns whether a hold had no time for some indexes: the caller continues as soon as the guard allows. */
    public boolean isAnyPostponed() {
        return !postponed.isEmpty();
    }

    /** Returns the indexes that are to be open: they have an id, and are not open, quarantined, or refused for now. */
    public List<IndexState> wanted() {
        return registry.withId().stream()
                .filter(index -> index.isWanted() && !quarantine.contains(index.table()))
                .toList();
    }

    public List<IndexState> now(long nowNanos) {
        boolean released = quarantine.release(nowNanos);
        boolean retried = isRetryDue(nowNanos);
        boolean all = unfinished || released || retried;
        unfinished = false;
        List<IndexState> wanted = wanted();
        postponed.retainAll(wanted);
        return all ? wanted : List.copyOf(postponed);
    }

    /** Whether to try refused indexes again; starts the wait if one is refused for the first time. */
    boolean isRetryDue(long nowNanos) {
        List<IndexState> refused =
                registry.withId().stream().filter(IndexState::isRefused).toList();
        if (refused.isEmpty()) {
            waiting = false;
            backoff.reset();
            return false;
        }
        if (refused.stream().noneMatch(IndexState::isWanted)) {
            return false;
        }
        boolean due = waiting && nowNanos - nextNanos >= 0;
        if (due || !waiting) {
            waiting = true;
            nextNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(backoff.nextMillis());
        }
        return due;
    }
}
