// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Row;
import io.handlersocket.client.internal.concurrent.Stages;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One reader of a range: a page is read when rows are wanted and none are left.
 *
 * <p>Whoever raises {@link #work} from zero gives out what there is; others only raise it, and are noticed. So signals follow
 * one another, and a subscriber that asks for more from within {@code onNext} does not call itself.
 */
final class RangeSubscription implements Flow.Subscription {

    private final Flow.Subscriber<? super Row> subscriber;
    private final RangePages pages;
    private final AtomicLong wanted = new AtomicLong();
    private final AtomicInteger work = new AtomicInteger();
    private volatile boolean over;
    private volatile @Nullable Throwable wrong;

    // Whoever works reads and writes these.
    private Iterator<Row> page = List.<Row>of().iterator();
    private boolean reading;

    private volatile @Nullable List<Row> arrived;

    RangeSubscription(Flow.Subscriber<? super Row> subscriber, RangePages pages) {
        this.subscriber = subscriber;
        this.pages = pages;
    }

    @Override
    public void request(long rows) {
        if (rows <= 0) {
            wrong = new IllegalArgumentException("request: " + rows + " (expected 1 or more; rule 3.9)");
        } else {
            wanted.accumulateAndGet(rows, (before, more) -> before + more < 0 ? Long.MAX_VALUE : before + more);
        }
        work();
    }

    @Override
    public void cancel() {
        over = true; // a page on its way is thrown away
    }

    private void work() {
        if (work.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        while (seen != 0) {
            try {
                step();
            } catch (RuntimeException | Error e) { // a subscriber must not throw: it hears no more
                over = true;
                throw e;
            }
            seen = work.addAndGet(-seen);
        }
    }

    private void step() {
        List<Row> came = arrived;
        if (came != null) {
            arrived = null;
            page = came.iterator();
            reading = false;
        }
        while (!over) {
            Throwable failure = wrong;
            if (failure != null) {
                over = true;
                subscriber.onError(failure);
            } else if (page.hasNext()) {
                if (wanted.get() == 0) {
                    return;
                }
                if (wanted.get() != Long.MAX_VALUE) {
                    wanted.decrementAndGet();
                }
                subscriber.onNext(page.next());
            } else if (reading) {
                return;
            } else if (pages.isDone()) {
                over = true;
                subscriber.onComplete();
            } else if (wanted.get() == 0) {
                return;
            } else {
                reading = true;
                pages.next().whenComplete(this::came);
                return; // if it is there already, work was raised
            }
        }
        page = List.<Row>of().iterator();
    }

    private void came(@Nullable List<Row> rows, @Nullable Throwable failure) {
        if (failure != null) {
            wrong = Stages.unwrapped(failure);
        } else {
            arrived = rows;
        }
        work();
    }
}
