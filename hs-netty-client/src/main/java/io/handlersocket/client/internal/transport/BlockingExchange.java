// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.ReplyScanner;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes one request and reads its replies, on the thread that waits for them. One thread at a time. */
final class BlockingExchange {

    private final String name;
    private final ReplyScanner scanner;
    private final Consumer<Reply> receiver = this::answer;
    private @Nullable Request<?> pending;
    private int missingReplies;

    /** @param name of the connection, for exceptions */
    BlockingExchange(String name, int maxLineBytes) {
        this.name = name;
        this.scanner = new ReplyScanner(maxLineBytes);
    }

    /**
     * Completes the request with what the server answers. After an exception the stream is of no further use.
     *
     * @param timed whether the wait ends at the request's deadline; else another thread must be relied upon to end it
     * @throws ProtocolException if the server sent anything but the replies to this request
     */
    void run(BlockingStream stream, Request<?> request, boolean timed) throws IOException {
        pending = request;
        missingReplies = request.replies();
        if (stream.hasUnread()) {
            throw unasked();
        }
        stream.write(request.line);
        while (pending != null) {
            scanner.feed(timed ? stream.read(request.deadlineNanos) : stream.read(), receiver);
        }
        if (scanner.pendingBytes() > 0) {
            throw unasked();
        }
    }

    /** Whether the last request has got no reply at all. */
    boolean isUnanswered() {
        Request<?> request = pending;
        return request != null && missingReplies == request.replies();
    }

    private void answer(Reply reply) {
        Request<?> request = pending;
        if (request == null) {
            throw unasked();
        }
        if (--missingReplies == 0) {
            pending = null;
        }
        request.accept(reply, 1, name);
    }

    private ProtocolException unasked() {
        return new ProtocolException(name + ": a reply without a request");
    }
}
