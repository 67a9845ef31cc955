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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A request that reads rows. It counts how it ends and reports it to the listener and the circuit breaker.
 *
 * <p>Users wait for it and derive stages from it, so it behaves as a {@link UserFuture}. They may also complete it, as
 * {@code orTimeout} and {@code cancel} do. Then it is not sent any more; once sent, it is counted when it ends.
 */
abstract class LookupRequest<T> extends Request<T> {

    private final LookupScope scope;

    LookupRequest(LookupScope scope, byte[] tokens, long startNanos) {
        super(tokens, startNanos + scope.context().requestTimeoutNanos());
        this.scope = scope;
    }

    final OpenedIndex opened() {
        return scope.opened();
    }

    final long deadline() {
        return deadlineNanos();
    }

    @Override
    public final boolean isEnded() {
        return wasEnded();
    }

    @Override
    protected final WireIndex index() {
        return opened().wire();
    }

    /** Returns how much of a {@link RequestWindow} it takes: its bytes, or more if it reads many rows. */
    int weight() {
        return length();
    }

    /** Reads the result from a successful reply. */
    abstract T read(Reply reply);

    /** Counts each key that the result answers, with a row or without. */
    abstract void count(Counters counters, T result);

    @Override
    protected final void answered(Reply reply, int batch) {
        if (!reply.isOk()) {
            var error = new ServerErrorException(opened().toString(), reply.number(0), reply.error());
            if (end()) {
                scope.context().pool().circuit().succeeded(); // an error is an answer
                fail(error, batch);
            }
            return;
        }
        T result = read(reply);
        if (!end()) {
            return; // it timed out, and was counted then
        }
        scope.context().pool().circuit().succeeded();
        count(scope.context().counters(), result);
        complete(result);
        done(batch, false);
    }

    @Override
    public final void failed(HandlerSocketException failure) {
        if (!end()) {
            return;
        }
        LookupContext context = scope.context();
        boolean silent =
                failure instanceof RequestTimeoutException && context.requestTimeoutNanos() >= context.silenceNanos();
        if (silent || failure instanceof ConnectionLostException) {
            context.pool().circuit().failed(failure);
        }
        fail(failure, 0);
    }

    @Override
    public final void sentTooLate(RequestTimeoutException failure) {
        if (end()) {
            fail(failure, 0); // the circuit breaker counts only what the server has not answered
        }
    }

    private void fail(HandlerSocketException failure, int batch) {
        LookupContext context = scope.context();
        context.counters().failed().increment();
        context.stages().fail(this, failure);
        if (isRejection(failure)) {
            context.events().rejected(opened().wire(), failure);
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
        LookupContext context = scope.context();
        if (context.events().measuresTime()) {
            long startNanos = deadlineNanos() - context.requestTimeoutNanos();
            context.events().completed(opened().wire(), System.nanoTime() - startNanos, batch, failed);
        }
    }

    @Override
    public final T join() {
        UserFuture.refuseToWait(this, "CompletableFuture.join");
        return super.join();
    }

    @Override
    public final T get() throws InterruptedException, ExecutionException {
        UserFuture.refuseToWait(this, "CompletableFuture.get");
        return super.get();
    }

    @Override
    public final T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        UserFuture.refuseToWait(this, "CompletableFuture.get");
        return super.get(timeout, unit);
    }

    @Override
    public final <U> CompletableFuture<U> newIncompleteFuture() {
        return new UserFuture<>();
    }
}
