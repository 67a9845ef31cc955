// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.replicas.internal.DefaultReplicas;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets an integration read from the replica that the SQL of its session reads, and from no other server. Thread-safe.
 */
public final class SqlReplica {

    private SqlReplica() {}

    /**
     * Returns the facts about each configured replica that is this server process, whether it may answer now or not.
     *
     * @param identity the value of {@link ServerFacts#IDENTITY_SQL} on a connection
     * @return empty also if another class has implemented the replicas
     */
    public static List<ServerFacts> of(Replicas replicas, String identity) {
        return replicas instanceof DefaultReplicas own ? own.replicasAt(identity) : List.of();
    }

    /**
     * Opens a scope on the calling thread. Only the replica with this identity answers its reads, if it may answer at
     * all, whatever its age; the primary never does. A read that it cannot answer fails with a {@link
     * io.handlersocket.client.HandlerSocketException}; so does {@code stream}.
     *
     * @param identity that of one of the facts that {@link #of} has returned
     * @param session the session that the reads belong to; null without one
     * @throws IllegalArgumentException if another class has implemented the replicas, or the session is not one of them
     */
    public static ReadScope open(Replicas replicas, String identity, @Nullable ReadSession session) {
        if (!(replicas instanceof DefaultReplicas own)) {
            throw new IllegalArgumentException(
                    "replicas: " + replicas.getClass().getName() + " (expected those of Replicas.builder)");
        }
        return own.openAt(identity, session);
    }
}
