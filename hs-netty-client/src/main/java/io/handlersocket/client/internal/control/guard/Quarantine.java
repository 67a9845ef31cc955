// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.Backoff;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables that the client does not open for a while, because a session waited for a lock on them: about 5 s at
 * first, doubling to 60 s if that happens again soon. Control thread only, except {@link #until()}.
 */
public final class Quarantine {

    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);
    private static final long FIRST_MILLIS = 5_000;
    private static final long CAP_MILLIS = 60_000;

    /** After this time without a wait, a table starts with 5 s again. */
    private static final long FORGET_NANOS = TimeUnit.MINUTES.toNanos(2);

    private static final class Entry {
        final Backoff backoff = new Backoff(FIRST_MILLIS, CAP_MILLIS);
        long untilNanos;
        Instant until = Instant.MIN;
        boolean quarantined;
        boolean calm;
    }

    private final InstantSource wallClock;
    private final Map<TableName, Entry> entries = new HashMap<>();
    private volatile Map<TableName, Instant> until = Map.of();

    public Quarantine(InstantSource wallClock) {
        this.wallClock = wallClock;
    }

    /** Quarantines a table; returns for how many seconds. */
    public long add(TableName table, long nowNanos) {
        Entry entry = entries.computeIfAbsent(table, t -> new Entry());
        entry.quarantined = true;
        entry.calm = false;
        long millis = FIRST_MILLIS / 2 + entry.backoff.nextMillis();
        entry.untilNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(millis);
        entry.until = wallClock.instant().plusMillis(millis);
        publish();
        return TimeUnit.MILLISECONDS.toSeconds(millis + 500);
    }

    public boolean contains(TableName table) {
        Entry entry = entries.get(table);
        return entry != null && entry.quarantined;
    }

    /** Whether the wait for a quarantined table has ended: a session that waits now may wait for this client. */
    boolean isCalm(TableName table) {
        Entry entry = entries.get(table);
        return entry != null && entry.calm;
    }

    /** Sets whether a session waits for a table; no effect on one that is not quarantined. */
    void setCalm(TableName table, boolean calm) {
        Entry entry = entries.get(table);
        if (entry != null) {
            entry.calm = calm;
        }
    }

    /** Releases the tables whose quarantine has ended; returns whether there were any. */
    public boolean release(long nowNanos) {
        boolean released = false;
        for (Map.Entry<TableName, Entry> each : entries.entrySet()) {
            Entry entry = each.getValue();
            if (entry.quarantined && nowNanos - entry.untilNanos >= 0) {
                entry.quarantined = false;
                LOG.info("{} may be read over HandlerSocket again", each.getKey());
                released = true;
            }
        }
        entries.values().removeIf(entry -> !entry.quarantined && nowNanos - entry.untilNanos > FORGET_NANOS);
        if (released) {
            publish();
        }
        return released;
    }

    public Map<TableName, Instant> until() {
        return until;
    }

    private void publish() {
        Map<TableName, Instant> ends = new TreeMap<>();
        entries.forEach((table, entry) -> {
            if (entry.quarantined) {
                ends.put(table, entry.until);
            }
        });
        until = Collections.unmodifiableMap(ends);
    }
}
