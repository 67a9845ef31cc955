// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.client.internal.concurrent.TimeSource;
import io.handlersocket.client.spi.ClientSettings;
import io.handlersocket.client.spi.ServerClient;
import io.handlersocket.replicas.internal.DefaultReplicas;
import io.handlersocket.replicas.internal.ReplicaOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the options of {@link Replicas}. Every option method returns this builder. It throws {@link
 * NullPointerException} for null and {@link IllegalArgumentException} for a value out of range; the message names the
 * option. Not thread-safe.
 */
public final class ReplicasBuilder {

    private static final int MAX_REPLICAS = 16;
    private static final int POLLS_PER_LEASE = 4;
    private static final Duration MIN_POLL = Duration.ofMillis(10);
    private static final Duration MAX_POLL = Duration.ofSeconds(1);
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    private final HandlerSocketClientBuilder primary;
    private final Map<String, HandlerSocketClientBuilder> replicas = new LinkedHashMap<>();
    private final List<ReplicaListener> listeners = new ArrayList<>();
    private Duration pollInterval = Duration.ofMillis(50);
    private Duration lease = Duration.ofMillis(500);
    private Duration waitAtMost = Duration.ZERO;
    private Freshness defaultFreshness = Freshness.PRIMARY;

    ReplicasBuilder(HandlerSocketClientBuilder primary) {
        this.primary = requireNonNull(primary, "primary: null (expected the options of its client)");
    }

    /**
     * Adds a server that may answer reads while it replicates from the primary. At most 16. A server that is the
     * primary for now is left alone, so list every server that can become a replica.
     *
     * @param name a unique name, which its client gets too
     * @param options the options of its client, with a DataSource that reaches only this server. Account, schema and
     *     session time zone must be those of the primary's client
     */
    public ReplicasBuilder replica(String name, HandlerSocketClientBuilder options) {
        requireNonNull(name, "replica: null (expected its name)");
        requireNonNull(options, "replica " + name + ": null (expected the options of its client)");
        if (name.isEmpty() || replicas.containsKey(name)) {
            throw new IllegalArgumentException("replica: '" + name + "' (expected a name that no other replica has)");
        }
        if (replicas.size() == MAX_REPLICAS) {
            throw new IllegalArgumentException("replica " + name + ": one too many (expected at most 16)");
        }
        replicas.put(name, options);
        return this;
    }

    /**
     * Sets how often each server is asked for its position and role; 10 ms to 1 s. Default 50 ms. Each question is one
     * SQL statement on a connection that is kept open.
     */
    public ReplicasBuilder pollInterval(Duration value) {
        requireNonNull(value, "pollInterval: null (expected a duration)");
        if (value.compareTo(MIN_POLL) < 0 || value.compareTo(MAX_POLL) > 0) {
            throw new IllegalArgumentException("pollInterval: " + value + " (expected 10 ms to 1 s)");
        }
        pollInterval = value;
        return this;
    }

    /**
     * Sets how long a server may answer reads after the last question that it answered cleanly; at least four poll
     * intervals and at most 10 s. Default 500 ms.
     */
    public ReplicasBuilder lease(Duration value) {
        requireNonNull(value, "lease: null (expected a duration)");
        if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException("lease: " + value + " (expected four poll intervals to 10 s)");
        }
        lease = value;
        return this;
    }

    /**
     * Sets how long a read with {@link Freshness#atLeast} waits for a replica to reach the position, before the primary
     * is asked; 0 to 1 s. Reads without waiting do not wait for this either. Default 0.
     */
    public ReplicasBuilder waitAtMost(Duration value) {
        requireNonNull(value, "waitAtMost: null (expected a duration)");
        if (value.isNegative() || value.compareTo(MAX_WAIT) > 0) {
            throw new IllegalArgumentException("waitAtMost: " + value + " (expected 0 to 1 s)");
        }
        waitAtMost = value;
        return this;
    }

    /** Sets the freshness of reads without a {@link ReadScope}. Default {@link Freshness#PRIMARY}. */
    public ReplicasBuilder defaultFreshness(Freshness value) {
        defaultFreshness = requireNonNull(value, "defaultFreshness: null (expected a Freshness)");
        return this;
    }

    /** Adds a listener. All listeners are called in this order, even if one of them throws. */
    public ReplicasBuilder listener(ReplicaListener value) {
        listeners.add(requireNonNull(value, "listener: null (expected a ReplicaListener)"));
        return this;
    }

    /**
     * Returns new replicas, which connect in the background.
     *
     * @throws IllegalStateException if there is no replica, if a server has no DataSource or is {@code withoutGuard},
     *     if the lease is shorter than four poll intervals, or if the default freshness is shorter than two
     */
    public Replicas build() {
        if (replicas.isEmpty()) {
            throw new IllegalStateException("replica: none (expected one or more)");
        }
        if (lease.compareTo(pollInterval.multipliedBy(POLLS_PER_LEASE)) < 0) {
            throw new IllegalStateException(
                    "lease: " + lease + " (expected at least four times pollInterval, which is " + pollInterval + ")");
        }
        String first = check("primary", primary).name();
        replicas.forEach((name, builder) -> {
            check(name, builder);
            if (name.equals(first)) {
                throw new IllegalStateException("replica " + name + ": has the name of the primary's client");
            }
        });
        try {
            ReplicaOptions.check(defaultFreshness, pollInterval.toNanos());
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("defaultFreshness: " + e.getMessage(), e);
        }
        List<ReplicaOptions.Server> servers = connect(first);
        return new DefaultReplicas(new ReplicaOptions(
                servers.get(0),
                servers.subList(1, servers.size()),
                pollInterval.toNanos(),
                lease.toNanos(),
                waitAtMost.toNanos(),
                defaultFreshness,
                listeners,
                TimeSource.SYSTEM));
    }

    private static ClientSettings check(String name, HandlerSocketClientBuilder server) {
        ClientSettings settings;
        try {
            settings = server.settings();
        } catch (IllegalStateException e) {
            throw new IllegalStateException(name + ": " + e.getMessage(), e);
        }
        if (!settings.guard()) { // only the guard opens fresh connections, and so notices that the address has moved
            throw new IllegalStateException(name + ": withoutGuard is set (expected the guard: it finds out that the"
                    + " address leads to another server. Remove withoutGuard() or guard=false)");
        }
        return settings;
    }

    /** Builds the clients, the one of the primary first. If one cannot be built, the others are closed again. */
    private List<ReplicaOptions.Server> connect(String first) {
        List<ReplicaOptions.Server> servers = new ArrayList<>(replicas.size() + 1);
        try {
            servers.add(connect(first, primary));
            replicas.forEach((name, builder) -> servers.add(connect(name, builder)));
            return servers;
        } catch (RuntimeException e) {
            servers.forEach(server -> server.client().close());
            throw e;
        }
    }

    private static ReplicaOptions.Server connect(String name, HandlerSocketClientBuilder server) {
        ClientSettings settings = server.settings();
        return new ReplicaOptions.Server(
                name,
                (ServerClient) server.name(name).build(),
                settings.dataSource(),
                settings.requestTimeout().toNanos());
    }
}
