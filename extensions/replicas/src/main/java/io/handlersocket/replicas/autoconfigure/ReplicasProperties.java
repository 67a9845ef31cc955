// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.autoconfigure;

import io.handlersocket.replicas.Freshness;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of replicas.
 *
 * @param freshness how fresh the answers of reads must be that may leave the primary: primary, any, or a duration such
 *     as 100ms; for read-only transactions, and for methods without a freshness of their own
 * @param endpoints replicas of the primary
 */
@ConfigurationProperties("handlersocket")
public record ReplicasProperties(
        @DefaultValue("primary") String freshness,
        @DefaultValue Endpoints endpoints) {

    public ReplicasProperties {
        // Spring Boot names the properties that are refused here.
        Freshness.parse(freshness);
    }

    /**
     * Replicas of the primary.
     *
     * @param replicas servers that answer reads while they replicate from the primary; list every server that can
     *     become a replica, also the present primary
     * @param pollInterval how often each server is asked for its position, 10ms to 1s, in milliseconds unless a unit
     *     is given
     * @param lease how long a server may answer after the last question that it answered, at least four poll intervals
     *     and at most 10s, in milliseconds unless a unit is given
     * @param waitAtMost how long a read that wants a position waits for a replica before the primary is asked, 0 to 1s,
     *     in milliseconds unless a unit is given
     */
    public record Endpoints(
            @DefaultValue List<Replica> replicas,
            @DefaultValue("50ms") Duration pollInterval,
            @DefaultValue("500ms") Duration lease,
            @DefaultValue("0s") Duration waitAtMost) {

        public Endpoints {
            ReplicaEndpoints.check(pollInterval, lease, waitAtMost);
        }
    }

    /**
     * A server that may answer reads. Its account and schema are those of the application's DataSource.
     *
     * @param name name of the server in reports and meters; by default replica-1 and so on
     * @param url JDBC URL that reaches only this server; instead of data-source
     * @param dataSource name of the bean of a DataSource that reaches only this server
     * @param host host of the HandlerSocket read port; by default that of the URL
     * @param port HandlerSocket read port; by default the server variable handlersocket_port
     */
    public record Replica(
            @Nullable String name,
            @Nullable String url,
            @Nullable String dataSource,
            @Nullable String host,
            @Nullable Integer port) {

        public Replica {
            ReplicaEndpoints.check(url, dataSource);
        }
    }
}
