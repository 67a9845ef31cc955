// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.Row;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.GtidPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.Flow.Subscriber;
import org.junit.jupiter.api.Test;

/** A stream without a row is one of the primary, too. */
class FencedPublisherTest {

    private final PrimaryState primary =
            new PrimaryState("db", 500_000_000, () -> Servers.facts("A"), new ReplicaEvents(List.of()), () -> 0);
    private final List<String> events = new ArrayList<>();
    private String identity = "A";
    private Subscriber<? super Row> rows = new Events();

    private class Events implements Subscriber<Row> {
        @Override
        public void onSubscribe(Flow.Subscription given) {}

        @Override
        public void onNext(Row row) {
            events.add("row");
        }

        @Override
        public void onError(Throwable failure) {
            assertThat(failure).isInstanceOf(UnavailableException.class);
            events.add("failed");
        }

        @Override
        public void onComplete() {
            events.add("complete");
        }
    }

    private void subscribe() {
        subscribe(Freshness.PRIMARY);
    }

    private void subscribe(Freshness freshness) {
        Flow.Subscription source = new Flow.Subscription() {
            @Override
            public void request(long count) {
                events.add("asked");
            }

            @Override
            public void cancel() {
                events.add("cancelled");
            }
        };
        Flow.Publisher<Row> empty = subscriber -> {
            rows = subscriber;
            subscriber.onSubscribe(source);
        };
        new FencedPublisher(empty, primary, () -> identity, new Wish(freshness, null, null)).subscribe(new Events() {
            @Override
            public void onSubscribe(Flow.Subscription given) {
                given.request(1);
            }
        });
    }

    private void serve() {
        primary.answered(Servers.primary("A", 1, 0, "0-1-1"), Servers.NONE);
    }

    @Test
    void anEmptyRangeOfThePrimaryCompletes() {
        serve();
        subscribe();
        rows.onComplete();
        assertThat(events).containsExactly("asked", "complete");
    }

    @Test
    void aFencedPrimaryIsNotAsked() {
        subscribe();
        assertThat(events).containsExactly("cancelled", "failed");
    }

    @Test
    void anEmptyRangeOfAnOldPrimaryFails() {
        serve();
        subscribe();
        primary.failed("gone");
        rows.onComplete();
        rows.onComplete();
        assertThat(events).containsExactly("asked", "cancelled", "failed");
    }

    @Test
    void anEmptyRangeOfAnotherServerFails() {
        serve();
        subscribe();
        identity = "B";
        rows.onComplete();
        assertThat(events).containsExactly("asked", "cancelled", "failed");
    }

    @Test
    void aPrimaryThatLacksThePositionIsNotAsked() {
        serve();
        subscribe(Freshness.atLeast(GtidPosition.parse("0-1-2")));
        assertThat(events).containsExactly("cancelled", "failed");

        events.clear();
        subscribe(Freshness.atLeast(GtidPosition.parse("0-1-1")));
        assertThat(events).containsExactly("asked");
    }
}
