// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.ReplyScanner;
import io.handlersocket.client.internal.transport.Request;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Writes requests and reads their replies on the calling thread. One thread at a time. */
final class BlockingExchange {

    private static final int KEPT_BYTES = 2 * 1024;

    /** The time after a reply from which the stream is asked for bytes that nothing asked for: it is a system call. */
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final String name;
    /** For the lines of a packet, unless they are longer. */
    private final byte[] kept = new byte[KEPT_BYTES];

    /** Null once the connection is closed, so that what still refers to it keeps no part of a long reply. */
    private volatile @Nullable ReplyScanner scanner;

    private final Consumer<Reply> receiver = this::answer;
    private @Nullable Request<?> own;
    private List<WaitingCaller> others = List.of();
    private int answeredOthers;
    private int missingReplies;
    private boolean answered = true;
    private final LongSupplier nanoTime;
    private volatile long endedNanos;

    BlockingExchange(String name, int maxLineBytes, LongSupplier nanoTime) {
        this.name = name;
        this.nanoTime = nanoTime;
        this.endedNanos = nanoTime.getAsLong() - 2 * IDLE_NANOS;
        this.scanner = new ReplyScanner(maxLineBytes);
    }

    /**
     * Completes the calling thread's own request, and those of callers that follow in the same packet, with the
     * server's replies; anything else is a {@link ProtocolException}. Returns how long the answer took, in nanoseconds.
     * After an exception the stream must be closed.
     *
     * @param deadlineNanos when the read ends; {@link BlockingStream#NO_DEADLINE} if another thread closes the stream
     *     at the request's deadline
     */
    long run(
            BlockingStream stream,
            Request<?> request,
            List<WaitingCaller> together,
            long deadlineNanos,
            long startedNanos)
            throws IOException {
        ReplyScanner current = scanner;
        if (current == null) {
            throw new ClosedChannelException();
        }
        own = request;
        others = together;
        answered = false;
        answeredOthers = 0;
        missingReplies = request.replies();
        try {
            if (startedNanos - endedNanos > IDLE_NANOS && stream.hasUnread()) {
                throw unexpected();
            }
            exchange(stream, current, request, deadlineNanos);
            long now = nanoTime.getAsLong();
            endedNanos = now;
            return now - startedNanos;
        } finally {
            own = null; // an idle or closed connection keeps no rows and no threads
            others = List.of();
        }
    }

    /** Reads the answer to a request without others whose {@link #run} ended at the deadline, however late it comes. */
    void await(BlockingStream stream, Request<?> request) throws IOException {
        own = request;
        try {
            for (ReplyScanner current = scanner; missingReplies > 0 && current != null; ) {
                current.feed(stream.read(BlockingStream.NO_DEADLINE), receiver);
            }
        } finally {
            own = null;
        }
    }

    private void exchange(BlockingStream stream, ReplyScanner current, Request<?> request, long deadlineNanos)
            throws IOException {
        List<WaitingCaller> together = others;
        write(stream, request, together);
        int woken = 0;
        while (missingReplies > 0 || answeredOthers < together.size()) {
            while (woken < answeredOthers) {
                together.get(woken++).wake(); // their answers do not wait for the next read
            }
            current.feed(stream.read(deadlineNanos), receiver);
        }
        if (current.pendingBytes() > 0) {
            throw unexpected();
        }
    }

    /** Returns when the last successful run ended, by {@link System#nanoTime()}. Any thread. */
    long endedNanos() {
        return endedNanos;
    }

    /** Returns whether the calling thread's own request received no reply in the last run. */
    boolean isUnanswered() {
        return !answered;
    }

    /** Drops what has been received of a reply. No exchange can begin after that. Any thread. */
    void close() {
        scanner = null;
    }

    private void write(BlockingStream stream, Request<?> request, List<WaitingCaller> together) throws IOException {
        int length = request.length();
        for (WaitingCaller other : together) {
            length += other.request().length();
        }
        byte[] lines = length <= kept.length ? kept : new byte[length];
        int to = request.copyTo(lines, 0);
        for (WaitingCaller other : together) {
            to = other.request().copyTo(lines, to);
        }
        try {
            stream.write(lines, length);
        } finally {
            Arrays.fill(lines, 0, length, (byte) 0); // a heap dump shows no keys and no secret of earlier requests
        }
    }

    private void answer(Reply reply) {
        Request<?> request = own;
        int batch = 1 + others.size();
        if (request != null && missingReplies > 0) {
            missingReplies--;
            answered = true;
            request.accept(reply, batch, name);
        } else if (answeredOthers < others.size()) {
            others.get(answeredOthers++).accept(reply, batch);
        } else {
            throw unexpected();
        }
    }

    private ProtocolException unexpected() {
        return new ProtocolException(name + ": a reply without a request");
    }
}
