// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.TaskGuard;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** The control thread takes steps one after the other, and keeps nothing that it will not run. */
@Timeout(10)
class ControlLoopTest {

    private final AtomicInteger steps = new AtomicInteger();
    private final ControlLoop loop = new ControlLoop(
            "unit",
            () -> {
                steps.incrementAndGet();
                return TimeUnit.MINUTES.toMillis(1);
            },
            System::nanoTime);

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void aWakeUpReplacesTheStepThatWasScheduled() {
        for (int i = 0; i < 100; i++) {
            loop.wake();
            assertThat(loop.executeAndWait(() -> {})).isTrue();
        }
        assertThat(steps).hasValue(100);
        assertThat(loop.executor.getQueue()).hasSize(1);
    }

    @Test
    void wakeUpsBeforeAStepAreOneStep() {
        assertThat(loop.executeAndWait(() -> {
                    loop.wake();
                    loop.wake();
                    loop.wake();
                }))
                .isTrue();
        loop.executeAndWait(() -> {});
        assertThat(steps).hasValue(1);
    }

    @Test
    void aStepThatThrowsIsNotTheLast() {
        try (ControlLoop failing = new ControlLoop(
                "unit",
                () -> {
                    throw new AssertionError("a step must not throw");
                },
                System::nanoTime)) {
            failing.wake();
            failing.executeAndWait(() -> {});
            assertThat(failing.executor.getQueue()).as("the next step").hasSize(1);
        }
    }

    @Test
    void aClosedLoopTakesNothing() {
        loop.close();
        loop.wake();
        assertThat(loop.execute(() -> {})).isFalse();
        assertThat(loop.executeAndWait(() -> {})).isFalse();
        AtomicInteger ran = new AtomicInteger();
        loop.executeLater(ran::incrementAndGet, 1_000);
        assertThat(ran).as("a task that finds out by itself").hasValue(1);
        assertThat(steps).hasValue(0);
    }

    @Test
    void aLoopThatIsClosedDuringAStepLogsNothing() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(TaskGuard.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        CompletableFuture<ControlLoop> itself = new CompletableFuture<>();
        try (ControlLoop closing = new ControlLoop(
                "closing",
                () -> {
                    itself.join().close();
                    return 0;
                },
                System::nanoTime)) {
            itself.complete(closing);
            closing.wake();
            assertThat(closing.executor.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
            assertThat(lines.list)
                    .filteredOn(line -> line.getMessage().contains("failed"))
                    .isEmpty();
        } finally {
            logger.detachAppender(lines);
        }
    }

    @Test
    void itsThreadIsMarkedAndAnErrorIsNotTheLastStep() throws Exception {
        CountDownLatch taken = new CountDownLatch(2);
        CompletableFuture<Boolean> marked = new CompletableFuture<>();
        try (ControlLoop failing = new ControlLoop(
                "loop",
                () -> {
                    marked.complete(DriverThread.isControl());
                    taken.countDown();
                    throw new StackOverflowError("made up");
                },
                System::nanoTime)) {
            failing.wake();
            assertThat(marked.get(5, TimeUnit.SECONDS)).isTrue();
            assertThat(taken.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }
}
