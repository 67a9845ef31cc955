// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.internal.concurrent.TimeSource;
import io.handlersocket.client.internal.transport.Tls;
import io.handlersocket.client.spi.ClientSettings;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The options of a client, in groups; the builder describes each option. */
public record ClientOptions(
        String name,
        DataSource dataSource,
        Address address,
        Times times,
        Sizes sizes,
        boolean guard,
        boolean allowUntestedServer,
        @Nullable Executor callbackExecutor,
        Listeners listener,
        TimeSource time)
        implements ClientSettings {

    private static final Duration MAX_CONNECT = Duration.ofMillis(Integer.MAX_VALUE);

    public LongSupplier nanoTime() {
        return time.nanoTime();
    }

    /** Where to connect; the client asks the server for values that are null or 0. */
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

    /** Time limits; zero switches {@code maxAge} and {@code idle} off. */
    public record Times(Duration connect, Duration request, Duration maxAge, Duration idle) {

        /** Returns the connect timeout, rounded up: for a socket, 0 means to wait for ever. */
        public int connectMillis() {
            return connect.compareTo(MAX_CONNECT) < 0
                    ? (int) connect.plusNanos(999_999).toMillis()
                    : Integer.MAX_VALUE;
        }
    }

    public record Sizes(
            int connections, int directConnections, int inFlight, int waiting, int lineBytes, int openIndexes) {}

    @Override
    public Duration requestTimeout() {
        return times.request();
    }

    @Override
    public String toString() {
        return "ClientOptions[" + name + ']';
    }
}
