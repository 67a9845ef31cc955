// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.Row;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

/** Rows as they are asked for: each subscriber reads the range for itself, from its beginning. */
final class RangePublisher implements Flow.Publisher<Row> {

    private final Supplier<RangePages> pages;

    /** @param pages makes the pages of one subscriber */
    RangePublisher(Supplier<RangePages> pages) {
        this.pages = pages;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Row> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        subscriber.onSubscribe(new RangeSubscription(subscriber, pages.get()));
    }
}
