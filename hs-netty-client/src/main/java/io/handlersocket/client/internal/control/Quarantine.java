// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.catalog.TableName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Tables that stay closed for a while because somebody waited for a lock on them: 5 s at first, doubling to 60 s if it
 * happens again soon. Control thread only, but for {@link #names()}.
 */
public final class Quarantine {

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

    void add(TableName table, long nowNanos) {
        Entry entry = entries.computeIfAbsent(table, t -> new Entry());
        entry.held = true;
        entry.untilNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(FIRST_MILLIS / 2 + entry.backoff.nextMillis());
        publish();
    }

    boolean contains(TableName table) {
        Entry entry = entries.get(table);
        return entry != null && entry.held;
    }

    /** Lets go of the tables whose time is over; true if there were any. */
    boolean release(long nowNanos) {
        boolean released = false;
        for (Entry entry : entries.values()) {
            if (entry.held && nowNanos - entry.untilNanos >= 0) {
                entry.held = false;
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
