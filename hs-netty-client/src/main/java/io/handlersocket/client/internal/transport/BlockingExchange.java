// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.ReplyScanner;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes one request and reads its replies on the calling thread. One thread at a time. */
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
     * Completes the request with the server's replies. After an exception the stream must be closed.
     *
     * @param timed whether the read ends at the request's deadline; otherwise another thread must close the stream then
     * @throws ProtocolException if the server sends anything but the replies to this request
     */
    void run(BlockingStream stream, Request<?> request, boolean timed) throws IOException {
        pending = request;
        missingReplies = request.replies();
        if (stream.hasUnread()) {
            throw unexpected();
        }
        stream.write(request.line());
        while (pending != null) {
            scanner.feed(stream.read(timed ? request.deadlineNanos : BlockingStream.NO_DEADLINE), receiver);
        }
        if (scanner.pendingBytes() > 0) {
            throw unexpected();
        }
    }

    /** Returns whether the last request has received no reply. */
    boolean isUnanswered() {
        Request<?> request = pending;
        return request != null && missingReplies == request.replies();
    }

    private void answer(Reply reply) {
        Request<?> request = pending;
        if (request == null) {
            throw unexpected();
        }
        if (--missingReplies == 0) {
            pending = null;
        }
        request.accept(reply, 1, name);
    }

    private ProtocolException unexpected() {
        return new ProtocolException(name + ": a reply without a request");
    }
}
