// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.autoconfigure.HandlerSocketProperties.Startup;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.Loads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Opens the indexes in the background, once the application has started and the client has reached the server. Then
 * logs what is fast. It does not open them earlier: schema tools run while the application starts, and an open table
 * would make their DDL wait.
 *
 * <p>For {@code handlersocket.startup=wait} and {@code fail} it delays the moment at which the application accepts
 * traffic until lookups are fast. Spring Boot publishes the readiness state after the last listener of this event has
 * returned.
 *
 * @param eagerConnections whether a transaction takes a connection before its first SQL statement
 */
record Preparation(
        HandlerSocketClient client,
        HandlerSocketProperties properties,
        Loads loads,
        MethodPlans methods,
        boolean eagerConnections)
        implements ApplicationListener<ApplicationReadyEvent>, Ordered {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");
    private static final long LOOK_MILLIS = 50;

    /** Before the listeners of the application, which have the lowest precedence unless they set an order. */
    @Override
    public int getOrder() {
        return 0;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        boolean waits = properties.startup() != Startup.WARN;
        CompletableFuture<Void> prepared = prepare(
                waits ? properties.startupTimeout() : Duration.ZERO,
                event.getApplicationContext().getClassLoader());
        if (waits) {
            await(prepared);
        }
    }

    /** Returns a stage that does not fail, and completes once every index that can be opened is open. */
    private CompletableFuture<Void> prepare(Duration eager, @Nullable ClassLoader loader) {
        return Reached.by(client, eager)
                // If the client is READY by now, this stage would run on the thread that starts the application.
                .thenComposeAsync(ready -> loads.prepare(), task -> inBackground(task, loader))
                .thenCompose(done -> methods.prepare())
                .thenRun(this::report)
                .exceptionally(failure -> {
                    log.debug("HandlerSocket: entities are opened at their first load instead", failure);
                    return null;
                })
                .toCompletableFuture();
    }

    private static void inBackground(Runnable task, @Nullable ClassLoader loader) {
        Thread thread = new Thread(task, "handlersocket-preparation");
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        thread.start();
    }

    private void report() {
        if (loads == Loads.NONE) {
            return;
        }
        StartLine line = new StartLine(loads.entities(), methods.all());
        log.info("HandlerSocket: {}", line.summary(loads.transactionRefusal(), eagerConnections));
        if (log.isDebugEnabled()) {
            line.details().forEach(detail -> log.debug("HandlerSocket: {}", detail));
        }
    }

    private void await(CompletableFuture<Void> prepared) {
        long end = System.nanoTime() + properties.startupTimeout().toNanos();
        while (!done(prepared, end)) {
            ClientSnapshot snapshot = client.snapshot();
            if (isFinal(snapshot.state())) {
                // The client has logged its own WARN, or needs none because the database is another product.
                log.debug("HandlerSocket: startup does not wait: {}, {}", snapshot.state(), snapshot.reason());
                return;
            }
            if (end - System.nanoTime() <= 0) {
                log.warn(
                        "HandlerSocket: lookups are not fast {} ms after startup: {}. The application accepts traffic"
                                + " now, and SQL answers until they are. Remove this cause, or raise"
                                + " handlersocket.startup-timeout",
                        properties.startupTimeout().toMillis(),
                        snapshot.state() == ClientState.READY
                                ? "their tables are not open yet"
                                : snapshot.state() + ", " + snapshot.reason());
                return;
            }
        }
    }

    // The client checks an unusable server again, but only an operator can make it usable.
    private static boolean isFinal(ClientState state) {
        return state == ClientState.NOT_USABLE || state == ClientState.CLOSED;
    }

    private static boolean done(CompletableFuture<Void> prepared, long end) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        try {
            prepared.get(Math.max(0, Math.min(left, LOOK_MILLIS)), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (ExecutionException e) {
            return true;
        }
    }
}
