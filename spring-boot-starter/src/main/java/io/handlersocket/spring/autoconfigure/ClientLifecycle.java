// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import java.util.Collection;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Drains the clients while their context is paused or stopped, so that no table is open, and lets them connect again
 * when it restarts. A context that closes needs no drain: it closes its clients, and hibernate-integration drains
 * before Hibernate drops tables.
 */
final class ClientLifecycle implements SmartLifecycle {

    /** Stops after the web servers, whose phase is {@code DEFAULT_PHASE - 2048}. */
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
            // A client that never reached its server, for example one of another database, has nothing open.
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
