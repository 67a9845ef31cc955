// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.autoconfigure.HandlerSocketProperties.Startup;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.Loads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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

    /** Before the listeners of the application, which have the lowest precedence unless they set an order. */
    @Override
    public int getOrder() {
        return 0;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        ClassLoader loader = event.getApplicationContext().getClassLoader();
        if (properties.startup() == Startup.WARN) {
            prepare(Reached.by(client), loader);
            return;
        }
        long end = System.nanoTime() + properties.startupTimeout().toNanos();
        if (Reached.within(client, properties.startupTimeout())) {
            CompletableFuture<Void> prepared = prepare(CompletableFuture.completedStage(null), loader);
            await(prepared, end - System.nanoTime());
        } else {
            prepare(Reached.by(client), loader);
            explain(client.snapshot());
        }
    }

    /** Returns a future that does not fail, and completes once every index that can be opened is open. */
    private CompletableFuture<Void> prepare(CompletionStage<Void> reached, @Nullable ClassLoader loader) {
        // If the client is READY by now, this stage would run on the thread that starts the application.
        return reached.thenComposeAsync(ready -> loads.prepare(), task -> inBackground(task, loader))
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

    private void await(CompletableFuture<Void> prepared, long nanos) {
        try {
            prepared.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            explain(client.snapshot());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // it does not fail
        }
    }

    private void explain(ClientSnapshot snapshot) {
        ClientState state = snapshot.state();
        boolean ends = state == ClientState.CLOSED || Thread.currentThread().isInterrupted();
        // The client checks an unusable server again, but only an operator can make it usable. It has logged its own
        // WARN, or needs none because the database is another product.
        if (ends || state == ClientState.NOT_USABLE) {
            log.debug("HandlerSocket: startup does not wait: {}, {}", state, snapshot.reason());
            return;
        }
        log.warn(
                "HandlerSocket: lookups are not fast {} ms after startup: {}. The application accepts traffic"
                        + " now, and SQL answers until they are. Remove this cause, or raise"
                        + " handlersocket.startup-timeout",
                properties.startupTimeout().toMillis(),
                state == ClientState.READY ? "their tables are not open yet" : state + ", " + snapshot.reason());
    }
}
