// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.autoconfigure.HandlerSocketProperties.Startup;
import io.handlersocket.spring.internal.actuate.Hints;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * For {@code handlersocket.startup=wait} and {@code fail}: delays the moment at which the application accepts traffic
 * until lookups are fast. Spring Boot publishes the readiness state after the last listener of this event has returned.
 */
final class StartupWait implements ApplicationListener<ApplicationReadyEvent>, Ordered {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private static final long LOOK_MILLIS = 50;

    private final HandlerSocketClient client;
    private final HandlerSocketProperties properties;
    private final Preparing preparing;
    private final boolean refused;

    /** Opens the indexes before the first lookup. */
    interface Preparing {

        /** Completes once every index that can be opened is open; the stage never fails. */
        CompletionStage<Void> prepared();
    }

    /** @param refused whether the client cannot connect to any database, so that waiting changes nothing */
    StartupWait(HandlerSocketClient client, HandlerSocketProperties properties, Preparing preparing, boolean refused) {
        this.client = client;
        this.properties = properties;
        this.preparing = preparing;
        this.refused = refused;
    }

    /** After {@link Preparation}, before the listeners of the application. */
    @Override
    public int getOrder() {
        return Preparation.ORDER + 1;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        if (properties.startup() == Startup.WARN) {
            return;
        }
        CompletableFuture<Void> prepared = preparing.prepared().toCompletableFuture();
        long end = System.nanoTime() + properties.startupTimeout().toNanos();
        while (!done(prepared, end)) {
            ClientSnapshot snapshot = client.snapshot();
            if (refused || isFinal(snapshot.state())) {
                // The client has logged its own WARN, or needs none because the database is another product.
                log.debug("HandlerSocket: startup does not wait: {}, {}", snapshot.state(), snapshot.reason());
                return;
            }
            if (end - System.nanoTime() <= 0) {
                log.warn(
                        "HandlerSocket: lookups are not fast {} ms after startup: {}. The application accepts traffic"
                                + " now, and SQL answers until they are (handlersocket.startup-timeout)",
                        properties.startupTimeout().toMillis(),
                        reason(snapshot));
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

    private static String reason(ClientSnapshot snapshot) {
        if (snapshot.state() == ClientState.READY) {
            return "their tables are not open yet";
        }
        String hint = Hints.of(snapshot.reason());
        return snapshot.state() + ", " + snapshot.reason() + (hint.isEmpty() ? "" : " (" + hint + ')');
    }
}
