// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.autoconfigure.HandlerSocketProperties.Startup;
import java.time.Duration;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * For {@code handlersocket.startup=fail}: waits for the client's first attempt to connect, and throws if it has failed.
 * While a session holds the drain lock, for example this application's own schema tool, it waits on.
 */
final class StartupCheck implements SmartInitializingSingleton {

    /** Time for what the client does over SQL besides connecting. */
    private static final Duration SQL = Duration.ofSeconds(10);

    private static final long LOOK_MILLIS = 50;

    private final HandlerSocketClient client;
    private final HandlerSocketProperties properties;
    private final Duration sql;

    StartupCheck(HandlerSocketClient client, HandlerSocketProperties properties) {
        this(client, properties, SQL);
    }

    StartupCheck(HandlerSocketClient client, HandlerSocketProperties properties, Duration sql) {
        this.client = client;
        this.properties = properties;
        this.sql = sql;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (properties.startup() != Startup.FAIL) {
            return;
        }
        Reached.awaitFirstAttempt(client, properties.connectTimeout().plus(sql));
        ClientSnapshot snapshot = afterDrain();
        if (snapshot.state() != ClientState.READY) {
            throw StartupFailure.notUsable(snapshot.state() + ", " + snapshot.reason());
        }
    }

    private ClientSnapshot afterDrain() {
        long end = System.nanoTime() + properties.startupTimeout().toNanos();
        ClientSnapshot snapshot = client.snapshot();
        while (snapshot.state() == ClientState.DRAINED && end - System.nanoTime() > 0) {
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return snapshot;
            }
            snapshot = client.snapshot();
        }
        return snapshot;
    }
}
