// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.TableName;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes events to the flight recorder and to the application's listeners. An exception of one listener reaches neither
 * the others nor the client's threads; it is logged once for each listener class.
 */
public final class Listeners implements ClientListener {

    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    private final List<ClientListener> all;
    private final boolean anyOfApplication;
    private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

    /** @param slowLookup the flight recorder shows lookups that take longer */
    public Listeners(String client, Duration slowLookup, List<ClientListener> application) {
        this.all = Stream.concat(JfrListener.of(client, slowLookup.toNanos()).stream(), application.stream())
                .toList();
        this.anyOfApplication = !application.isEmpty();
    }

    /** Returns whether a listener or a recording wants each lookup, so that it has to be measured. */
    public boolean wantLookups() {
        return anyOfApplication || JfrListener.recordsSlowLookups();
    }

    @Override
    public void stateChanged(ClientState before, ClientState now, String reason) {
        each(listener -> listener.stateChanged(before, now, reason));
    }

    @Override
    public void opened(Endpoint endpoint) {
        each(listener -> listener.opened(endpoint));
    }

    @Override
    public void closed(Endpoint endpoint, String reason) {
        each(listener -> listener.closed(endpoint, reason));
    }

    @Override
    public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
        each(listener -> listener.completed(index, nanos, batch, failed));
    }

    @Override
    public void rejected(IndexSpec index, String reason) {
        each(listener -> listener.rejected(index, reason));
    }

    @Override
    public void refused(IndexSpec index, String reason) {
        each(listener -> listener.refused(index, reason));
    }

    @Override
    public void quarantined(TableName table) {
        each(listener -> listener.quarantined(table));
    }

    @Override
    public void drained(String reason) {
        each(listener -> listener.drained(reason));
    }

    @Override
    public void reconnecting(int attempt, Duration delay) {
        each(listener -> listener.reconnecting(attempt, delay));
    }

    private void each(Consumer<ClientListener> event) {
        for (ClientListener listener : all) {
            try {
                event.accept(listener);
            } catch (RuntimeException | LinkageError | AssertionError e) {
                if (warned.add(listener.getClass())) {
                    String type = listener.getClass().getName();
                    LOG.warn(
                            "the ClientListener {} threw an exception; the client goes on, and logs no other exception"
                                    + " of this class. Repair the listener",
                            type,
                            e);
                }
            }
        }
    }
}
