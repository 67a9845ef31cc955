// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.Tokens;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One line to send, the future of its result, and a node of the queue: one object, because a lookup costs little more
 * than the objects it makes. A caller that keeps the result keeps the tokens too, but no other request: the queue
 * unlinks what it takes.
 */
public abstract class Request<T> extends CompletableFuture<T> {

    public static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(Request.class, "next", Request.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final byte[] tokens;
    private final long deadlineNanos;

    /** The next request while both are in the queue; only the queue reads or writes this field. */
    @Nullable
    Request<?> next;

    /**
     * @param tokens the whole line, or the tokens after the {@link #prefix}; they must not change
     * @param deadlineNanos until when an answer is worth waiting for, by {@link System#nanoTime()}
     */
    protected Request(byte[] tokens, long deadlineNanos) {
        this.tokens = tokens;
        this.deadlineNanos = deadlineNanos;
    }

    /**
     * Returns the first tokens of the line, without a tab after them; null if the tokens of the constructor are the
     * whole line. Many requests share them, so that each holds only what differs. They must not change.
     */
    protected byte @Nullable [] prefix() {
        return null;
    }

    /** Returns the whole line, or the tokens after the {@link #prefix} without a line end; do not change them. */
    protected final byte[] tokens() {
        return tokens;
    }

    protected int tokensLength() {
        return tokens.length;
    }

    /** Copies the tokens after the prefix; returns the offset after them. */
    protected int copyTokens(byte[] target, int at) {
        System.arraycopy(tokens, 0, target, at, tokens.length);
        return at + tokens.length;
    }

    public final int length() {
        byte[] prefix = prefix();
        return prefix == null ? tokens.length : prefix.length + tokensLength() + 2;
    }

    /** Copies the line; returns the offset after it. */
    public final int copyTo(byte[] target, int at) {
        byte[] prefix = prefix();
        if (prefix == null) {
            return copyTokens(target, at);
        }
        System.arraycopy(prefix, 0, target, at, prefix.length);
        int to = at + prefix.length;
        target[to++] = Tokens.TAB;
        to = copyTokens(target, to);
        target[to++] = Tokens.LF;
        return to;
    }

    /** Returns the index that the line names by id; null if it names none. */
    protected @Nullable WireIndex index() {
        return null;
    }

    /** Returns whether the request opens an index: the socket stays open until the server has answered it. */
    public boolean isOpening() {
        return false;
    }

    public int replies() {
        return 1;
    }

    /**
     * Returns whether the server surely reads only a few rows for the request. Only such requests of several callers
     * share a packet, because the caller that sends it waits for all replies.
     */
    public boolean isShort() {
        return false;
    }

    /** Returns what the request reads, for messages. */
    public Object subject() {
        return String.valueOf(index());
    }

    /**
     * Whether what the line names is open on a connection, given the index under each id. An equal index is not enough:
     * after the id is given to another index, requests that were encoded for the one before are refused.
     */
    public boolean isOpen(@Nullable WireIndex[] open) {
        WireIndex index = index();
        return index == null || open[index.id()] == index;
    }

    /**
     * Completes the result with a reply; called once for each by the thread that reads it. Fails with
     * {@link ProtocolException} if the reply cannot answer this request.
     *
     * @param batch how many requests were written in the same flush
     */
    protected abstract void answered(Reply reply, int batch);

    /** Calls {@link #answered}, and fails the request if that throws; then the connection must be closed. */
    public final void accept(Reply reply, int batch, String connection) {
        try {
            answered(reply, batch);
        } catch (HandlerSocketException e) {
            failed(e);
            throw e;
        } catch (RuntimeException | Error e) { // no memory for a large row, for instance
            ProtocolException surprise = new ProtocolException(
                    connection + ": a reply could not be read (" + e.getClass().getSimpleName() + ')');
            surprise.initCause(e);
            failed(surprise);
            throw surprise;
        }
    }

    /** Returns whether no caller wants the result any more, so that the request need not be sent. */
    public boolean isUnwanted() {
        return isDone();
    }

    /** Fails the result, unless it is complete. */
    public void failed(HandlerSocketException failure) {
        completeExceptionally(failure);
    }

    /**
     * Fails the result, unless it is complete, because the deadline passed before this client came to send the request.
     * That says nothing about the server, which could have taken it.
     */
    public void sentTooLate(RequestTimeoutException failure) {
        failed(failure);
    }

    public final long deadlineNanos() {
        return deadlineNanos;
    }

    public final boolean expired(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }
}
