// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.catalog.TableName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Since when the client leaves tables to JDBC because a session waited for a lock on them, and how long it may last. */
@Component
class LockedTables implements ClientListener {

    private static final Duration LEAST = Duration.ofMillis(2500);
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration FORGOTTEN = Duration.ofMinutes(2);

    private final Map<TableName, Since> tables = new ConcurrentHashMap<>();
    private final LongSupplier clock;

    @Autowired
    LockedTables() {
        this(System::nanoTime);
    }

    LockedTables(LongSupplier clock) {
        this.clock = clock;
    }

    private record Since(long nanos, int times) {

        /** The client waits a random time up to this, which doubles if the table is locked again soon. */
        Duration most() {
            Duration doubled = FIRST.multipliedBy(1L << Math.min(times - 1, 10));
            return LEAST.plus(doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST);
        }
    }

    /**
     * A table that is read over JDBC for a while.
     *
     * @param seconds for how long it has been
     * @param left for how many seconds it may still be, if no session waits for the table again
     */
    record Locked(String table, long seconds, long left) {}

    @Override
    public void quarantined(TableName table) {
        long now = clock.getAsLong();
        tables.merge(table, new Since(now, 1), (before, first) -> {
            boolean again = now - before.nanos() < before.most().plus(FORGOTTEN).toNanos();
            return again ? new Since(now, before.times() + 1) : first;
        });
    }

    /** @param quarantined the tables that the client does not read now */
    List<Locked> now(List<TableName> quarantined) {
        long now = clock.getAsLong();
        return quarantined.stream()
                .filter(tables::containsKey)
                .map(table -> locked(table, now))
                .toList();
    }

    private Locked locked(TableName table, long now) {
        Since since = Objects.requireNonNull(tables.get(table));
        long nanos = now - since.nanos();
        long left = Math.max(0, since.most().toNanos() - nanos);
        return new Locked(
                table.table(),
                Duration.ofNanos(nanos).toSeconds(),
                Duration.ofNanos(left).plusMillis(999).toSeconds());
    }
}
