// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.concurrent.UserFuture;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.WireIndex;

/** A request that reads rows. It counts how it ends and reports it to the listener and the circuit breaker. */
abstract class LookupRequest<T> extends Request<T> {

    private final LookupContext context;
    private final OpenedIndex opened;

    LookupRequest(LookupContext context, OpenedIndex opened, byte[] tokens, long startNanos) {
        super(tokens, startNanos + context.requestTimeoutNanos(), new UserFuture<>());
        this.context = context;
        this.opened = opened;
    }

    final OpenedIndex opened() {
        return opened;
    }

    @Override
    protected final WireIndex index() {
        return opened.wire();
    }

    /** Reads the result from a successful reply. */
    abstract T read(Reply reply);

    /** Counts each key that the result answers, with a row or without. */
    abstract void count(Counters counters, T result);

    @Override
    protected final void answered(Reply reply, int batch) {
        if (!reply.isOk()) {
            var error = new ServerErrorException(opened.toString(), reply.number(0), reply.error());
            if (!isDone()) {
                fail(error, batch);
            }
            return;
        }
        T result = read(reply);
        if (isDone()) {
            return; // it timed out, and was counted then
        }
        context.pool().circuit().succeeded();
        count(context.counters(), result);
        complete(result);
        done(batch, false);
    }

    @Override
    protected final void failed(HandlerSocketException failure) {
        if (!isDone()) {
            fail(failure, 0);
        }
    }

    private void fail(HandlerSocketException failure, int batch) {
        context.counters().failed().increment();
        boolean silent =
                failure instanceof RequestTimeoutException && context.requestTimeoutNanos() >= context.silenceNanos();
        if (silent || failure instanceof ConnectionLostException) {
            context.pool().circuit().failed(failure);
        }
        context.stages().fail(result(), failure);
        if (isRejection(failure)) {
            context.events().rejected(opened.wire(), failure);
        }
        done(batch, true);
    }

    /** Whether it was not sent because too many others were waiting. */
    private static boolean isRejection(HandlerSocketException failure) {
        return failure instanceof UnavailableException unavailable
                ? unavailable.reason() == UnavailableException.Reason.WINDOW_FULL
                : failure instanceof RequestTimeoutException && failure.fate() == HandlerSocketException.Fate.NOT_SENT;
    }

    private void done(int batch, boolean failed) {
        if (context.events().measuresTime()) {
            long startNanos = deadlineNanos() - context.requestTimeoutNanos();
            context.events().completed(opened.wire(), System.nanoTime() - startNanos, batch, failed);
        }
    }
}
