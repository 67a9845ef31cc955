// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Reads rows in one way, and records each answer. */
final class RowReader implements Runnable {

    static final int READS_OF_A_SESSION = 50;
    private static final int KEYS_OF_A_SESSION = 4;
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * How a reader reads.
     *
     * @param name for messages
     * @param bound as {@link Observed#bound()}
     * @param sessions whether its reads form sessions
     * @param tokens whether each read must cover the newest commit of its key
     */
    record Way(String name, long bound, boolean sessions, boolean tokens) {

        static Way primary() {
            return new Way("primary", 0, false, false);
        }

        static Way within(long millis) {
            return new Way("within " + millis + " ms", TimeUnit.MILLISECONDS.toNanos(millis), false, false);
        }

        static Way any() {
            return new Way("any", Observed.UNBOUNDED, false, false);
        }

        static Way session() {
            return new Way("session", Observed.UNBOUNDED, true, false);
        }

        static Way token() {
            return new Way("token", Observed.UNBOUNDED, false, true);
        }
    }

    private final Way way;
    private final Reading reading;
    private final RunClock clock;
    private final AtomicReference<Token> newest;
    private final Random random;
    private final int number;
    private final List<Observed> observed = new ArrayList<>();
    private long failures;
    private @Nullable Exception lastFailure;
    private int session;
    private volatile boolean stopped;
    private volatile int reads;

    /** The number, from 0, is unique among the readers of a run. */
    RowReader(Way way, Reading reading, RunClock clock, AtomicReference<Token> newest, Random random, int number) {
        this.way = way;
        this.reading = reading;
        this.clock = clock;
        this.newest = newest;
        this.random = random;
        this.number = number;
    }

    @Override
    public void run() {
        try (reading) {
            while (!stopped) {
                for (int i = 0; i < READS_OF_A_SESSION && !stopped; i++) {
                    readOne(i);
                    reads = observed.size();
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
                session++;
            }
        }
    }

    void stop() {
        stopped = true;
    }

    private void readOne(int i) {
        Token token = way.tokens() ? newest.get() : null;
        int key = token != null
                ? token.key()
                : way.sessions() ? session % KEYS_OF_A_SESSION + i % KEYS_OF_A_SESSION : FreshTable.anyKey(random);
        long begin = clock.now();
        try {
            Reading.Seen seen = reading.read(key, token);
            long end = clock.now();
            observed.add(new Observed(
                    way.sessions() ? number + session * 1_000 : Observed.NO_SESSION,
                    key,
                    seen.version(),
                    seen.nonce(),
                    begin,
                    end,
                    seen.server(),
                    way.bound(),
                    seen.age(),
                    token == null ? 0 : token.nonce()));
        } catch (InterruptedException e) {
            stopped = true;
        } catch (Exception e) {
            failures++;
            lastFailure = e;
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    /** Answers so far. */
    int reads() {
        return reads;
    }

    Way way() {
        return way;
    }

    /** After the thread has ended. */
    List<Observed> observed() {
        return observed;
    }

    @Override
    public String toString() {
        return way.name() + ": " + observed.size() + " reads, " + failures + " failures"
                + (lastFailure == null ? "" : " (" + lastFailure + ")");
    }
}
