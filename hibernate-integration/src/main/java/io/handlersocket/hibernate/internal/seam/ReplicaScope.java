// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.replicas.ReadScope;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.jspecify.annotations.Nullable;

/** The scope of one load, which says afterwards whether a replica has answered. */
final class ReplicaScope implements AutoCloseable {

    private static final ReplicaScope NONE = new ReplicaScope(null);

    private final @Nullable ReadScope scope;

    private ReplicaScope(@Nullable ReadScope scope) {
        this.scope = scope;
    }

    /** Opens the scope of a load; one that does nothing if there are no replicas. */
    static ReplicaScope of(ExecutionContext context, @Nullable ReplicaReads replicas) {
        return replicas == null ? NONE : new ReplicaScope(replicas.ofLoad(context));
    }

    /** Whether a replica has answered a part of the load. SQL on the primary could show newer rows. */
    boolean ofReplica() {
        return scope != null && scope.answers().stream().anyMatch(answer -> !answer.primary());
    }

    @Override
    public void close() {
        if (scope != null) {
            scope.close();
        }
    }
}
