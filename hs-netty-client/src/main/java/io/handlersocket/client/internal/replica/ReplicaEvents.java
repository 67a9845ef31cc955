// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.replica;

import io.handlersocket.client.ReplicaListener;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes events to the log and to the application's listeners, whose exceptions reach nobody else. Thread-safe. */
final class ReplicaEvents implements ReplicaListener {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");

    private final List<ReplicaListener> application;
    private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

    ReplicaEvents(List<ReplicaListener> application) {
        this.application = application;
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
        LOG.info("the primary is {}{}", to, from.isEmpty() ? "" : ", before it was " + from);
        each(listener -> listener.primaryChanged(from, to));
    }

    /** Logs that the primary does not answer reads. */
    void fenced(String server, String reason) {
        LOG.warn("{}: no lookups over HandlerSocket: not proven to be the primary: {}", server, reason);
    }

    /** Logs that transactions that replicas may have shown do not exist any more. */
    void lost(String server, Object highest, Object now) {
        LOG.warn("{}: the new primary is at {} and lacks transactions up to {}: they are lost", server, now, highest);
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
                    LOG.warn("the ReplicaListener {} threw an exception; it is logged once for each class", type, e);
                }
            }
        }
    }
}
