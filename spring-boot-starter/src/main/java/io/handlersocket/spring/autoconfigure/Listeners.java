// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.TableName;
import java.time.Duration;
import java.util.List;

/** The context's listeners, heard as one. */
final class Listeners implements ClientListener {

    private final List<ClientListener> listeners;

    Listeners(List<ClientListener> listeners) {
        this.listeners = listeners;
    }

    @Override
    public void stateChanged(ClientState before, ClientState now, String reason) {
        listeners.forEach(listener -> listener.stateChanged(before, now, reason));
    }

    @Override
    public void opened(Endpoint endpoint) {
        listeners.forEach(listener -> listener.opened(endpoint));
    }

    @Override
    public void closed(Endpoint endpoint, String reason) {
        listeners.forEach(listener -> listener.closed(endpoint, reason));
    }

    @Override
    public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
        for (ClientListener listener : listeners) {
            listener.completed(index, nanos, batch, failed);
        }
    }

    @Override
    public void rejected(IndexSpec index, String reason) {
        for (ClientListener listener : listeners) {
            listener.rejected(index, reason);
        }
    }

    @Override
    public void refused(IndexSpec index, String reason) {
        listeners.forEach(listener -> listener.refused(index, reason));
    }

    @Override
    public void quarantined(TableName table) {
        listeners.forEach(listener -> listener.quarantined(table));
    }

    @Override
    public void drained(String why) {
        listeners.forEach(listener -> listener.drained(why));
    }

    @Override
    public void reconnecting(int attempt, Duration delay) {
        listeners.forEach(listener -> listener.reconnecting(attempt, delay));
    }
}
