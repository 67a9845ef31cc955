// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.WriteOptions;
import io.handlersocket.client.internal.transport.Tls;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What the builder collected; each component is explained there. {@code port} 0 and nulls mean "discover". */
public record ClientOptions(
        String name,
        @Nullable DataSource dataSource,
        @Nullable String host,
        int port,
        @Nullable String secret,
        @Nullable String unixSocket,
        @Nullable Tls tls,
        @Nullable String schema,
        int connections,
        int maxDirectConnections,
        Duration connectTimeout,
        Duration requestTimeout,
        Duration maxAge,
        Duration idleTimeout,
        Duration slowLookup,
        int maxInFlight,
        int maxWaiting,
        int maxLineBytes,
        int maxOpenIndexes,
        boolean guard,
        boolean allowUntestedServer,
        @Nullable WriteOptions writes,
        @Nullable Executor callbackExecutor,
        FlightListener listener) {

    /** Why nothing can be opened without a DataSource. */
    public static final String NO_CATALOGUE =
            "no DataSource, so that SQL cannot be asked what is safe to open: nothing is opened";

    /**
     * Returns where SQL connections come from.
     *
     * @throws NotUsableException if there is no DataSource
     */
    public DataSource sql() throws NotUsableException {
        if (dataSource == null) {
            throw NotUsableException.noCatalogue();
        }
        return dataSource;
    }

    @Override
    public String toString() {
        return "ClientOptions[" + name + ']';
    }
}
