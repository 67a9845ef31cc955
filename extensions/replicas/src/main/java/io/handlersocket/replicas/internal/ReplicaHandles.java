// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.spi.ServerIndex;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The handles of one index at all replicas. They are opened in the background, when a read first wants them. */
final class ReplicaHandles {

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The result of a comparison, by which it need not be made again for the same two objects. */
    private record Compared(Table ours, Table theirs, boolean usable) {}

    /**
     * An open handle at a replica.
     *
     * @param opening the opening whose table was compared with that of the primary
     */
    record Open(ServerIndex index, ServerIndex.Opening opening) {

        /** Whether the index is open at this server process. */
        boolean isAt(String identity) {
            return opening.server().identity().equals(identity);
        }

        /** Whether the index has not been opened again since, perhaps elsewhere or with another definition. */
        @SuppressWarnings("ReferenceEquality") // each opening has its own
        boolean isUnchanged() {
            return index.opening() == opening;
        }
    }

    private static final class Slot {
        final AtomicLong retryNanos;
        volatile @Nullable ServerIndex handle;
        volatile @Nullable Compared compared;

        Slot(long nowNanos) {
            this.retryNanos = new AtomicLong(nowNanos);
        }
    }

    private final IndexSpec spec;
    private final List<ReplicaServer> servers;
    private final Slot[] slots;

    ReplicaHandles(IndexSpec spec, List<ReplicaServer> servers) {
        this.spec = spec;
        this.servers = servers;
        this.slots = new Slot[servers.size()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Slot(servers.get(i).nowNanos());
        }
    }

    /**
     * Returns the handle at a replica if it is open and its table is that of the primary; else null.
     *
     * @param ours the table at the primary
     */
    @Nullable
    Open open(ReplicaServer server, Table ours) {
        Slot slot = slots[server.number()];
        ServerIndex handle = slot.handle;
        if (handle == null || !handle.isOpen()) {
            request(server, slot);
            return null;
        }
        ServerIndex.Opening theirs = handle.opening();
        return isUsable(server, slot, ours, theirs.table()) ? new Open(handle, theirs) : null;
    }

    @SuppressWarnings("ReferenceEquality") // a definition is long to compare
    private static boolean isUsable(ReplicaServer server, Slot slot, Table ours, Table theirs) {
        Compared known = slot.compared;
        if (known == null || known.ours() != ours || known.theirs() != theirs) {
            String why = whyNot(ours, theirs);
            known = new Compared(ours, theirs, why.isEmpty());
            slot.compared = known;
            if (!why.isEmpty()) {
                server.leftOut(theirs.name(), why);
            }
        }
        return known.usable();
    }

    /** Returns why the rows of the replica must not be read instead of those of the primary; empty if they may. */
    static String whyNot(Table ours, Table theirs) {
        if (!theirs.engine().equalsIgnoreCase("InnoDB")) {
            return "its engine there is " + theirs.engine() + ", whose rows are not of the snapshot of the position";
        }
        return definition(ours).equals(definition(theirs)) ? "" : "its definition is not that of the primary";
    }

    /** Triggers do not matter to reads, and an account may see those of one server only. */
    private static List<Object> definition(Table table) {
        return List.of(
                table.name(), table.kind(), table.engine(), table.partitioned(), table.columns(), table.indexes());
    }

    private void request(ReplicaServer server, Slot slot) {
        long now = server.nowNanos();
        long retry = slot.retryNanos.get();
        if (now - retry < 0 || !slot.retryNanos.compareAndSet(retry, now + RETRY_NANOS)) {
            return;
        }
        server.client().openIndex(spec).whenComplete((opened, failure) -> {
            if (opened instanceof ServerIndex handle) {
                slot.handle = handle;
            }
        });
    }

    /** Gives the handles back. */
    void release() {
        for (int i = 0; i < slots.length; i++) {
            ServerIndex handle = slots[i].handle;
            slots[i].handle = null;
            if (handle != null) {
                servers.get(i).client().release(handle);
            }
        }
    }
}
