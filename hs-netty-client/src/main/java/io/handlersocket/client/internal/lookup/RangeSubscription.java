// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Row;
import io.handlersocket.client.internal.concurrent.Stages;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber and its position in a range: reads a page when rows are requested and none are left.
 *
 * <p>The thread that raises {@link #work} from zero emits; another thread only raises it, and the emitting thread runs
 * again. So signals are serial, and a subscriber that requests more within {@code onNext} does not recurse. It is above
 * zero from the start until {@code onSubscribe} has returned, because no row may come before (rule 1.3).
 */
final class RangeSubscription implements Flow.Subscription {

    private final Flow.Subscriber<? super Row> subscriber;
    private final RangePages pages;
    private final AtomicLong requested = new AtomicLong();
    private final AtomicInteger work = new AtomicInteger(1);
    private volatile boolean ended;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable List<Row> arrived;

    // Only the emitting thread reads and writes these.
    private Iterator<Row> page = List.<Row>of().iterator();
    private boolean reading;

    private RangeSubscription(Flow.Subscriber<? super Row> subscriber, RangePages pages) {
        this.subscriber = subscriber;
        this.pages = pages;
    }

    /** A publisher whose subscribers each read the range from its beginning. */
    static Flow.Publisher<Row> publisher(Supplier<? extends RangePages> pages) {
        return subscriber -> {
            Objects.requireNonNull(subscriber, "subscriber: null (expected a Flow.Subscriber)");
            RangeSubscription subscription = new RangeSubscription(subscriber, pages.get());
            subscriber.onSubscribe(subscription);
            subscription.emitAll();
        };
    }

    @Override
    public void request(long rows) {
        if (rows <= 0) {
            failure = new IllegalArgumentException("request: " + rows + " (expected 1 or more; rule 3.9)");
        } else {
            requested.accumulateAndGet(rows, (before, more) -> before + more < 0 ? Long.MAX_VALUE : before + more);
        }
        work();
    }

    @Override
    public void cancel() {
        ended = true; // a page that arrives later is dropped
    }

    private void work() {
        if (work.getAndIncrement() == 0) {
            emitAll();
        }
    }

    private void emitAll() {
        int seen = 1;
        while (seen != 0) {
            try {
                emit();
            } catch (RuntimeException | Error e) { // a subscriber must not throw: it gets no further signal
                ended = true;
                throw e;
            }
            seen = work.addAndGet(-seen);
        }
    }

    private void emit() {
        List<Row> rows = arrived;
        if (rows != null) {
            arrived = null;
            page = rows.iterator();
            reading = false;
        }
        while (!ended) {
            Throwable error = failure;
            if (error != null) {
                ended = true;
                subscriber.onError(error);
            } else if (page.hasNext()) {
                if (requested.get() == 0) {
                    return;
                }
                if (requested.get() != Long.MAX_VALUE) {
                    requested.decrementAndGet();
                }
                subscriber.onNext(page.next());
            } else if (reading) {
                return;
            } else if (pages.isDone()) {
                ended = true;
                subscriber.onComplete();
            } else if (requested.get() == 0) {
                return;
            } else {
                reading = true;
                pages.next().whenComplete(this::received);
                return; // if the page has arrived already, work was raised
            }
        }
        page = List.<Row>of().iterator();
    }

    private void received(@Nullable List<Row> rows, @Nullable Throwable cause) {
        if (cause != null) {
            failure = Stages.unwrapped(cause);
        } else {
            arrived = rows;
        }
        work();
    }
}
