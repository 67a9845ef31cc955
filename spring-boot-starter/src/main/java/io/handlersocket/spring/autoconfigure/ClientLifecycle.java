// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import org.springframework.context.SmartLifecycle;

/**
 * Drains the client once web requests have ended and before any bean is destroyed, so that a schema tool that drops tables
 * when Hibernate closes does not wait for it. A context that is paused or stopped and started again connects again.
 */
final class ClientLifecycle implements SmartLifecycle {

    /** Below {@code WebServerApplicationContext}'s: web servers stop at {@code DEFAULT_PHASE - 2048}. */
    private static final int PHASE = DEFAULT_PHASE - 4096;

    private final HandlerSocketClient client;
    private volatile boolean running;
    private volatile boolean drained;

    ClientLifecycle(HandlerSocketClient client) {
        this.client = client;
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
        drained = true;
        client.drain();
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
