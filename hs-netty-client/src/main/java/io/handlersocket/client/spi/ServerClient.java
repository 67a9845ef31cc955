// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import io.handlersocket.client.HandlerSocketClient;
import java.util.concurrent.CompletableFuture;

/**
 * The client of one server as an extension uses it. Every client of a {@link
 * io.handlersocket.client.HandlerSocketClientBuilder} is one.
 */
public interface ServerClient extends HandlerSocketClient {

    /**
     * Opens a system table for the lines of a {@link PacketGuard}, as {@link #openIndex} opens an index. The result
     * completes on a control thread, which code that depends on it must not block.
     */
    CompletableFuture<ServerIndex> openSystemTable(SystemTable table);

    /** Returns the number of requests that wait for their replies. */
    int inFlight();

    /**
     * Returns the stage of a result for a caller of this client. It completes where the {@code callbackExecutor} says,
     * and never on a control thread.
     */
    <T> CompletableFuture<T> stage(CompletableFuture<T> result);
}
