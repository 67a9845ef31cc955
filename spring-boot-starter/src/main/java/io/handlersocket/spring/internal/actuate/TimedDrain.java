// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.spi.OwnThread;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drains a client for a limited time, so that a drain that everyone has forgotten ends. Thread-safe. */
final class TimedDrain implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private record Running(CompletableFuture<Void> timer, Instant end) {}

    private final HandlerSocketClient client;
    private final Function<Duration, CompletableFuture<Void>> timers;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile @Nullable Running running;

    TimedDrain(HandlerSocketClient client) {
        this(
                client,
                duration -> new CompletableFuture<Void>()
                        .completeOnTimeout(null, duration.toMillis(), TimeUnit.MILLISECONDS));
    }

    TimedDrain(HandlerSocketClient client, Function<Duration, CompletableFuture<Void>> timers) {
        this.client = client;
        this.timers = timers;
    }

    /** Drains the client and replaces the end of an earlier drain. Returns when all connections are closed. */
    void drain(Duration duration) {
        locked(() -> {
            cancel();
            CompletableFuture<Void> timer = timers.apply(duration);
            running = new Running(timer, Instant.now().plus(duration));
            client.drain();
            timer.thenRunAsync(() -> locked(() -> expire(timer, duration)), OwnThread.named("handlersocket-drain"));
        });
    }

    void resume() {
        locked(() -> {
            cancel();
            client.resume();
        });
    }

    /** Returns when the drain ends by itself; null if this object does not drain the client. */
    @Nullable
    Instant end() {
        Running now = running;
        return now == null ? null : now.end();
    }

    /** Forgets the end of the drain, so that no timer refers to a closed application. */
    @Override
    public void close() {
        locked(this::cancel);
    }

    private void locked(Runnable change) {
        changing.lock();
        try {
            change.run();
        } finally {
            changing.unlock();
        }
    }

    private void expire(CompletableFuture<Void> timer, Duration duration) {
        Running now = running;
        if (now != null && now.timer() == timer) { // otherwise a later action has decided
            running = null;
            log.info("HandlerSocket: the drain of the endpoint has ended after {}; the client connects", duration);
            client.resume();
        }
    }

    private void cancel() {
        Running before = running;
        running = null;
        if (before != null) {
            before.timer().cancel(false);
        }
    }
}
