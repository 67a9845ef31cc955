// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.spi.OwnThread;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.internal.repository.unit.Loads;
import io.handlersocket.spring.spi.ReportPart;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Logs how many loads by Hibernate went over HandlerSocket, and the lines of extensions, in a separate category:
 * once after the first minute with more than 100 loads, and once when the application stops.
 */
final class LoadSummary implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring.loads");

    /** So few loads say nothing about an application. */
    private static final int MIN_LOADS = 100;

    private static final int REASONS = 3;

    private final Supplier<List<LoadCount>> counts;
    private final Supplier<Stream<ReportPart>> parts;
    private final Duration pause;
    private volatile @Nullable CompletableFuture<Void> next;

    LoadSummary(Supplier<List<LoadCount>> counts, Supplier<Stream<ReportPart>> parts) {
        this(counts, parts, Duration.ofMinutes(1));
    }

    LoadSummary(Supplier<List<LoadCount>> counts, Supplier<Stream<ReportPart>> parts, Duration pause) {
        this.counts = counts;
        this.parts = parts;
        this.pause = pause;
    }

    @Override
    public void start() {
        CompletableFuture<Void> timer =
                new CompletableFuture<Void>().completeOnTimeout(null, pause.toMillis(), TimeUnit.MILLISECONDS);
        next = timer;
        timer.thenRunAsync(
                () -> {
                    if (!write("so far") && next == timer) {
                        start();
                    }
                },
                OwnThread.named("handlersocket-summary"));
    }

    @Override
    public void stop() {
        CompletableFuture<Void> timer = next;
        next = null;
        if (timer != null) {
            timer.cancel(false); // so that no timer refers to a closed application
        }
        write("since startup");
    }

    @Override
    public boolean isRunning() {
        return next != null;
    }

    /** Stops last, when the requests have drained. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }

    /** Returns whether there was something to write of. */
    private boolean write(String when) {
        if (!log.isInfoEnabled()) {
            return false;
        }
        try {
            List<LoadCount> loads = counts.get();
            boolean written = all(loads) > MIN_LOADS;
            if (written) {
                log.info("HandlerSocket: {}", line(loads, when));
            }
            for (ReportPart part : parts.get().toList()) {
                String line = part.summary(when);
                if (line != null) {
                    log.info("HandlerSocket: {}", line);
                    written = true;
                }
            }
            return written;
        } catch (RuntimeException e) { // such as from a persistence unit that is closed by now
            log.debug("HandlerSocket: the loads cannot be counted", e);
            return false;
        }
    }

    static String line(List<LoadCount> loads, String when) {
        String reasons = loads.stream()
                .filter(count -> count.route() == Route.JDBC)
                .sorted(Comparator.comparingLong(LoadCount::count)
                        .reversed()
                        .thenComparing(LoadCount::role)
                        .thenComparing(LoadCount::reason))
                .limit(REASONS)
                .map(count -> count.role() + ' ' + count.count() + " times (" + count.reason() + ')')
                .collect(Collectors.joining(", "));
        return Loads.count(loads, Route.HANDLERSOCKET) + " of " + all(loads) + " loads by Hibernate " + when
                + " went over HandlerSocket" + (reasons.isEmpty() ? "" : "; most often over JDBC: " + reasons);
    }

    private static long all(List<LoadCount> loads) {
        return loads.stream().mapToLong(LoadCount::count).sum();
    }
}
