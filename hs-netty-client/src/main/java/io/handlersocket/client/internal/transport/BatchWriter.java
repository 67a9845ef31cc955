// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/** Takes waiting requests and writes them in one flush. Event loop only. */
final class BatchWriter {

    private final String name;
    private final SendQueue queue;
    private final InFlight inFlight;
    private final OpenIndexes open;
    private final BatchSizes sizes;

    /** What the requests fail with that one call finds too late: they are one failure to the circuit breaker. */
    private @Nullable RequestTimeoutException late;

    BatchWriter(String name, SendQueue queue, InFlight inFlight, OpenIndexes open, BatchSizes sizes) {
        this.name = name;
        this.queue = queue;
        this.inFlight = inFlight;
        this.open = open;
        this.sizes = sizes;
    }

    /**
     * Writes as many as there is room for; a group by itself.
     *
     * @param room requests, at most {@link Connection#MAX_BATCH}
     * @return whether there is more that can be taken at once
     */
    boolean write(ChannelHandlerContext context, int room, long nowNanos) {
        late = null;
        ByteBuf out = null;
        int taken = 0;
        int written = 0;
        boolean group = false;
        try {
            // Those that are refused count as well: callers who ask again at once would keep this thread from reading.
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
                    inFlight.add(request); // first of all, so that whatever happens it is failed or answered
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
            inFlight.mark(written);
            sizes.add(written);
            context.writeAndFlush(out, context.voidPromise());
        }
        Request<?> behind = queue.peek();
        return behind != null && (!(behind instanceof RequestGroup) || fits(behind));
    }

    /** Whether the server reads all of a group at once, even if it has read nothing of what is unanswered. */
    private boolean fits(Request<?> group) {
        return inFlight.bytes() + group.line.length <= RequestGroup.MAX_BYTES;
    }

    /** Whether a request is worth sending; fails it if not. */
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
