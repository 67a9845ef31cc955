// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.jfr.JfrEvents;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tells the flight recorder what happens, besides the application's listener. Of lookups only the latter is told here. */
public final class FlightListener implements ClientListener {

    private final String client;
    private final ClientListener delegate;

    /**
     * @param client the client's name
     * @param delegate the application's
     */
    public FlightListener(String client, ClientListener delegate) {
        this.client = client;
        this.delegate = delegate;
    }

    /** The application's listener, if it has one. */
    public @Nullable ClientListener application() {
        return delegate == SILENT ? null : delegate;
    }

    @Override
    public void stateChanged(ClientState before, ClientState now, String reason) {
        JfrEvents.stateChanged(client, before.name(), now.name(), reason);
        delegate.stateChanged(before, now, reason);
    }

    @Override
    public void opened(Endpoint endpoint) {
        JfrEvents.connectionOpened(client, endpoint.toString());
        delegate.opened(endpoint);
    }

    @Override
    public void closed(Endpoint endpoint, String reason) {
        JfrEvents.connectionClosed(client, endpoint.toString(), reason);
        delegate.closed(endpoint, reason);
    }

    @Override
    public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
        delegate.completed(index, nanos, batch, failed);
    }

    @Override
    public void rejected(IndexSpec index, String reason) {
        delegate.rejected(index, reason);
    }

    @Override
    public void refused(IndexSpec index, String reason) {
        delegate.refused(index, reason);
    }

    @Override
    public void quarantined(TableName table) {
        JfrEvents.quarantined(client, table.toString());
        delegate.quarantined(table);
    }

    @Override
    public void drained(String why) {
        JfrEvents.drained(client, why);
        delegate.drained(why);
    }

    @Override
    public void reconnecting(int attempt, Duration delay) {
        delegate.reconnecting(attempt, delay);
    }
}
