// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.Backoff;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tables that stay closed for a while because somebody waited for a lock on them: 5 s at first, doubling to 60 s if it
 * happens again soon. Control thread only, but for {@link #names()}.
 */
public final class Quarantine {

    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);
    private static final long FIRST_MILLIS = 5_000;
    private static final long CAP_MILLIS = 60_000;

    /** A table that stayed clean this long starts from the beginning again. */
    private static final long FORGET_NANOS = TimeUnit.MINUTES.toNanos(2);

    private static final class Entry {
        final Backoff backoff = new Backoff(FIRST_MILLIS, CAP_MILLIS);
        long untilNanos;
        boolean held;
    }

    private final Map<TableName, Entry> entries = new HashMap<>();
    private volatile List<TableName> names = List.of();

    /** Holds a table; says for how many seconds. */
    public long add(TableName table, long nowNanos) {
        Entry entry = entries.computeIfAbsent(table, t -> new Entry());
        entry.held = true;
        long millis = FIRST_MILLIS / 2 + entry.backoff.nextMillis();
        entry.untilNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(millis);
        publish();
        return TimeUnit.MILLISECONDS.toSeconds(millis + 500);
    }

    public boolean contains(TableName table) {
        Entry entry = entries.get(table);
        return entry != null && entry.held;
    }

    /** Lets go of the tables whose time is over; true if there were any. */
    public boolean release(long nowNanos) {
        boolean released = false;
        for (Map.Entry<TableName, Entry> each : entries.entrySet()) {
            Entry entry = each.getValue();
            if (entry.held && nowNanos - entry.untilNanos >= 0) {
                entry.held = false;
                LOG.info("{} may be read over HandlerSocket again", each.getKey());
                released = true;
            }
        }
        entries.values().removeIf(entry -> !entry.held && nowNanos - entry.untilNanos > FORGET_NANOS);
        if (released) {
            publish();
        }
        return released;
    }

    /** The tables held now. Any thread. */
    public List<TableName> names() {
        return names;
    }

    private void publish() {
        names = entries.entrySet().stream()
                .filter(e -> e.getValue().held)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
