// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.replicas.ReplicaListener;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Passes events to the log and to the application's listeners, whose exceptions reach no other code. Thread-safe. */
final class ReplicaEvents implements ReplicaListener {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");

    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final List<ReplicaListener> application;
    private final LongSupplier nanoTime;
    private final AtomicReference<@Nullable Long> fencedNanos = new AtomicReference<>();
    private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

    /** @param nanoTime as {@link System#nanoTime()} */
    ReplicaEvents(List<ReplicaListener> application, LongSupplier nanoTime) {
        this.application = application;
        this.nanoTime = nanoTime;
    }

    @Override
    public void usable(String server) {
        LOG.info("{}: the replica may answer reads", server);
        each(listener -> listener.usable(server));
    }

    @Override
    public void leftAlone(String server, String reason) {
        LOG.info("{}: the replica is left alone: {}", server, reason);
        each(listener -> listener.leftAlone(server, reason));
    }

    @Override
    public void primaryChanged(String from, String to) {
        LOG.info("the primary is the server {}; before it was {}", to, from.isEmpty() ? "unknown" : from);
        each(listener -> listener.primaryChanged(from, to));
    }

    /** Logs that the primary does not answer reads; one WARN a minute at most. */
    void fenced(String server, String reason) {
        long now = nanoTime.getAsLong();
        Long last = fencedNanos.get();
        boolean isWarning = last == null || now - last > QUIET_NANOS;
        if (isWarning) {
            fencedNanos.set(now);
        }
        LOG.atLevel(isWarning ? Level.WARN : Level.DEBUG)
                .log(
                        "{}: reads fail until it is proven to be the primary: {}. Check this server and its address"
                                + " unless a fail-over is under way",
                        server,
                        reason);
    }

    /** Logs that a replica does not answer reads of a table; once for each two definitions that were compared. */
    void leftOut(String server, TableName table, String reason) {
        LOG.info("{}: the replica does not answer reads of the table {}: {}", server, table, reason);
    }

    /** Logs that transactions that replicas may have shown do not exist any more. */
    void lost(String server, Object highest, Object now) {
        LOG.warn(
                "{}: the new primary is at {} and lacks transactions up to {}: they are lost, and reads no longer show"
                        + " them. Repair the data if needed; semi-synchronous replication avoids it",
                server,
                now,
                highest);
    }

    @Override
    public void answered(String server, Outcome outcome, long ageNanos) {
        if (!application.isEmpty()) {
            each(listener -> listener.answered(server, outcome, ageNanos));
        }
    }

    private void each(Consumer<ReplicaListener> event) {
        for (ReplicaListener listener : application) {
            try {
                event.accept(listener);
            } catch (RuntimeException | LinkageError | AssertionError e) {
                if (warned.add(listener.getClass())) {
                    String type = listener.getClass().getName();
                    LOG.warn(
                            "the ReplicaListener {} threw an exception; reads go on, and no other exception of this"
                                    + " class is logged. Repair the listener",
                            type,
                            e);
                }
            }
        }
    }
}
