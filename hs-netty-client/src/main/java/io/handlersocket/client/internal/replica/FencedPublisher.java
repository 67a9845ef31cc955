// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.replica;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Row;
import java.util.concurrent.Flow;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Publishes rows of the primary, and fails as soon as it is not proven to be the primary any more. */
record FencedPublisher(Flow.Publisher<Row> source, PrimaryState primary, Wish wish) implements Flow.Publisher<Row> {

    @Override
    public void subscribe(Subscriber<? super Row> subscriber) {
        source.subscribe(new Fenced(subscriber, primary, wish));
    }

    private static final class Fenced implements Subscriber<Row> {

        private final Subscriber<? super Row> subscriber;
        private final PrimaryState primary;
        private final Wish wish;
        private @Nullable Subscription subscription;
        private PrimaryState.@Nullable Standing before;
        private boolean ended;

        Fenced(Subscriber<? super Row> subscriber, PrimaryState primary, Wish wish) {
            this.subscriber = subscriber;
            this.primary = primary;
            this.wish = wish;
        }

        @Override
        public void onSubscribe(Subscription given) {
            subscription = given;
            subscriber.onSubscribe(given);
        }

        @Override
        public void onNext(Row row) {
            if (ended) {
                return;
            }
            wish.streamed();
            try {
                check();
            } catch (HandlerSocketException e) {
                ended = true;
                if (subscription != null) {
                    subscription.cancel();
                }
                subscriber.onError(e);
                return;
            }
            subscriber.onNext(row);
        }

        /** The first row comes after the first request, so the primary is proven from there on. */
        private void check() {
            PrimaryState.Standing known = before;
            if (known == null) {
                before = primary.require();
            } else {
                primary.requireStill(known);
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (!ended) {
                subscriber.onError(failure);
            }
        }

        @Override
        public void onComplete() {
            if (!ended) {
                wish.streamed();
                subscriber.onComplete();
            }
        }
    }
}
