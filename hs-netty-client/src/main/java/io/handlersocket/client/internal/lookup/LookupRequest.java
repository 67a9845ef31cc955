// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.internal.concurrent.UserFuture;
import io.handlersocket.client.internal.lookup.LookupContext.Counters;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.WireIndex;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request that reads rows. It tells its context how it ends.
 *
 * <p>No user ever has it. A user who completes the stage instead, as {@code orTimeout} and {@code cancel} do, ends the
 * wait: the request is not sent any more; once sent, it is counted when it ends.
 */
abstract class LookupRequest<T> extends Request<T> {

    private final LookupContext context;
    private final OpenedIndex opened;

    /**
     * Who gets the result: a {@link UserFuture} is the stage of a user, and another future is the result of the call
     * that this request is a part of. Null if a caller waits for the request.
     */
    private @Nullable CompletableFuture<?> receiver;

    LookupRequest(LookupContext context, OpenedIndex opened, byte[] tokens, long startNanos) {
        super(tokens, startNanos + context.requestTimeoutNanos());
        this.context = context;
        this.opened = opened;
    }

    /** Returns the stage of a user that the result completes; call it before the request is sent. */
    final CompletableFuture<T> stage() {
        CompletableFuture<T> stage = new UserFuture<>();
        receiver = stage;
        return stage;
    }

    /** Makes this a part of a call, which is not sent after the call has a result; call it before it is sent. */
    final void joinCall(CompletableFuture<?> result) {
        receiver = result;
    }

    @Override
    public final boolean isUnwanted() {
        return isDone() || (receiver != null && receiver.isDone());
    }

    final OpenedIndex opened() {
        return opened;
    }

    final long startNanos() {
        return deadlineNanos() - context.requestTimeoutNanos();
    }

    @Override
    protected final WireIndex index() {
        return opened.wire();
    }

    /** Returns how much of a {@link RequestWindow} it takes: its bytes, or more if it reads many rows. */
    int weight() {
        return length();
    }

    abstract T read(Reply reply);

    /** Counts each key that the result answers, with a row or without. */
    abstract void count(Counters counters, T result);

    @Override
    @SuppressWarnings("unchecked") // only stage() makes a UserFuture the receiver
    protected final void answered(Reply reply, int batch) {
        if (!reply.isOk()) {
            fail(new ServerErrorException(opened.toString(), reply.number(0), reply.error()), true, batch);
            return;
        }
        T result = read(reply);
        if (isDone()) {
            return; // it timed out, and was counted then
        }
        count(context.counters(), result);
        context.ended(this, null, true, batch);
        complete(result);
        if (receiver instanceof UserFuture<?>) {
            context.stages().complete((CompletableFuture<T>) receiver, result);
        }
    }

    @Override
    public final void failed(HandlerSocketException failure) {
        fail(failure, true, 0);
    }

    @Override
    public final void sentTooLate(RequestTimeoutException failure) {
        fail(failure, false, 0);
    }

    private void fail(HandlerSocketException failure, boolean concernsServer, int batch) {
        if (isDone()) {
            return;
        }
        context.ended(this, failure, concernsServer, batch);
        completeExceptionally(failure);
        if (receiver instanceof UserFuture<?> stage) {
            context.stages().fail(stage, failure);
        }
    }
}
