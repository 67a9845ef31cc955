// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.client.Row;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/** Requests one row of a publisher. */
final class FirstPublished implements Flow.Subscriber<Row> {

    private final CompletableFuture<Row> first = new CompletableFuture<>();

    private FirstPublished() {}

    /** Waits for the first row, at most 10 s. */
    static Row of(Flow.Publisher<Row> rows) throws Exception {
        FirstPublished subscriber = new FirstPublished();
        rows.subscribe(subscriber);
        return subscriber.first.get(10, TimeUnit.SECONDS);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(1);
    }

    @Override
    public void onNext(Row row) {
        first.complete(row);
    }

    @Override
    public void onError(Throwable failure) {
        first.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        first.completeExceptionally(new AssertionError("no row"));
    }
}
