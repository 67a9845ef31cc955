// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.spring;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.HandlerSocketClientBuilder;

/**
 * A replica that may answer reads, as a bean. It is the alternative to the properties {@code
 * handlersocket.endpoints.replicas} for options that they do not have. Beans come after the replicas of the properties,
 * in bean order.
 *
 * @param name the name of the server in reports and meters, which no other server has
 * @param options the options of its client, with a DataSource that reaches only this server; only this application uses
 *     the builder
 */
public record ReplicaEndpoint(String name, HandlerSocketClientBuilder options) {

    public ReplicaEndpoint {
        requireNonNull(name, "name: null (expected the name of the server)");
        requireNonNull(options, "options: null (expected the options of its client)");
    }
}
