// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.AnsweredLoad;
import io.handlersocket.hibernate.spi.AnsweredRead;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.LoadObserver;
import io.handlersocket.shadow.Shadow;
import io.handlersocket.shadow.internal.Check.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the reads and checks them one after another, in one daemon thread that exists only while there are reads to
 * check. A caller never waits: if the queue is full, its read is not checked.
 */
public final class ShadowMode implements Shadow, LoadObserver {

    private static final Logger LOG = LoggerFactory.getLogger(ShadowMode.class);

    // Short, so that few rows change while a read waits.
    private static final int QUEUE = 16;

    private static final Duration PAUSE_WITHOUT_CONNECTION = Duration.ofSeconds(1);
    private static final Duration IDLE = Duration.ofSeconds(10);

    private final ShadowSettings settings;

    // A comparison costs as much as dozens of lookups, on the server and here.
    private final Duration pause;
    private final Function<Connection, Supplier<@Nullable String>> proof;
    private final BlockingQueue<AnsweredRead> queue = new ArrayBlockingQueue<>(QUEUE);
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
    private final ShadowCounts counts = new ShadowCounts();
    private final Differences differences;
    private final LongAdder dropped = new LongAdder();
    private volatile boolean closed;
    private volatile boolean warned;

    public ShadowMode(ShadowSettings settings, Function<Connection, Supplier<@Nullable String>> proof) {
        this.settings = settings;
        this.pause = Duration.ofSeconds(1).dividedBy(settings.maxRate());
        this.proof = proof;
        this.differences = new Differences(settings.onDifference());
    }

    /** Costs a few nanoseconds. A read that is due while too many wait is counted as dropped. */
    @Override
    public boolean isDue() {
        if (ThreadLocalRandom.current().nextDouble() >= settings.share()) {
            return false;
        }
        if (closed || queue.remainingCapacity() == 0) {
            dropped.increment();
            return false;
        }
        return true;
    }

    @Override
    public boolean isOwnThread() {
        return Thread.currentThread() == thread.get();
    }

    /** The application must not fail because the read cannot be made. */
    @Override
    public void answered(AnsweredLoad load) {
        try {
            answered(LoadRead.of(load));
        } catch (Exception | LinkageError e) {
            failed(load.role(), e);
        }
    }

    @Override
    public void answered(AnsweredRead read) {
        if (closed || !queue.offer(read)) {
            dropped.increment();
            return;
        }
        start();
    }

    private void start() {
        if (thread.get() == null) {
            // Inherits no thread locals: they are those of the caller, which the thread would keep for long.
            Thread next = new Thread(null, this::run, "handlersocket-shadow", 0, false);
            next.setDaemon(true);
            next.setContextClassLoader(ShadowMode.class.getClassLoader()); // keeps no application from being unloaded
            if (thread.compareAndSet(null, next)) {
                startOrDrop(next);
            }
        }
    }

    /** The caller must not fail because there can be no thread now. A later read tries it again. */
    private void startOrDrop(Thread next) {
        try {
            next.start();
        } catch (Throwable e) { // such as an OutOfMemoryError, if the process may have no more threads
            thread.set(null);
            dropped.add(queue.drainTo(new ArrayList<>()));
            LOG.debug("The thread of shadow mode does not start", e);
        }
    }

    private void run() {
        try (ShadowConnection connection = new ShadowConnection(settings.dataSource(), proof)) {
            AnsweredRead read;
            while (!closed && (read = queue.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS)) != null) {
                Thread.sleep(check(read, connection).toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // by close
        } finally {
            thread.set(null);
            if (!closed && !queue.isEmpty()) {
                start(); // a read that came while this thread ended
            }
        }
    }

    /** Returns the pause until the next check. */
    private Duration check(AnsweredRead read, ShadowConnection source) throws InterruptedException {
        Connection connection;
        try {
            connection = source.get();
        } catch (SQLException | RuntimeException | LinkageError e) {
            source.close();
            failed(read.role(), e);
            return PAUSE_WITHOUT_CONNECTION;
        }
        try {
            Outcome outcome = Check.of(read, connection);
            if (outcome.found() != null) {
                differences.add(read, outcome.found());
            }
            counts.count(read.role(), outcome);
        } catch (InterruptedException | VirtualMachineError e) {
            throw e;
        } catch (Throwable e) { // also an Error of the application's code
            if (!(e instanceof LeftToJdbcException)) {
                source.close(); // it may be broken, or in any state
            }
            failed(read.role(), e);
        }
        return pause;
    }

    private void failed(String role, Throwable failure) {
        counts.failed(role);
        if (warned || closed) {
            return;
        }
        warned = true;
        LOG.warn(
                "Shadow mode could not compare a read of {}: {}. Reads without an answer are counted as failed; this is"
                        + " logged once. Remove the named cause if failed grows",
                role,
                why(failure));
    }

    /** Returns the cause without the message of foreign exceptions, in which the driver may show values. */
    private static String why(Throwable failure) {
        if (failure instanceof LeftToJdbcException) {
            return String.valueOf(failure.getMessage());
        }
        String name = failure.getClass().getSimpleName();
        return failure instanceof SQLException sql ? name + " with SQL state " + sql.getSQLState() : name;
    }

    @Override
    public List<Count> counts() {
        return counts.all();
    }

    @Override
    public Optional<Count> count(String role) {
        return counts.one(role);
    }

    @Override
    public long dropped() {
        return dropped.sum();
    }

    @Override
    public List<Difference> differences() {
        return differences.all();
    }

    @Override
    public OnDifference onDifference() {
        return settings.onDifference();
    }

    @Override
    public @Nullable JdbcReason refusal(Supplier<? extends Collection<String>> tables) {
        return differences.refuses() ? differences.refusal(tables.get()) : null;
    }

    /** Stops the thread. Reads that wait are not checked. */
    @Override
    public void close() {
        closed = true;
        queue.clear();
        Thread running = thread.get();
        if (running != null) {
            running.interrupt();
        }
    }
}
