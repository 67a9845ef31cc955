// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.Endpoint;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Describes one server of {@link Replicas} at one moment.
 *
 * @param name the name of the server; that of the primary is the name of its client
 * @param role what the configuration says it is
 * @param usable whether it answers reads
 * @param reason why it does not answer reads, for operators; empty if it does and nothing is unusual
 * @param endpoint where its HandlerSocket listens; empty before the first connection
 * @param position its last known position; empty if unknown
 * @param age the age of a replica at its last known position; empty for the primary, and if unknown
 * @param accepted the number of its answers that were fresh enough; 0 for the primary
 * @param tooOld the number of its answers that were older than allowed
 * @param behind the number of its answers that were behind the position or session
 * @param failed the number of reads that it did not answer
 * @param notAsked for the primary, the number of reads that it was asked for because no replica could answer them, for
 *     each reason; empty for a replica
 */
public record ServerSnapshot(
        String name,
        Role role,
        boolean usable,
        String reason,
        Optional<Endpoint> endpoint,
        Optional<GtidPosition> position,
        Optional<Duration> age,
        long accepted,
        long tooOld,
        long behind,
        long failed,
        Map<NotAsked, Long> notAsked) {

    /**
     * The role of a server.
     */
    public enum Role {
        /** The server of the builder that {@link Replicas#builder} takes. */
        PRIMARY,
        /** A server of {@link ReplicasBuilder#replica}. */
        REPLICA
    }

    /**
     * Why no replica was asked for a read that a replica may answer.
     */
    public enum NotAsked {
        /** No replica is usable. */
        UNUSABLE,
        /** The last known position of each usable replica is older than allowed. */
        TOO_OLD,
        /** No usable replica has the wanted position, or all that the session has seen. */
        BEHIND,
        /** No usable replica has opened the index, or has the same table. The first reads of an index open it. */
        NOT_OPEN
    }

    public ServerSnapshot {
        requireNonNull(name, "name: null (expected a text)");
        requireNonNull(role, "role: null (expected a Role)");
        requireNonNull(reason, "reason: null (expected a text)");
        requireNonNull(endpoint, "endpoint: null (expected an Optional)");
        requireNonNull(position, "position: null (expected an Optional)");
        requireNonNull(age, "age: null (expected an Optional)");
        notAsked = Map.copyOf(requireNonNull(notAsked, "notAsked: null (expected a Map)"));
    }
}
