// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.internal.control.state.StatusBoard;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What a client without a server says of itself. */
final class Snapshots {

    private Snapshots() {}

    static ClientSnapshot of(ClientState state, String reason) {
        return of(state, reason, false);
    }

    static ClientSnapshot of(ClientState state, String reason, boolean isOtherProduct) {
        return StatusBoard.withoutConnections(state, reason, Instant.EPOCH, isOtherProduct);
    }

    /** A client whose first attempt has ended, and which can only say how it is. */
    static HandlerSocketClient client(Supplier<ClientSnapshot> now) {
        return (HandlerSocketClient) Proxy.newProxyInstance(
                Snapshots.class.getClassLoader(),
                new Class<?>[] {HandlerSocketClient.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "firstAttempt" -> CompletableFuture.completedFuture(now.get());
                    case "snapshot" -> now.get();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
