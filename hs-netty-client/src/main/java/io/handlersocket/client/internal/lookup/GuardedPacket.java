// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Range;
import io.handlersocket.client.Row;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.TooLargeException;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.client.spi.PacketGuard;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A packet that begins with the lines of a {@link PacketGuard}. Their replies arrive before those of the lookups, so
 * the guard judges the packet before a lookup is answered. Only the thread that reads the replies uses it.
 */
record GuardedPacket(PacketGuard guard, int lines, List<? extends LookupRequest<?>> lookups, List<List<Row>> rows) {

    /**
     * Returns one packet, if the server surely reads it at once: the guard's lines, then lookups with one deadline.
     * Fails if the guard's index is not open.
     */
    static RequestGroup of(PacketGuard guard, List<? extends LookupRequest<?>> lookups) {
        OpenedIndex opened = ((DefaultIndex) guard.index()).use(lookups.get(0).startNanos());
        return of(guard, opened, lookups);
    }

    static RequestGroup of(PacketGuard guard, OpenedIndex opened, List<? extends LookupRequest<?>> lookups) {
        LookupRequest<?> first = lookups.get(0);
        List<Range> ranges = guard.lines();
        GuardedPacket packet = new GuardedPacket(guard, ranges.size(), List.copyOf(lookups), new ArrayList<>());
        List<Request<?>> requests = new ArrayList<>(ranges.size() + lookups.size());
        for (Range range : ranges) {
            byte[][] equal = Objects.requireNonNull(KeyEncoder.equal(opened.layout(), range), "a line of no row");
            byte[] line = LookupLines.range(opened, range, range.limit(), equal);
            requests.add(packet.new Line(opened, line, first.deadlineNanos()));
        }
        requests.addAll(lookups);
        int bytes = RequestGroup.bytes(requests);
        if (bytes > RequestGroup.MAX_SNAPSHOT_BYTES) {
            throw new TooLargeException(first.opened() + ": " + bytes + " bytes for one snapshot with its guard"
                    + " (expected at most " + RequestGroup.MAX_SNAPSHOT_BYTES + ")");
        }
        return new RequestGroup(requests);
    }

    private void answered(List<Row> line) {
        rows.add(line);
        if (rows.size() == lines) {
            try {
                guard.check(rows);
            } catch (HandlerSocketException e) {
                refuse(e);
            }
        }
    }

    private void refuse(HandlerSocketException reason) {
        lookups.forEach(lookup -> lookup.failed(reason));
    }

    /** A line of the guard. It is not a lookup of a caller, so it is not counted as one. */
    private final class Line extends Request<List<Row>> {

        private final OpenedIndex opened;

        Line(OpenedIndex opened, byte[] line, long deadlineNanos) {
            super(line, deadlineNanos);
            this.opened = opened;
        }

        /** It is sent only for the lookups of its packet. */
        @Override
        public boolean isUnwanted() {
            return true;
        }

        @Override
        protected WireIndex index() {
            return opened.wire();
        }

        @Override
        protected void answered(Reply reply, int batch) {
            if (!reply.isOk()) {
                var error = new ServerErrorException(opened.toString(), reply.number(0), reply.error());
                refuse(error);
                failed(error);
                return;
            }
            int count = RowReader.rows(reply, opened);
            List<Row> found = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                found.add(RowReader.row(reply, opened, i));
            }
            complete(found);
            GuardedPacket.this.answered(found);
        }
    }
}
