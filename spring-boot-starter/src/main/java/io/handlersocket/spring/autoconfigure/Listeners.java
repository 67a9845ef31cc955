// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.spring.repository.Callbacks;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The context's listeners as one. A listener that throws does not keep an event from the others. */
final class Listeners implements ClientListener {

    private final List<ClientListener> listeners;
    private final Callbacks callbacks = new Callbacks();

    Listeners(List<ClientListener> listeners) {
        this.listeners = listeners;
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
    public void drained(String why) {
        each(listener -> listener.drained(why));
    }

    @Override
    public void reconnecting(int attempt, Duration delay) {
        each(listener -> listener.reconnecting(attempt, delay));
    }

    private void each(Consumer<ClientListener> event) {
        for (ClientListener listener : listeners) {
            callbacks.run(listener, event);
        }
    }
}
