// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReplicaListener;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.ReplicasBuilder;
import io.handlersocket.replicas.autoconfigure.ReplicasProperties.Endpoints;
import io.handlersocket.replicas.autoconfigure.ReplicasProperties.Replica;
import io.handlersocket.replicas.spring.ReplicaEndpoint;
import io.handlersocket.spring.spi.ClientOptions;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.PropertyMapper;

/** Builds the clients of the replicas that properties and beans name. */
record ReplicaEndpoints(ReplicasProperties properties, ClientOptions options, BeanFactory beans) {

    private static final int POLLS_PER_LEASE = 4;

    /** @throws IllegalArgumentException if the client would refuse one of these options */
    static void check(Duration pollInterval, Duration lease, Duration waitAtMost) {
        Replicas.builder(HandlerSocketClient.builder())
                .pollInterval(pollInterval)
                .lease(lease)
                .waitAtMost(waitAtMost);
        if (lease.compareTo(pollInterval.multipliedBy(POLLS_PER_LEASE)) < 0) {
            throw new IllegalArgumentException(
                    "endpoints.lease: " + lease + " (expected at least four times endpoints.poll-interval)");
        }
    }

    /** @throws IllegalArgumentException if a replica has no DataSource, or two */
    static void check(@Nullable String url, @Nullable String dataSource) {
        if ((url == null) == (dataSource == null)) {
            throw new IllegalArgumentException("endpoints.replicas: neither or both of url and data-source"
                    + " (expected one of them for each replica)");
        }
    }

    /**
     * Returns new replicas, which connect in the background.
     *
     * @throws IllegalArgumentException if two servers have the same name, or the freshness cannot be proven
     * @throws IllegalStateException if there is no way to the DataSource of a replica
     */
    Replicas build(List<ReplicaEndpoint> more, List<ReplicaListener> listeners) {
        Endpoints endpoints = properties.endpoints();
        ReplicasBuilder builder = Replicas.builder(options.own())
                .pollInterval(endpoints.pollInterval())
                .lease(endpoints.lease())
                .waitAtMost(endpoints.waitAtMost());
        int number = 0;
        for (Replica replica : endpoints.replicas()) {
            number++;
            builder.replica(replica.name() == null ? "replica-" + number : replica.name(), options(replica, number));
        }
        more.forEach(endpoint -> builder.replica(endpoint.name(), endpoint.options()));
        listeners.forEach(builder::listener);
        Replicas replicas = builder.build();
        try {
            replicas.open(Freshness.parse(properties.freshness())).close(); // refuses what no poll can prove
        } catch (IllegalArgumentException e) {
            replicas.close();
            throw new IllegalArgumentException("handlersocket.freshness: " + e.getMessage(), e);
        }
        return replicas;
    }

    private HandlerSocketClientBuilder options(Replica replica, int number) {
        HandlerSocketClientBuilder builder;
        try {
            builder = connected(replica);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    "handlersocket.endpoints.replicas[" + (number - 1) + "]: " + e.getMessage(), e);
        }
        PropertyMapper map = PropertyMapper.get();
        map.from(replica::host).whenHasText().to(builder::host);
        map.from(replica::port).to(builder::port);
        return builder;
    }

    private HandlerSocketClientBuilder connected(Replica replica) {
        if (replica.dataSource() != null) {
            return options.of(beans.getBean(replica.dataSource(), DataSource.class));
        }
        if (replica.url() == null) {
            throw new AssertionError(replica); // its constructor has checked it
        }
        return options.at(replica.url());
    }
}
