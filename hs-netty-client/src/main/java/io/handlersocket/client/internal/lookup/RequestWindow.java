// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.internal.concurrent.Stages;
import io.handlersocket.client.internal.transport.shared.Connection;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends the independent requests of one call, the next ones as earlier ones are answered. So a large call fills neither
 * memory nor the queue of a connection, and another caller waits at most for the part that is on its way. Any thread.
 */
final class RequestWindow<A, B> {

    /** While so many bytes are on their way, no request is sent. */
    static final int MAX_BYTES = 64 * 1024;

    /** What the requests are made of, so that those that wait for their turn do not exist yet. */
    interface Parts<A> {

        /** Makes a request; called once for each, in their order. */
        LookupRequest<A> request(int i, long startNanos);
    }

    private final LookupContext context;
    private final Parts<A> parts;
    private final Function<List<A>, B> join;
    private final CompletableFuture<B> result = new CompletableFuture<>();

    /** Each answer is written before {@link #unanswered} changes, and read when it is 0. */
    private final Object[] answers;

    private final AtomicInteger unanswered;
    private final AtomicInteger weight = new AtomicInteger();

    /** How often there was reason to send; the thread that counts the first one sends, also for the others. */
    private final AtomicInteger turns = new AtomicInteger();

    private volatile long lastSentNanos;

    // Only the thread that sends uses these.
    private int next;
    private @Nullable Connection connection;

    RequestWindow(LookupContext context, int size, Parts<A> parts, Function<List<A>, B> join) {
        this.context = context;
        this.parts = parts;
        this.join = join;
        this.answers = new Object[size];
        this.unanswered = new AtomicInteger(size);
    }

    /** Sends the first requests; those of a caller that waits may use direct connections. */
    RequestWindow<A, B> send(boolean blocking) {
        if (answers.length == 0) {
            complete();
        } else {
            sendMore(blocking);
        }
        return this;
    }

    /** Returns the result. Once it is complete, no more requests are sent. */
    CompletableFuture<B> result() {
        return result;
    }

    long lastSentNanos() {
        return lastSentNanos;
    }

    private void sendMore(boolean blocking) {
        if (turns.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            sendFitting(blocking);
            seen = turns.addAndGet(-seen);
        } while (seen > 0);
    }

    private void sendFitting(boolean blocking) {
        int least = 1 + (MAX_BYTES - 1) / context.pool().maxTogether();
        while (next < answers.length && weight.get() < MAX_BYTES && !result.isDone()) {
            int part = next++;
            long now = context.nowNanos(); // for each request: a deadline is that of one answer, not of the call
            lastSentNanos = now;
            LookupRequest<A> request = parts.request(part, now);
            request.joinCall(result);
            int added = Math.max(least, request.weight());
            weight.addAndGet(added);
            connection = context.sendPart(request, blocking, answers.length == 1, part == 0, connection);
            request.whenComplete((answer, failure) -> ended(part, added, answer, failure));
        }
    }

    private void ended(int part, int removed, @Nullable A answer, @Nullable Throwable failure) {
        if (answer == null) {
            result.completeExceptionally(Stages.unwrapped(failure == null ? new AssertionError("no answer") : failure));
            return;
        }
        answers[part] = answer;
        weight.addAndGet(-removed);
        if (unanswered.decrementAndGet() == 0) {
            complete();
            return;
        }
        try {
            sendMore(false); // this may be the I/O thread, which must not wait
        } catch (HandlerSocketException e) {
            context.counters().failed().increment();
            result.completeExceptionally(e);
        } catch (RuntimeException | Error e) { // no memory for the next request, for instance
            result.completeExceptionally(e);
        }
    }

    @SuppressWarnings("unchecked") // only answers are stored
    private void complete() {
        Stages.complete(result, () -> join.apply((List<A>) Collections.unmodifiableList(Arrays.asList(answers))));
    }
}
