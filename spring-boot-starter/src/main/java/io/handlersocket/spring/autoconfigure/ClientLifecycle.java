// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import java.util.Collection;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Drains the clients while their context is paused or stopped, so that no table is open meanwhile, and connects again when it
 * goes on. A context that closes needs no draining: its clients are closed with it, and before Hibernate drops tables Hibernate's
 * own part drains.
 */
final class ClientLifecycle implements SmartLifecycle {

    /** Below {@code WebServerApplicationContext}'s: web servers stop at {@code DEFAULT_PHASE - 2048}. */
    private static final int PHASE = DEFAULT_PHASE - 4096;

    private final List<HandlerSocketClient> clients;
    private final ConfigurableApplicationContext context;
    private volatile boolean running;
    private volatile List<HandlerSocketClient> drained = List.of();

    ClientLifecycle(Collection<HandlerSocketClient> clients, ConfigurableApplicationContext context) {
        this.clients = List.copyOf(clients);
        this.context = context;
    }

    @Override
    public void start() {
        drained.forEach(HandlerSocketClient::resume);
        drained = List.of();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        if (!context.isClosed()) {
            // A client that never saw its server, such as one of another database, has nothing open.
            drained = clients.stream()
                    .filter(client -> client.server().isPresent())
                    .toList();
            drained.forEach(HandlerSocketClient::drain);
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
