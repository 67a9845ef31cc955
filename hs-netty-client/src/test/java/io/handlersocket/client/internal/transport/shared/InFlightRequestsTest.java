// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.handlersocket.testkit.Seed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class InFlightRequestsTest {

    private final ManualTime time = new ManualTime();
    private final InFlightRequests inFlight = new InFlightRequests();

    /** The ring grows while its head is anywhere in it. */
    @Test
    void growsWithoutLosingTheOrder() {
        for (int head = 0; head < 64; head++) {
            InFlightRequests ring = new InFlightRequests();
            Queue<Request<?>> expected = new ArrayDeque<>();
            for (int i = 0; i < head; i++) {
                ring.add(LineRequest.of("x"));
                ring.remove();
            }
            for (int i = 0; i < 300; i++) {
                Request<?> request = LineRequest.of("x");
                ring.add(request);
                expected.add(request);
                if (i % 7 == 0) {
                    assertThat(ring.remove()).isSameAs(expected.remove());
                }
            }
            assertThat(ring.size()).isEqualTo(expected.size());
            while (!expected.isEmpty()) {
                assertThat(ring.get(0)).isSameAs(expected.peek());
                assertThat(ring.remove()).isSameAs(expected.remove());
            }
            assertThat(ring.isEmpty()).isTrue();
        }
    }

    @Test
    void remembersHowManyWereWrittenTogetherAcrossGrowth() {
        int[] sizes = {3, 50, 1, 100, 7, 256};
        for (int i = 0; i < 40; i++) {
            inFlight.add(LineRequest.of("x"));
            inFlight.remove();
        }
        for (int size : sizes) {
            for (int i = 0; i < size; i++) {
                inFlight.add(LineRequest.of("x"));
            }
            inFlight.recordBatch(size);
        }
        for (int size : sizes) {
            for (int i = 0; i < size; i++) {
                assertThat(inFlight.batchSize()).isEqualTo(size);
                inFlight.remove();
            }
        }
    }

    @Test
    void aRequestWhoseTimeIsOverFailsAndStays() {
        LineRequest first = LineRequest.hasty("1", time);
        LineRequest second = LineRequest.of("2");
        inFlight.add(first);
        inFlight.add(second);

        inFlight.expire("c", first.deadlineNanos() - 1);
        assertThat(first).isNotDone();
        inFlight.expire("c", first.deadlineNanos());

        assertThat(first).isCompletedExceptionally();
        Assertions.assertThatThrownBy(first::join).hasCauseInstanceOf(RequestTimeoutException.class);
        assertThat(second).isNotDone();
        assertThat(inFlight.size()).isEqualTo(2);
        assertThat(inFlight.get(0)).isSameAs(first);
    }

    /** Opening an index may take longer than a lookup that was sent after it. */
    @Test
    void aPatientRequestDoesNotHideTheDeadlineOfALaterOne() {
        LineRequest patient = LineRequest.of("P");
        LineRequest hasty = LineRequest.hasty("1", time);
        inFlight.add(patient);
        inFlight.add(hasty);

        inFlight.expire("c", hasty.deadlineNanos());

        assertThat(patient).isNotDone();
        assertThat(hasty).isCompletedExceptionally();
    }

    @Test
    void isStalledOnlyWhenTheOldestIsLongOverdue() {
        LineRequest request = LineRequest.hasty("1", time);
        assertThat(inFlight.isStalled(request.deadlineNanos() + 1_000, 10)).isFalse();
        inFlight.add(request);
        assertThat(inFlight.isStalled(request.deadlineNanos() + 10, 10)).isFalse();
        assertThat(inFlight.isStalled(request.deadlineNanos() + 11, 10)).isTrue();
    }

    @Test
    void failsAllItHoldsEachOnce() {
        List<LineRequest> requests = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            LineRequest request = LineRequest.of("x");
            requests.add(request);
            inFlight.add(request);
        }
        requests.get(3).cancel();

        inFlight.failAll("over", new IllegalStateException());

        assertThat(inFlight.isEmpty()).isTrue();
        assertThat(requests).allMatch(LineRequest::isCompletedExceptionally);
        Assertions.assertThatThrownBy(() -> requests.get(99).join())
                .hasCauseInstanceOf(ConnectionLostException.class)
                .hasMessageContaining("over");
    }

    /** Any sequence of steps gives what a plain queue of requests and their batches would. */
    @Test
    void behavesAsAPlainQueueInAnySequenceOfSteps() {
        Random random = Seed.random(InFlightRequestsTest.class);
        InFlightRequests inFlight = new InFlightRequests();
        List<LineRequest> requests = new ArrayList<>();
        List<Integer> batches = new ArrayList<>();
        for (int step = 0; step < 100_000; step++) {
            if (random.nextInt(5) < 2 && requests.size() < 300) {
                int batch = 1 + random.nextInt(8);
                for (int i = 0; i < batch; i++) {
                    LineRequest request = LineRequest.of("x".repeat(random.nextInt(4)));
                    inFlight.add(request);
                    requests.add(request);
                    batches.add(batch);
                }
                inFlight.recordBatch(batch);
            } else if (!requests.isEmpty()) {
                assertThat(inFlight.batchSize()).isEqualTo(batches.remove(0));
                assertThat(inFlight.nextAnswered()).isSameAs(requests.remove(0));
            }
            assertThat(inFlight.size()).isEqualTo(requests.size());
            if (step % 100 == 0) {
                assertThat(inFlight.bytes()).isEqualTo(RequestGroup.bytes(requests));
                for (int i = 0; i < requests.size(); i++) {
                    assertThat(inFlight.get(i)).isSameAs(requests.get(i));
                }
            }
        }
    }

    /** A user's own time-out must not hide that the server is silent. */
    @Test
    void alsoARequestExpiresThatNobodyWants() {
        List<HandlerSocketException> failures = new ArrayList<>();
        Request<String> request = new Request<>(new byte[0], -1) {
            @Override
            protected void answered(Reply reply, int batch) {
                throw new AssertionError("never answered");
            }

            @Override
            public boolean isUnwanted() {
                return true;
            }

            @Override
            public void failed(HandlerSocketException failure) {
                failures.add(failure);
                super.failed(failure);
            }
        };
        inFlight.add(request);
        assertThat(inFlight.expire("test", 1)).isNotNull();
        assertThat(inFlight.expire("test", 2)).isNull();
        assertThat(failures).singleElement().isInstanceOf(RequestTimeoutException.class);
    }
}
