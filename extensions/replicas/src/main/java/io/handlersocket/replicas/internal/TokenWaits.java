// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.replicas.GtidPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Callers that wait until a replica has reached a position. The poller of each replica waits for all of them. */
final class TokenWaits {

    private record Wait(GtidPosition position, CompletableFuture<Void> reached) {}

    private final List<Wait> waits = new ArrayList<>();

    /** Whether anyone waits, so that most positions need no lock. */
    private volatile boolean any;

    /**
     * Returns a future that completes when a replica is seen at the position. The caller completes it when it waits no
     * longer.
     */
    CompletableFuture<Void> add(GtidPosition position) {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        synchronized (waits) {
            waits.add(new Wait(position, reached));
            any = true;
        }
        return reached;
    }

    /** Ends the waits for positions that this one covers. */
    void reached(GtidPosition position) {
        if (!any) {
            return;
        }
        List<Wait> covered = new ArrayList<>();
        synchronized (waits) {
            waits.removeIf(wait -> wait.reached().isDone() || (position.covers(wait.position()) && covered.add(wait)));
            any = !waits.isEmpty();
        }
        covered.forEach(wait -> wait.reached().complete(null)); // without the lock
    }

    /** Returns the position that is waited for longest; null if none is. */
    @Nullable
    GtidPosition first() {
        if (!any) {
            return null;
        }
        synchronized (waits) {
            waits.removeIf(wait -> wait.reached().isDone());
            any = !waits.isEmpty();
            return any ? waits.get(0).position() : null;
        }
    }
}
