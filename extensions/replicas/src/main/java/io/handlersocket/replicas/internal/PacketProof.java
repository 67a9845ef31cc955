// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import io.handlersocket.client.spi.PacketGuard;
import io.handlersocket.client.spi.ServerIndex;
import io.handlersocket.client.spi.SystemTable;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.GtidPosition.Gtid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
final class PacketProof implements PacketGuard {

    private final ServerIndex positions;
    private final long[] domains;
    private int sent;

    /** The position of each domain in each answered packet; null if it has none. */
    private final List<@Nullable Gtid[]> packets = new ArrayList<>(1);

    /**
     * @param positions the handle of {@link SystemTable#GTID_SLAVE_POS} of the client of the read
     * @param domains the domains to read, one or more
     */
    PacketProof(ServerIndex positions, long... domains) {
        this.positions = positions;
        this.domains = domains.clone();
    }

    @Override
    public ServerIndex index() {
        return positions;
    }

    /** The last row of each domain, or of a lower one: rows are appended with rising numbers of the second part. */
    @Override
    public synchronized List<Range> lines() {
        sent++;
        return Arrays.stream(domains)
                .mapToObj(domain -> Range.all(Comparison.LESS_OR_EQUAL, domain).limit(1))
                .toList();
    }

    @Override
    public void check(List<List<Row>> rows) {
        @Nullable Gtid[] found = new @Nullable Gtid[domains.length];
        for (int i = 0; i < domains.length; i++) {
            Gtid last = rows.get(i).isEmpty() ? null : gtid(rows.get(i).get(0));
            found[i] = last != null && last.domain() == domains[i] ? last : null;
        }
        synchronized (this) {
            packets.add(found);
        }
    }

    private static Gtid gtid(Row row) {
        try {
            return new Gtid(number(row, "domain_id"), number(row, "server_id"), number(row, "seq_no"));
        } catch (IllegalArgumentException e) {
            throw new ProtocolException("mysql.gtid_slave_pos: a row that is no position");
        }
    }

    private static long number(Row row, String column) {
        return Long.parseUnsignedLong(String.valueOf(row.valueAt(row.position(column))));
    }

    /** Returns a proof for another read of the same domains. */
    PacketProof again() {
        return new PacketProof(positions, domains);
    }

    /** Returns whether no packet was sent: the client knew the answer without the server. */
    synchronized boolean isEmpty() {
        return sent == 0;
    }

    /** Returns the lowest position of all packets, to judge their age; null if a packet has none. */
    synchronized @Nullable GtidPosition lowest() {
        return position(true);
    }

    /** Returns the highest position of all packets: nothing older may be shown after it; null if a packet has none. */
    synchronized @Nullable GtidPosition highest() {
        return position(false);
    }

    private @Nullable GtidPosition position(boolean lowest) {
        if (packets.size() < sent) {
            return null;
        }
        Map<Long, Gtid> found = new TreeMap<>();
        for (int i = 0; i < domains.length; i++) {
            Gtid chosen = null;
            boolean missing = false;
            for (@Nullable Gtid[] packet : packets) {
                Gtid gtid = packet[i];
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
