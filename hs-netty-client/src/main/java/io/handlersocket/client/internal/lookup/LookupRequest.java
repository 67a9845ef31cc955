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

/** A request that reads rows: counts how it ends, and tells the listener. */
abstract class LookupRequest<T> extends Request<T> {

    private final LookupContext context;
    private final View view;

    LookupRequest(LookupContext context, View view, byte[] line, long startNanos) {
        super(line, view.opened().wire(), startNanos, context.requestTimeoutNanos(), new UserFuture<>());
        this.context = context;
        this.view = view;
    }

    final View view() {
        return view;
    }

    /** The result of a successful reply. */
    abstract T read(Reply reply);

    /** How many keys the result answers, and how many of them with a row. */
    abstract void count(Counters counters, T result);

    @Override
    protected final void answered(Reply reply, int batch) {
        if (!reply.isOk()) {
            var error = new ServerErrorException(view.opened().wire().toString(), reply.number(0), reply.error());
            if (!isDone()) {
                fail(error, batch);
            }
            return;
        }
        T result = read(reply);
        if (isDone()) {
            return; // timed out, and counted when it did
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
        context.counters().failed();
        boolean silent =
                failure instanceof RequestTimeoutException && context.requestTimeoutNanos() >= context.silenceNanos();
        if (silent || failure instanceof ConnectionLostException) {
            context.pool().circuit().failed(failure);
        }
        context.stages().fail(result(), failure);
        if (isRejection(failure)) {
            context.events().rejected(view.opened().wire(), failure);
        }
        done(batch, true);
    }

    /** Whether it was not sent because others were before it. */
    private static boolean isRejection(HandlerSocketException failure) {
        return failure instanceof UnavailableException unavailable
                ? unavailable.reason() == UnavailableException.Reason.WINDOW_FULL
                : failure instanceof RequestTimeoutException && failure.fate() == HandlerSocketException.Fate.NOT_SENT;
    }

    private void done(int batch, boolean failed) {
        if (context.events().wantTime()) {
            context.events().completed(view.opened().wire(), elapsedNanos(), batch, failed);
        }
    }
}
