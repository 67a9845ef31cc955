// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class TaskGuardTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(TaskGuard.class);
    private final List<String> lines = new ArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage()
                    + ' '
                    + event.getThrowableProxy().getMessage());
        }
    };

    private long now;
    private final TaskGuard guard = new TaskGuard("test sweep", () -> now);

    @BeforeEach
    void listen() {
        appender.setContext(logger.getLoggerContext());
        appender.start();
        logger.addAppender(appender);
        logger.setAdditive(false);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(appender);
        logger.setAdditive(true);
    }

    @Test
    void anErrorIsLoggedAndTheTaskRunsAgain() {
        int[] runs = {0};
        Runnable guarded = guard.guarded(() -> {
            if (runs[0]++ < 2) {
                throw new StackOverflowError("made up");
            }
        });
        guarded.run();
        guarded.run();
        guarded.run();
        assertThat(runs[0]).isEqualTo(3);
        assertThat(lines).singleElement().asString().contains("test sweep", "made up");
    }

    @Test
    void eachKindIsLoggedOnceAMinute() {
        fail(new IllegalStateException("first"));
        fail(new IllegalStateException("second"));
        fail(new OutOfMemoryError("third"));
        now += TimeUnit.SECONDS.toNanos(59);
        fail(new OutOfMemoryError("fourth"));
        now += TimeUnit.SECONDS.toNanos(1);
        fail(new IllegalStateException("fifth"));
        assertThat(lines)
                .extracting(line -> line.substring(line.lastIndexOf(' ') + 1))
                .containsExactly("first", "third", "fifth");
    }

    private void fail(Throwable failure) {
        guard.guarded(() -> TaskGuardTest.<RuntimeException>sneaky(failure)).run();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void sneaky(Throwable failure) throws E {
        throw (E) failure;
    }

    @Test
    void aStepThatFailsHasTheDelayForErrors() {
        assertThat(guard.call(() -> 7, 1_000)).isEqualTo(7);
        assertThat(guard.call(
                        () -> {
                            throw new AssertionError("made up");
                        },
                        1_000))
                .isEqualTo(1_000);
        assertThat(lines).hasSize(1);
    }

    @Test
    void allTasksRunWhateverTheOthersThrow() {
        List<String> ran = new ArrayList<>();
        IllegalStateException first = new IllegalStateException("first");
        StackOverflowError second = new StackOverflowError("second");
        assertThatThrownBy(() -> TaskGuard.runAll(
                        () -> ran.add("a"),
                        () -> {
                            throw first;
                        },
                        () -> ran.add("b"),
                        () -> {
                            throw second;
                        },
                        () -> ran.add("c")))
                .hasCause(first)
                .hasSuppressedException(second);
        assertThat(ran).containsExactly("a", "b", "c");
        TaskGuard.runAll(() -> ran.add("d"));
        assertThat(ran).hasSize(4);
    }
}
