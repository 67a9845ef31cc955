// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.GtidPosition;
import io.handlersocket.client.GtidPosition.Gtid;
import io.handlersocket.client.TooLargeException;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The positions of a replica that one read saw. Each packet of the read begins with lines that read the position, and
 * the server answers a packet from one snapshot. Two things make position and rows differ all the same. If a network
 * delivers a packet in two pieces, the rows can be newer. And InnoDB may open a snapshot a moment after it has decided
 * which transactions the snapshot sees ({@code ReadView::open} says so in the server's sources). If a transaction is
 * committed and purged in this moment, a row that it has inserted is visible, such as the position, and a row that it
 * has changed may not be. So rows contain what the server had when the packet was sent, and the position alone does not
 * prove more. Thread-safe.
 */
public final class PacketProof {

    private final OpenedIndex positions;
    private final long[] domains;
    private final List<List<PositionLine>> packets = new ArrayList<>(1);

    PacketProof(OpenedIndex positions, long... domains) {
        this.positions = positions;
        this.domains = domains.clone();
    }

    /**
     * Returns a proof for one read.
     *
     * @param positions the handle of {@link GtidTable#SPEC} of the same client
     * @param domains the domains to read, one or more
     * @throws io.handlersocket.client.HandlerSocketException if the table is not open
     */
    public static PacketProof of(DefaultIndex positions, long... domains) {
        return new PacketProof(positions.use(System.nanoTime()).opened(), domains);
    }

    /**
     * Returns the requests of one packet: the lines of the proof and then the lookups.
     *
     * @param lookups have one deadline
     * @throws TooLargeException if the server may not read the packet at once
     */
    synchronized RequestGroup packet(List<? extends LookupRequest<?>> lookups) {
        LookupRequest<?> first = lookups.get(0);
        List<PositionLine> lines = new ArrayList<>(domains.length);
        for (long domain : domains) {
            lines.add(new PositionLine(positions, domain, first.deadline()));
        }
        List<Request<?>> packet = new ArrayList<>(lines.size() + lookups.size());
        packet.addAll(lines);
        packet.addAll(lookups);
        int bytes = RequestGroup.bytes(packet);
        if (bytes > RequestGroup.MAX_SNAPSHOT_BYTES) {
            throw new TooLargeException(first.opened() + ": " + bytes + " bytes for one snapshot with its proof"
                    + " (expected at most " + RequestGroup.MAX_SNAPSHOT_BYTES + ")");
        }
        packets.add(lines);
        return new RequestGroup(packet);
    }

    /** Returns a proof for another read of the same domains. */
    public PacketProof again() {
        return new PacketProof(positions, domains);
    }

    /** Returns whether no packet was sent: the client knew the answer without the server. */
    public synchronized boolean isEmpty() {
        return packets.isEmpty();
    }

    /** Returns the lowest position of all packets, to judge their age; null if a packet has none. */
    public synchronized @Nullable GtidPosition lowest() {
        return position(true);
    }

    /** Returns the highest position of all packets: nothing older may be shown after it; null if a packet has none. */
    public synchronized @Nullable GtidPosition highest() {
        return position(false);
    }

    private @Nullable GtidPosition position(boolean lowest) {
        Map<Long, Gtid> found = new TreeMap<>();
        for (int i = 0; i < domains.length; i++) {
            Gtid chosen = null;
            boolean missing = false;
            for (List<PositionLine> packet : packets) {
                PositionLine line = packet.get(i);
                if (!line.isDone() || line.isCompletedExceptionally()) {
                    return null;
                }
                Gtid gtid = line.getNow(Optional.empty()).orElse(null);
                missing |= gtid == null;
                if (gtid != null && (chosen == null || isBelow(gtid, chosen) == lowest)) {
                    chosen = gtid;
                }
            }
            if (chosen != null && !(lowest && missing)) {
                found.put(chosen.domain(), chosen);
            }
        }
        return new GtidPosition(found);
    }

    private static boolean isBelow(Gtid a, Gtid b) {
        return Long.compareUnsigned(a.sequence(), b.sequence()) < 0;
    }
}
