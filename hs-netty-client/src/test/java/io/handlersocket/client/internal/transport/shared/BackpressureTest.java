// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.handlersocket.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A socket that takes fewer bytes than the connection has: nothing is lost or sent twice, and the order stays. */
@Timeout(120)
class BackpressureTest {

    private static final int CASES = Seed.size("backpressure.cases", 100);

    private final List<Request<?>> requests = new ArrayList<>();
    private final StringBuilder expected = new StringBuilder();
    private int lines;

    private LineRequest line(int length) {
        String name = String.format("%010d", lines++);
        return LineRequest.of(name + "x".repeat(Math.max(0, length - name.length())));
    }

    private void submit(NarrowConnection server, Request<?> request) {
        requests.add(request);
        byte[] bytes = new byte[request.length()];
        request.copyTo(bytes, 0);
        expected.append(new String(bytes, ISO_8859_1));
        server.connection().submit(request);
    }

    private void submitLine(NarrowConnection server, int length) {
        submit(server, line(length));
    }

    private List<LineRequest> submitGroup(NarrowConnection server, int... lengths) {
        List<LineRequest> members = IntStream.of(lengths).mapToObj(this::line).toList();
        submit(server, new RequestGroup(members));
        return members;
    }

    private void assertAllAnswered(NarrowConnection server, List<LineRequest> members) {
        assertThat(server.endings()).isEmpty();
        assertThat(names(server.taken())).isEqualTo(names(expected.toString()));
        assertThat(server.taken().contentEquals(expected)).isTrue();
        assertThat(server.pending()).isZero();
        assertThat(server.connection().load()).isZero();
        assertThat(requests).allMatch(request -> request.isDone() && !request.isCompletedExceptionally());
        List<LineRequest> single = new ArrayList<>(members);
        requests.forEach(request -> {
            if (request instanceof LineRequest one) {
                single.add(one);
            }
        });
        assertThat(single).hasSize(lines);
        single.forEach(request -> assertThat(request.join()).containsExactly("0", "1", request.start()));
    }

    private static List<String> names(String lines) {
        return lines.lines()
                .map(line -> line.substring(0, Math.min(10, line.length())))
                .toList();
    }

    /** The socket stops after each byte of a mixture in turn, and goes on when the rest waits. */
    @Test
    void theSocketStopsAtEveryPlace() {
        int total = theSocketStopsAfter(Integer.MAX_VALUE / 2);
        for (int stop = 0; stop <= total; stop++) {
            requests.clear();
            expected.setLength(0);
            lines = 0;
            theSocketStopsAfter(stop);
        }
    }

    private int theSocketStopsAfter(int stop) {
        NarrowConnection server = new NarrowConnection(100, 40, 80);
        List<LineRequest> members = new ArrayList<>();
        server.take(stop);
        submitLine(server, 10);
        submitLine(server, 70);
        members.addAll(submitGroup(server, 20, 60, 20));
        submitLine(server, 130);
        server.turn();
        submitLine(server, 12);
        members.addAll(submitGroup(server, 15));
        submitLine(server, 30);
        server.turn();
        server.take(1 << 20);
        while (server.answer(2)) {
            // until all is answered
        }
        assertAllAnswered(server, members);
        return expected.length();
    }

    /** A flush of more than 64 KiB makes the channel writable again while the batch is being written. */
    @Test
    void aFlushAboveTheHighWaterMarkThatTheSocketTakesAtOnce() {
        NarrowConnection server = new NarrowConnection(1_000, 32 * 1024, 64 * 1024);
        server.take(1 << 30);
        for (int i = 0; i < 1_000; i++) {
            submitLine(server, 330);
        }
        server.turn();
        while (server.answer(100)) {
            // until all is answered
        }
        assertThat(server.writability()).contains(false, true);
        assertAllAnswered(server, List.of());
    }

    /** What waits for the socket is bounded, however much waits in the queue. */
    @Test
    void aFlushIsBounded() {
        NarrowConnection server = new NarrowConnection(10_000, 32 * 1024, 64 * 1024);
        for (int i = 0; i < 200; i++) {
            submitLine(server, 15 * 1024);
        }
        server.turn();
        assertThat(server.pending()).isBetween(64L * 1024, 64L * 1024 + 16 * 1024 + 96); // Netty adds 96 for a buffer
        for (int i = 0; i < 400; i++) {
            server.take(10_007);
            server.answer(3);
            assertThat(server.pending()).isLessThan(144 * 1024);
        }
        assertAllAnswered(server, List.of());
    }

    @Test
    void anyMixtureOfLinesGroupsReadersAndCallbacks() {
        Random random = Seed.random(BackpressureTest.class);
        for (int i = 0; i < CASES; i++) {
            requests.clear();
            expected.setLength(0);
            lines = 0;
            anyMixture(random);
        }
    }

    private void anyMixture(Random random) {
        int high = 1 + random.nextInt(random.nextBoolean() ? 200 : 70_000);
        NarrowConnection server = new NarrowConnection(1 + random.nextInt(40), 1 + random.nextInt(high), high);
        List<LineRequest> members = new ArrayList<>();
        int left = 1 + random.nextInt(120);
        while (left > 0) {
            switch (random.nextInt(6)) {
                case 0 -> server.take(random.nextInt(random.nextBoolean() ? 50 : 50_000));
                case 1 -> server.answer(1 + random.nextInt(10));
                case 2 -> server.turn();
                case 3 -> {
                    members.addAll(submitGroup(
                            server,
                            IntStream.range(0, 1 + random.nextInt(3))
                                    .map(j -> random.nextInt(5_000))
                                    .toArray()));
                    left--;
                }
                default -> {
                    LineRequest request = line(random.nextInt(random.nextInt(20) == 0 ? 80_000 : 300));
                    if (random.nextInt(4) == 0) { // a caller that goes on in the I/O thread
                        request.whenComplete((reply, failure) -> submitLine(server, 1 + reply.size()));
                    }
                    submit(server, request);
                    left--;
                }
            }
        }
        int stuck = 0;
        while (stuck < 3) {
            long before = server.takenBytes();
            server.take(1 + random.nextInt(100_000));
            boolean moved = server.answer(1 + random.nextInt(20)) || server.takenBytes() > before;
            stuck = moved ? 0 : stuck + 1;
        }
        assertAllAnswered(server, members);
    }

    /** The first flush fails inside of the write, and a caller that fails sends its request again at once. */
    @Test
    void aWriteThatFailsFailsEachRequestOnce() {
        NarrowConnection server = new NarrowConnection(100, 40, 80);
        List<String> failures = new ArrayList<>();
        List<LineRequest> again = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            LineRequest request = line(100);
            request.whenComplete((reply, failure) -> {
                failures.add(failure.getClass().getSimpleName());
                LineRequest next = line(100);
                again.add(next);
                server.connection().submit(next);
            });
            submit(server, request);
        }
        server.breakDown();
        server.turn();
        assertThat(failures).hasSize(10).containsOnly("ConnectionLostException");
        assertThat(again).hasSize(10).allMatch(LineRequest::isCompletedExceptionally);
        assertThat(server.endings()).hasSize(1);
        assertThat(server.connection().load()).isEqualTo(Integer.MAX_VALUE);
        assertThat(server.connection().inFlight()).isZero();
    }

    /** A caller whose request is too late closes the connection while a batch is being filled. */
    @Test
    void aCallbackThatClosesTheConnectionWhileABatchIsFilled() {
        NarrowConnection server = new NarrowConnection(100, 40, 80);
        server.take(1 << 20);
        LineRequest first = line(10);
        LineRequest late = new LineRequest("late\n", null, -1);
        LineRequest last = line(10);
        late.whenComplete((reply, failure) -> server.connection().close("made up"));
        submit(server, first);
        server.connection().submit(late);
        submit(server, last);
        server.turn();
        assertThat(server.endings()).containsExactly("made up");
        assertThat(requests).allMatch(Request::isCompletedExceptionally);
        // What the exception says must be true: both were sent, so the server may have executed them.
        assertThatThrownBy(last::join).hasCauseInstanceOf(ConnectionLostException.class);
        assertThat(server.taken()).isEqualTo(expected.toString());
    }

    /** A caller whose request is too late sends it again at once: this must not displace those of the batch. */
    @Test
    void aCallbackThatSubmitsWhileABatchIsFilled() {
        NarrowConnection server = new NarrowConnection(100, 40, 80);
        server.take(1 << 20);
        LineRequest late = new LineRequest("late\n", null, -1);
        late.whenComplete((reply, failure) -> submitLine(server, 200));
        submitLine(server, 60_000);
        server.connection().submit(late);
        submitLine(server, 60_000);
        server.turn();
        while (server.answer(1)) {
            // until all is answered
        }
        assertAllAnswered(server, List.of());
    }
}
