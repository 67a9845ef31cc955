// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.handlersocket.client.internal.transport.WireIndex;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Writes waiting requests in one flush. Event loop only, and never called while it runs: a flush calls handlers, and a
 * request that fails runs code of users. So requests that are not sent fail last, when all others are written.
 */
final class BatchWriter {

    private static final int INITIAL_BYTES = 8 * 1024;

    /** A flush that is longer ends. Netty's high-water mark is the same, so more would only wait in memory. */
    private static final int MAX_BYTES = 64 * 1024;

    private final String name;
    private final SendQueue queue;
    private final InFlightRequests inFlight;
    private final @Nullable WireIndex[] open;
    private final BatchSizes sizes;

    /** The lines of a flush. One copy of all of them costs less than many small ones into a buffer of Netty. */
    private byte[] lines = new byte[INITIAL_BYTES];

    private final Queue<Request<?>> notOpen = new ArrayDeque<>(0);
    private final Queue<Request<?>> late = new ArrayDeque<>(0);

    BatchWriter(String name, SendQueue queue, InFlightRequests inFlight, @Nullable WireIndex[] open, BatchSizes sizes) {
        this.name = name;
        this.queue = queue;
        this.inFlight = inFlight;
        this.open = open;
        this.sizes = sizes;
    }

    /**
     * Writes one group, or as many requests as there is room for, at most {@link Connection#MAX_BATCH}. Returns whether
     * more can be written at once.
     */
    boolean write(ChannelHandlerContext context, int room, long nowNanos) {
        int length = 0;
        int taken = 0;
        int written = 0;
        boolean group = false;
        try {
            // Refused requests count too: callers that retry at once would keep this thread from reading.
            while (written < room && taken < Connection.MAX_BATCH && length < MAX_BYTES && !group) {
                Request<?> next = queue.peek();
                group = next instanceof RequestGroup;
                if (next == null || (group && (written > 0 || !fits(next)))) {
                    break;
                }
                Request<?> request = queue.poll();
                if (request == null) {
                    throw new AssertionError(next);
                }
                taken++;
                if (mayBeSent(request, nowNanos)) {
                    inFlight.add(request); // first, so that it is answered or failed even if the next lines throw
                    written++;
                    makeRoom(length, request.length());
                    length = request.copyTo(lines, length);
                }
            }
            if (written > 0) {
                inFlight.recordBatch(written);
                sizes.add(written);
                flush(context, length);
            }
        } finally {
            queue.taken(taken);
            failUnsent();
        }
        Request<?> next = queue.peek();
        return next != null && (!(next instanceof RequestGroup) || fits(next));
    }

    private void makeRoom(int used, int more) {
        if (used + more > lines.length) {
            lines = Arrays.copyOf(lines, Math.max(used + more, lines.length * 2));
        }
    }

    private void flush(ChannelHandlerContext context, int length) {
        ByteBuf bytes = context.alloc().directBuffer(length).writeBytes(lines, 0, length);
        if (lines.length > MAX_BYTES) {
            lines = new byte[INITIAL_BYTES];
        } else {
            Arrays.fill(lines, 0, length, (byte) 0); // a heap dump shows no keys and no secret of earlier requests
        }
        context.writeAndFlush(bytes, context.voidPromise());
    }

    /** Returns whether the server surely reads a group at once, even if it has read nothing of what is in flight. */
    private boolean fits(Request<?> group) {
        return inFlight.bytes() + group.length() <= RequestGroup.MAX_BYTES;
    }

    /** Returns whether to send a request; remembers it if it must fail. */
    private boolean mayBeSent(Request<?> request, long nowNanos) {
        if (request.isUnwanted()) {
            return false;
        }
        if (!request.isOpen(open)) {
            notOpen.add(request);
            return false;
        }
        if (request.expired(nowNanos)) {
            late.add(request);
            return false;
        }
        return true;
    }

    private void failUnsent() {
        for (Request<?> request = notOpen.poll(); request != null; request = notOpen.poll()) {
            request.failed(new UnavailableException(
                    Reason.NOT_OPEN, name + ": " + request.subject() + " is not open on this connection"));
        }
        if (!late.isEmpty()) {
            var failure = new RequestTimeoutException(name + ": not sent within the request timeout", false);
            for (Request<?> request = late.poll(); request != null; request = late.poll()) {
                request.sentTooLate(failure);
            }
        }
    }
}
