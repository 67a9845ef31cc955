// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Row;
import io.handlersocket.replicas.GtidPosition;
import java.util.concurrent.Flow;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes rows of the primary, and fails as soon as it is not proven to be the primary any more.
 *
 * @param identity of the server that the index is open at
 */
record FencedPublisher(Flow.Publisher<Row> source, PrimaryState primary, Supplier<String> identity, Wish wish)
        implements Flow.Publisher<Row> {

    @Override
    public void subscribe(Subscriber<? super Row> subscriber) {
        source.subscribe(new Fenced(subscriber, this));
    }

    /** Checks the primary before the first page is requested, at each row, and at the end. */
    private static final class Fenced implements Subscriber<Row>, Subscription {

        private final Subscriber<? super Row> subscriber;
        private final FencedPublisher publisher;
        private volatile @Nullable Subscription subscription;
        private volatile PrimaryState.@Nullable Standing before;
        private volatile boolean ended;

        Fenced(Subscriber<? super Row> subscriber, FencedPublisher publisher) {
            this.subscriber = subscriber;
            this.publisher = publisher;
        }

        @Override
        public void onSubscribe(Subscription given) {
            subscription = given;
            subscriber.onSubscribe(this);
        }

        @Override
        public void request(long count) {
            Subscription source = subscription;
            if (source != null && !ended && (before != null || isProven())) {
                source.request(count);
            }
        }

        @Override
        public void cancel() {
            Subscription source = subscription;
            if (source != null) {
                source.cancel();
            }
        }

        @Override
        public void onNext(Row row) {
            if (!ended && isProven()) {
                subscriber.onNext(row);
            }
        }

        /** Ends the subscription if the primary is not proven. */
        private boolean isProven() {
            publisher.wish.streamed();
            try {
                PrimaryState.Standing known = before;
                if (known == null) {
                    known = begin(); // does not ask once more: a subscription must not wait
                    before = known;
                }
                publisher.primary.requireStill(known, publisher.identity.get());
                return true;
            } catch (HandlerSocketException e) {
                ended = true;
                cancel();
                subscriber.onError(e);
                return false;
            }
        }

        private PrimaryState.Standing begin() {
            PrimaryState primary = publisher.primary;
            GtidPosition wanted = publisher.wish.freshness().position().orElse(null);
            return wanted == null ? primary.require() : PrimaryReads.covering(primary, wanted);
        }

        @Override
        public void onError(Throwable failure) {
            if (!ended) {
                subscriber.onError(failure);
            }
        }

        @Override
        public void onComplete() {
            if (!ended && isProven()) {
                subscriber.onComplete();
            }
        }
    }
}
