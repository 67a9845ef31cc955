// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.replicas.internal.replication.Probe;
import io.handlersocket.replicas.internal.replication.ReplicationStatus;
import org.jspecify.annotations.Nullable;

/** Whether a listed server shows that another one than the present primary was promoted. Used by one thread. */
final class Suspicion {

    private final String name;
    private long source;
    private long moved;

    Suspicion(String name) {
        this.name = name;
    }

    /**
     * Returns what speaks against the primary; null if nothing does.
     *
     * @param primary the last clean probe of the primary; null before the first
     */
    @Nullable
    String of(Probe probe, ReplicationStatus status, @Nullable Probe primary) {
        if (primary == null || probe.identity().equals(primary.identity())) {
            return null;
        }
        if (!probe.readOnly()) {
            return name + " is writable";
        }
        long now = status.sources().size() == 1 ? status.sources().get(0).serverId() : 0;
        if (now != 0) {
            if (source != 0 && now != source) {
                moved = now;
            }
            source = now;
        }
        return moved != 0 && moved != primary.serverId() ? name + " follows server " + moved + " now" : null;
    }
}
