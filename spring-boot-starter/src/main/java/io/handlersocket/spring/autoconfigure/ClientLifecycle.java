// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Drains the client while its context is paused or stopped, so that the tables are nobody's meanwhile, and connects again
 * when it goes on. A context that closes needs no draining: its client is closed with it, and before Hibernate drops tables
 * Hibernate's own part drains.
 */
final class ClientLifecycle implements SmartLifecycle {

    /** Below {@code WebServerApplicationContext}'s: web servers stop at {@code DEFAULT_PHASE - 2048}. */
    private static final int PHASE = DEFAULT_PHASE - 4096;

    private final HandlerSocketClient client;
    private final ConfigurableApplicationContext context;
    private volatile boolean running;
    private volatile boolean drained;

    ClientLifecycle(HandlerSocketClient client, ConfigurableApplicationContext context) {
        this.client = client;
        this.context = context;
    }

    @Override
    public void start() {
        if (drained) {
            client.resume();
            drained = false;
        }
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        // One that never saw its server, such as one of another database, has nothing open.
        if (!context.isClosed() && client.server().isPresent()) {
            drained = true;
            client.drain();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
