// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientListener;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What the builder collected; each component is explained there. {@code port} 0 and nulls mean "discover". */
public record ClientOptions(
        String name,
        DataSource dataSource,
        @Nullable String host,
        int port,
        @Nullable String secret,
        int connections,
        int maxDirectConnections,
        Duration connectTimeout,
        Duration requestTimeout,
        int maxInFlight,
        int maxWaiting,
        int maxLineBytes,
        int maxOpenIndexes,
        boolean guard,
        boolean allowUntestedServer,
        @Nullable Executor callbackExecutor,
        ClientListener listener) {

    @Override
    public String toString() {
        return "ClientOptions[" + name + ']';
    }
}
