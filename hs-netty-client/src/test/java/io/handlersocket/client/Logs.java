// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Everything the client, or another logger, logs while this is open, TRACE included. */
public final class Logs implements AutoCloseable {

    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final @Nullable Level before;
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    };

    public Logs() {
        this("io.handlersocket.client");
    }

    /** @param name of the logger; those below it are heard too */
    public Logs(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        before = logger.getLevel();
        appender.setContext(logger.getLoggerContext());
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.TRACE);
        logger.setAdditive(false);
    }

    /**
     * The lines of this level and above, with their stack traces; without the one that each client of a server below a
     * certain patch level begins with.
     */
    public List<String> lines(Level level) {
        return linesOfAnyServer(level).stream()
                .filter(line -> !line.contains(": By its version, the server ("))
                .toList();
    }

    /** Whether a client says that the server, SQL or this JVM stood still: it has closed all its connections. */
    boolean tellOfAStandstill() {
        return lines(Level.WARN).stream()
                .anyMatch(line -> line.contains("no clean answer of the DDL guard")
                        || line.contains("no lookups over HandlerSocket"));
    }

    List<String> linesOfAnyServer(Level level) {
        return events.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(level))
                .map(event -> event.getFormattedMessage()
                        + (event.getThrowableProxy() == null
                                ? ""
                                : '\n' + ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .toList();
    }

    void assertNothingOf(String secret) {
        assertThat(lines(Level.TRACE)).isNotEmpty().noneMatch(line -> line.contains(secret));
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(before);
        logger.setAdditive(true);
    }
}
