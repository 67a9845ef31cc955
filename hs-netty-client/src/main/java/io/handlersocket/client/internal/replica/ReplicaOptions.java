// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.replica;

import io.handlersocket.client.Freshness;
import io.handlersocket.client.ReplicaListener;
import io.handlersocket.client.internal.control.ClientOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The options of replicas; the builder describes each.
 *
 * @param primary the options of the primary's client
 * @param replicas the options of each replica's client, by name
 */
public record ReplicaOptions(
        ClientOptions primary,
        Map<String, ClientOptions> replicas,
        long pollNanos,
        long leaseNanos,
        long waitNanos,
        Freshness defaultFreshness,
        List<ReplicaListener> listeners) {

    private static final int POLLS_PER_AGE = 2;

    public ReplicaOptions {
        replicas = Collections.unmodifiableMap(new LinkedHashMap<>(replicas));
        listeners = List.copyOf(listeners);
    }

    /**
     * Returns the freshness, after a check.
     *
     * @throws IllegalArgumentException if no replica could ever be that fresh
     */
    public Freshness check(Freshness freshness) {
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
