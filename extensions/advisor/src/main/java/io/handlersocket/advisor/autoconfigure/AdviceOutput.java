// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.autoconfigure;

import io.handlersocket.advisor.autoconfigure.AdvisorProperties.Advise;
import io.handlersocket.advisor.internal.application.AdviceText;
import io.handlersocket.advisor.internal.application.ApplicationAdvice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ExitCodeGenerator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;

/** Writes the report once the application has started, before its runners, and ends the application if asked to. */
final class AdviceOutput implements ApplicationListener<ApplicationStartedEvent>, Ordered {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring.advice");

    private final ConfigurableApplicationContext context;
    private final ApplicationAdvice advice;
    private final Advise advise;
    private final @Nullable String file;
    private final IntConsumer exit;

    /**
     * @param file where to write the report; null for the log
     * @param exit ends the JVM with this code
     */
    AdviceOutput(
            ConfigurableApplicationContext context,
            ApplicationAdvice advice,
            Advise advise,
            @Nullable String file,
            IntConsumer exit) {
        this.context = context;
        this.advice = advice;
        this.advise = advise;
        this.file = file;
        this.exit = exit;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        if (event.getApplicationContext() != context) {
            return; // a parent's or child's
        }
        String text;
        try {
            text = AdviceText.of(advice.report());
        } catch (RuntimeException | LinkageError e) {
            log.warn(
                    "HandlerSocket advice cannot be given, and lookups are not affected: {}. Remove this cause, or"
                            + " report it as a defect",
                    e.toString(),
                    e);
            end(() -> 1);
            return;
        }
        write(text);
        end(() -> 0);
    }

    /** Ends the application, if the report is all that is wanted of it. */
    private void end(ExitCodeGenerator code) {
        if (advise == Advise.EXIT) {
            exit.accept(SpringApplication.exit(context, code));
        }
    }

    private void write(String text) {
        if (file == null) {
            log.info("HandlerSocket advice: {}", text);
            return;
        }
        Path path = Path.of(file).toAbsolutePath();
        try {
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "handlersocket.advise-report: the report cannot be written to " + path
                            + " (expected a file in an existing directory that this application may write)",
                    e);
        }
        log.info("HandlerSocket advice is in {}", path);
    }
}
