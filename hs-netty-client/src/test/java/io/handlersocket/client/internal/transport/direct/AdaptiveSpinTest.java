// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AdaptiveSpinTest {

    private static final long MICRO = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long BOUND = 50 * MICRO;

    private long now = Long.MAX_VALUE - 10 * MILLI; // it overflows
    private final AdaptiveSpin spin = new AdaptiveSpin(BOUND, 2, () -> now);

    /** Bytes that arrive after a time; each poll takes a microsecond, and to wake a caller takes 40. */
    private class Reply implements AdaptiveSpin.Source {

        private final long arrival;
        Runnable duringPoll = () -> {};
        long pollNanos = MICRO;
        int polls;
        boolean slept;

        Reply(long afterNanos) {
            arrival = now + afterNanos;
        }

        @Override
        public boolean hasUnread() {
            polls++;
            duringPoll.run();
            boolean arrived = now - arrival >= 0;
            now += pollNanos;
            return arrived;
        }

        @Override
        public int readWaiting() {
            if (now - arrival < 0) {
                slept = true;
                now = arrival + 40 * MICRO;
            }
            return 7;
        }
    }

    private Reply read(long afterNanos) throws IOException {
        return read(new Reply(afterNanos));
    }

    private Reply read(Reply reply) throws IOException {
        assertThat(spin.read(reply)).isEqualTo(7);
        return reply;
    }

    private void readAll(int count, long afterNanos) throws IOException {
        for (int i = 0; i < count; i++) {
            read(afterNanos);
        }
    }

    @Test
    void aLoneCallerPollsUntilTheAnswerArrives() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            assertThat(read(30 * MICRO).slept).isFalse();
        }
    }

    @Test
    void zeroOrASingleProcessorMeansNever() throws IOException {
        for (AdaptiveSpin never :
                new AdaptiveSpin[] {new AdaptiveSpin(0, 2, () -> now), new AdaptiveSpin(BOUND, 1, () -> now)}) {
            Reply reply = new Reply(5 * MICRO);
            assertThat(never.read(reply)).isEqualTo(7);
            assertThat(reply.polls).isZero();
        }
    }

    @Test
    void bytesThatAreThereAreReadAtOnceAndTeachNothing() throws IOException {
        readAll(1_000, 0);
        assertThat(read(45 * MICRO).slept).as("the limit is still the bound").isFalse();
    }

    @Test
    void theLimitFollowsRecentAnswers() throws IOException {
        readAll(100, 10 * MICRO);
        Reply late = read(45 * MICRO);
        assertThat(late.polls).as("about twice the mean, and not the bound").isBetween(15, 30);
        assertThat(late.slept).isTrue();
        readAll(10, 30 * MICRO);
        assertThat(read(30 * MICRO).slept).as("it has learned the new time").isFalse();
    }

    @Test
    void answersThatTakeLongerThanTheBoundEndItWithinAFewReads() throws IOException {
        readAll(100, 20 * MICRO);
        int polled = 0;
        while (read(200 * MICRO).polls > 0) {
            polled++;
        }
        assertThat(polled).isLessThan(6);
        assertThat(read(10 * MICRO).polls).as("it pauses, whatever comes").isZero();
    }

    @Test
    void oneSlowAnswerDoesNotEndIt() throws IOException {
        readAll(100, 20 * MICRO);
        assertThat(read(50 * MILLI).slept).isTrue();
        assertThat(read(20 * MICRO).slept).isFalse();
    }

    @Test
    void aDistantServerIsPolledForNextToNothing() throws IOException {
        long start = now;
        int polls = 0;
        while (now - start < 10_000 * MILLI) {
            polls += read(200 * MICRO).polls;
        }
        assertThat(polls * MICRO).as("nanoseconds in ten seconds").isLessThan(3 * MILLI);
    }

    @Test
    void itBeginsAnewWhenAnswersAreQuickAgain() throws IOException {
        readAll(10_000, 200 * MICRO);
        now += 1_100 * MILLI;
        readAll(3_000, 20 * MICRO);
        assertThat(read(20 * MICRO).slept).isFalse();
        assertThat(read(50 * MILLI).slept).isTrue();
        assertThat(read(20 * MICRO).slept).isFalse();
    }

    @Test
    void aCallerThatFindsAnotherOneSleepsAndSoDoesTheNext() throws IOException {
        Reply second = new Reply(30 * MICRO);
        Reply first = new Reply(45 * MICRO);
        first.duringPoll = () -> {
            if (first.polls == 5) {
                try {
                    read(second);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        };
        read(first);
        assertThat(second.polls).isZero();
        assertThat(second.slept).isTrue();

        assertThat(read(10 * MICRO).polls)
                .as("a caller may be just between two reads")
                .isZero();
        now += 2 * MILLI;
        assertThat(read(10 * MICRO).slept).isFalse();
    }

    @Test
    @Timeout(30)
    void aPollingCallerStopsWhenAnotherOneComes() throws Exception {
        CountDownLatch secondWaits = new CountDownLatch(1);
        CountDownLatch firstIsDone = new CountDownLatch(1);
        Reply second = new Reply(0) {
            @Override
            public int readWaiting() {
                secondWaits.countDown();
                await(firstIsDone);
                return 7;
            }
        };
        Thread other = new Thread(() -> {
            try {
                spin.read(second);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        Reply first = new Reply(45 * MICRO);
        first.duringPoll = () -> {
            if (first.polls == 5) {
                other.start();
                await(secondWaits);
            }
        };
        read(first);
        firstIsDone.countDown();
        other.join();
        assertThat(first.polls).isEqualTo(5);
        assertThat(first.slept).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aCallerThatLosesTheProcessorWhilePollingEndsIt() throws IOException {
        readAll(100, 20 * MICRO);
        Reply preempted = new Reply(20 * MICRO);
        preempted.pollNanos = 3 * MILLI;
        read(preempted);
        assertThat(read(20 * MICRO).polls).isZero();
        now += 1 * MILLI;
        assertThat(read(20 * MICRO).slept).isFalse();
    }

    @Test
    void aFailedReadLeavesNoCallerBehind() throws IOException {
        AdaptiveSpin.Source broken = new AdaptiveSpin.Source() {
            @Override
            public boolean hasUnread() throws IOException {
                throw new IOException("closed");
            }

            @Override
            public int readWaiting() {
                throw new AssertionError("not reached");
            }
        };
        assertThatThrownBy(() -> spin.read(broken)).hasMessage("closed");
        assertThat(read(20 * MICRO).slept).as("the next one is alone").isFalse();
    }
}
