// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.internal.protocol.Reply;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One line to send. It is a node of the queue, so callers keep its {@linkplain #result() result} and never the request.
 *
 * @param <T> what the reply is turned into
 */
public abstract class Request<T> {

    static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(Request.class, "next", Request.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final byte[] line;
    final @Nullable WireIndex index;
    final long startNanos;
    final long deadlineNanos;
    private final CompletableFuture<T> result;

    /** The next request while both are in the queue; only {@link RequestQueue} reads or writes this field. */
    @Nullable
    Request<?> next;

    /**
     * @param line the whole line, which must not change any more
     * @param index the index the line names by id, or null if it names none
     * @param startNanos when it was asked for, by {@link System#nanoTime()}
     * @param timeoutNanos how long an answer is worth waiting for
     */
    protected Request(byte[] line, @Nullable WireIndex index, long startNanos, long timeoutNanos) {
        this(line, index, startNanos, timeoutNanos, new CompletableFuture<>());
    }

    /** As the other one, with a result to complete. */
    protected Request(
            byte[] line, @Nullable WireIndex index, long startNanos, long timeoutNanos, CompletableFuture<T> result) {
        this.line = line;
        this.index = index;
        this.startNanos = startNanos;
        this.deadlineNanos = startNanos + timeoutNanos;
        this.result = result;
    }

    /** What becomes of this; keeps neither this request nor any other. */
    public final CompletableFuture<T> result() {
        return result;
    }

    /** Whether the result is complete, so that an answer would be dropped. */
    protected final boolean isDone() {
        return result.isDone();
    }

    /** Completes the result. */
    protected final void complete(T value) {
        result.complete(value);
    }

    /** Lines of the server that answer this. */
    int replies() {
        return 1;
    }

    /** What is read, for messages. */
    Object subject() {
        return String.valueOf(index);
    }

    /** Whether what the line names is open on a connection. */
    boolean isOpen(OpenIndexes open) {
        return index == null || open.isOpen(index);
    }

    /**
     * Turns the reply into the result and completes it; called once for each reply. Event loop only.
     *
     * @param batch how many requests were written together with this one
     * @throws io.handlersocket.client.ProtocolException if it cannot be the answer to this request
     */
    protected abstract void answered(Reply reply, int batch);

    /**
     * Answers this request, or fails it if that cannot be done.
     *
     * @param connection named in exceptions
     * @throws HandlerSocketException if the connection is of no use any more
     */
    final void accept(Reply reply, int batch, String connection) {
        try {
            answered(reply, batch);
        } catch (HandlerSocketException e) {
            failed(e);
            throw e;
        } catch (RuntimeException | Error e) { // no memory for a large row, for instance: somebody waits for it
            ProtocolException surprise = new ProtocolException(connection + ": a reply that cannot be read ("
                    + e.getClass().getSimpleName() + ')');
            surprise.initCause(e);
            failed(surprise);
            throw surprise;
        }
    }

    /** Completes the result with a failure. Event loop, or the submitting thread if it was never queued. */
    protected void failed(HandlerSocketException failure) {
        result.completeExceptionally(failure);
    }

    /** The whole line; not to be changed. */
    protected final byte[] line() {
        return line;
    }

    /** Nanoseconds since it was asked for. */
    protected final long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    /** Whether the time for an answer is over. */
    final boolean expired(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }
}
