// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.TableName;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what an application's listener throws away from the threads that serve everybody. */
public final class SafeListener implements ClientListener {

    private static final Logger LOG = LoggerFactory.getLogger(SafeListener.class);

    private final ClientListener delegate;

    public SafeListener(ClientListener delegate) {
        this.delegate = delegate;
    }

    @Override
    public void stateChanged(ClientState before, ClientState now, String reason) {
        safely(() -> delegate.stateChanged(before, now, reason));
    }

    @Override
    public void opened(Endpoint endpoint) {
        safely(() -> delegate.opened(endpoint));
    }

    @Override
    public void closed(Endpoint endpoint, String reason) {
        safely(() -> delegate.closed(endpoint, reason));
    }

    @Override
    public void completed(IndexSpec index, long nanos, int batch, boolean failed) {
        safely(() -> delegate.completed(index, nanos, batch, failed));
    }

    @Override
    public void rejected(IndexSpec index, String reason) {
        safely(() -> delegate.rejected(index, reason));
    }

    @Override
    public void refused(IndexSpec index, String reason) {
        safely(() -> delegate.refused(index, reason));
    }

    @Override
    public void quarantined(TableName table) {
        safely(() -> delegate.quarantined(table));
    }

    @Override
    public void drained(String why) {
        safely(() -> delegate.drained(why));
    }

    @Override
    public void reconnecting(int attempt, Duration delay) {
        safely(() -> delegate.reconnecting(attempt, delay));
    }

    private void safely(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | LinkageError | AssertionError e) {
            LOG.warn(
                    "a ClientListener threw, which it must not: {}",
                    delegate.getClass().getName(),
                    e);
        }
    }
}
