// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.client.HandlerSocketException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A thread that repeats a step until it is told to stop. A step that throws is counted, and repeated after a while. */
abstract class Worker {

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long PATIENCE_MILLIS = 60_000;

    private final Thread thread;
    private final long pauseNanos;
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile boolean stopped;
    private final Map<String, Long> failures = new ConcurrentHashMap<>();
    private volatile @Nullable Exception unexpected;
    private volatile @Nullable Exception lastFailure;

    Worker(String name, long pauseMicros) {
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        pauseNanos = TimeUnit.MICROSECONDS.toNanos(pauseMicros);
    }

    abstract void step() throws Exception;

    /** After the last step. */
    void end() {}

    private void run() {
        try {
            while (!stopped) {
                try {
                    stepInTurn();
                    LockSupport.parkNanos(pauseNanos);
                } catch (Exception e) {
                    failed(e);
                    LockSupport.parkNanos(RETRY_NANOS);
                }
            }
        } finally {
            end();
        }
    }

    private void failed(Exception e) {
        failures.merge(e.getClass().getSimpleName(), 1L, Long::sum);
        lastFailure = e;
        if (!(e instanceof SQLException || e instanceof HandlerSocketException)) {
            unexpected = e;
        }
    }

    private void stepInTurn() throws Exception {
        turn.lock();
        try {
            step();
        } finally {
            turn.unlock();
        }
    }

    /** Runs something between two steps. */
    void hold(Runnable action) {
        turn.lock();
        try {
            action.run();
        } finally {
            turn.unlock();
        }
    }

    void start() {
        thread.start();
    }

    void stop() {
        stopped = true;
    }

    void join() throws InterruptedException {
        thread.join(PATIENCE_MILLIS);
        if (thread.isAlive()) {
            throw new IllegalStateException(
                    thread.getName() + " does not end: " + Arrays.toString(thread.getStackTrace()));
        }
    }

    /** Steps that failed, by exception. */
    Map<String, Long> failures() {
        return failures;
    }

    /** An error that neither SQL nor a lookup explains; empty: there was none. */
    Optional<String> broken() {
        return Optional.ofNullable(unexpected).map(e -> thread.getName() + ": " + e);
    }

    @Override
    public String toString() {
        return thread.getName() + ": failures " + failures
                + (lastFailure == null ? "" : " (last: " + lastFailure + ")");
    }
}
