// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.internal.concurrent.TimeSource;
import io.handlersocket.client.spi.ServerClient;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReplicaListener;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/**
 * The options of replicas; the builder describes each.
 *
 * @param primary the server to which the application writes
 * @param replicas the other servers
 */
public record ReplicaOptions(
        Server primary,
        List<Server> replicas,
        long pollNanos,
        long leaseNanos,
        long waitNanos,
        Freshness defaultFreshness,
        List<ReplicaListener> listeners,
        TimeSource time) {

    /**
     * One server.
     *
     * @param client its client, which has its name
     * @param requestNanos the request timeout of the client
     */
    public record Server(String name, ServerClient client, DataSource dataSource, long requestNanos) {}

    private static final int POLLS_PER_AGE = 2;

    public ReplicaOptions {
        replicas = List.copyOf(replicas);
        listeners = List.copyOf(listeners);
    }

    /** Returns the monotonic time, as {@link System#nanoTime()}. */
    LongSupplier nanoTime() {
        return time.nanoTime();
    }

    /**
     * Returns the freshness, after a check.
     *
     * @throws IllegalArgumentException if no replica could ever be that fresh
     */
    Freshness check(Freshness freshness) {
        return check(freshness, pollNanos);
    }

    /** As {@link #check(Freshness)}, before there are options. */
    public static Freshness check(Freshness freshness, long pollNanos) {
        long least = POLLS_PER_AGE * pollNanos;
        freshness
                .maxAge()
                .filter(age -> age.compareTo(Duration.ofNanos(least)) < 0)
                .ifPresent(age -> {
                    throw new IllegalArgumentException(
                            "freshness: " + freshness + " (expected at least twice pollInterval, "
                                    + Duration.ofNanos(least).toMillis() + " ms)");
                });
        return freshness;
    }
}
