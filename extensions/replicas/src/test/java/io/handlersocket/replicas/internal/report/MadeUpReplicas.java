// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.report;

import io.handlersocket.replicas.ServerSnapshot;
import io.handlersocket.replicas.ServerSnapshot.NotAsked;
import io.handlersocket.replicas.ServerSnapshot.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The meters of a primary and a replica, for applications that have none. */
public final class MadeUpReplicas {

    private MadeUpReplicas() {}

    public static ReplicaMetrics metrics() {
        return new ReplicaMetrics(() -> List.of(server(Role.PRIMARY), server(Role.REPLICA)), new ReplicaAges());
    }

    private static ServerSnapshot server(Role role) {
        return new ServerSnapshot(
                role.name(),
                role,
                true,
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                1,
                0,
                0,
                0,
                role == Role.PRIMARY ? Map.of(NotAsked.TOO_OLD, 1L) : Map.of());
    }
}
