// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/** Writes waiting requests in one flush. Event loop only. */
final class BatchWriter {

    private final String name;
    private final SendQueue queue;
    private final InFlightRequests inFlight;
    private final @Nullable WireIndex[] open;
    private final BatchSizes sizes;

    /** The failure of all late requests of one call, which the circuit breaker counts once. */
    private @Nullable RequestTimeoutException late;

    BatchWriter(String name, SendQueue queue, InFlightRequests inFlight, @Nullable WireIndex[] open, BatchSizes sizes) {
        this.name = name;
        this.queue = queue;
        this.inFlight = inFlight;
        this.open = open;
        this.sizes = sizes;
    }

    /**
     * Writes as many requests as there is room for, or one group.
     *
     * @param room the most requests to write, at most {@link Connection#MAX_BATCH}
     * @return whether more requests can be written at once
     */
    boolean write(ChannelHandlerContext context, int room, long nowNanos) {
        late = null;
        ByteBuf out = null;
        int taken = 0;
        int written = 0;
        boolean group = false;
        try {
            // Refused requests count too: callers that retry at once would keep this thread from reading.
            while (written < room && taken < Connection.MAX_BATCH && !group) {
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
                    if (out == null) {
                        out = context.alloc().directBuffer(Math.max(512, request.line.length * 2));
                    }
                    out.writeBytes(request.line);
                }
            }
        } catch (RuntimeException | Error e) {
            if (out != null) {
                out.release();
            }
            throw e;
        } finally {
            queue.taken(taken);
        }
        if (out != null) {
            inFlight.recordBatch(written);
            sizes.add(written);
            context.writeAndFlush(out, context.voidPromise());
        }
        Request<?> next = queue.peek();
        return next != null && (!(next instanceof RequestGroup) || fits(next));
    }

    /** Returns whether the server surely reads a group at once, even if it has read nothing of what is in flight. */
    private boolean fits(Request<?> group) {
        return inFlight.bytes() + group.line.length <= RequestGroup.MAX_BYTES;
    }

    /** Returns whether to send a request; fails it if not. */
    private boolean mayBeSent(Request<?> request, long nowNanos) {
        if (request.isDone()) {
            return false;
        }
        if (!request.isOpen(open)) {
            request.failed(new UnavailableException(
                    UnavailableException.Reason.NOT_OPEN,
                    name + ": " + request.subject() + " is not open on this connection"));
            return false;
        }
        if (request.expired(nowNanos)) {
            if (late == null) {
                late = new RequestTimeoutException(name + ": not sent within the request timeout", false);
            }
            request.failed(late);
            return false;
        }
        return true;
    }
}
