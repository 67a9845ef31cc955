// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.WriteOptions;
import io.handlersocket.client.internal.transport.Tls;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What the builder collected, in groups; the builder explains each component. */
public record ClientOptions(
        String name,
        @Nullable DataSource dataSource,
        Address address,
        Times times,
        Sizes sizes,
        boolean guard,
        boolean allowUntestedServer,
        @Nullable WriteOptions writes,
        @Nullable Executor callbackExecutor,
        Listeners listener) {

    /** Why nothing can be opened without a DataSource. */
    public static final String NO_CATALOGUE =
            "no DataSource, so that SQL cannot be asked what is safe to open: nothing is opened";

    /** Where to connect; what is null or 0 is asked from the server. */
    public record Address(
            @Nullable String host,
            int port,
            @Nullable String secret,
            @Nullable String unixSocket,
            @Nullable String schema,
            @Nullable Tls tls) {

        /** Hides the secret. */
        @Override
        public String toString() {
            return "Address[" + (unixSocket == null ? host + ":" + port : unixSocket) + ']';
        }
    }

    /** How long things take; zero switches {@code maxAge} and {@code idle} off. */
    public record Times(Duration connect, Duration request, Duration maxAge, Duration idle, Duration slowLookup) {}

    /** How many there are at most. */
    public record Sizes(
            int connections, int directConnections, int inFlight, int waiting, int lineBytes, int openIndexes) {}

    /**
     * The DataSource.
     *
     * @throws NotUsableException if the client has no DataSource
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
