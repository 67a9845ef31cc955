// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Everything that an application has printed, by its source; searched for {@link Mark}s. Safe for all threads. */
final class Printed {

    /** A log line of the console begins with this; the logger's name and another bar follow. */
    static final String LINE = "@LOG|";

    /** Spring Boot's pattern of the console that {@link #console} reads. */
    static final String PATTERN = "logging.pattern.console=" + LINE + "%logger|%p [%t] %m%n%ex";

    /**
     * Loggers that print keys and values with or without this library: at DEBUG and TRACE, Hibernate logs parameters
     * and entities, Spring Data arguments, and the driver its packets.
     */
    private static final List<String> PRINT_VALUES = List.of("org.hibernate.", "org.springframework.", "org.mariadb.");

    /** The driver's packets contain the answer to SHOW VARIABLES. */
    private static final List<String> PRINT_SECRETS = List.of("org.mariadb.");

    private record Text(String source, String text) {}

    private final Queue<Text> texts = new ConcurrentLinkedQueue<>();

    /** Adds what an object says of itself. */
    void add(String source, @Nullable Object value) {
        texts.add(new Text(source, String.valueOf(value)));
    }

    /** Adds an exception with its causes, its suppressed exceptions and all their messages. */
    void thrown(String source, Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        add("exception: " + source, text);
    }

    /** Makes a call and adds what it throws; its result is not printed. */
    void call(String source, Callable<?> call) {
        try {
            call.call();
        } catch (Exception | AssertionError e) {
            thrown(source, e);
        }
    }

    /** Makes a call that must throw. */
    void fails(String source, Callable<?> call) {
        int before = texts.size();
        call(source, call);
        if (texts.size() == before) {
            throw new AssertionError(source + ": did not throw");
        }
    }

    /** Adds what was written to standard output and error; a line that is no log line belongs to the one before. */
    void console(String output) {
        String logger = "console";
        StringBuilder text = new StringBuilder();
        for (String line : output.split("\n", -1)) {
            if (line.startsWith(LINE)) {
                texts.add(new Text(logger, text.toString()));
                text.setLength(0);
                logger = "log: " + line.substring(LINE.length(), line.indexOf('|', LINE.length()));
            }
            text.append(line).append('\n');
        }
        texts.add(new Text(logger, text.toString()));
    }

    /** How many texts come from sources that begin so. */
    long count(String source) {
        return texts.stream().filter(text -> text.source().startsWith(source)).count();
    }

    /** Where the marks are although they must not be, at most 50 places, each with the text around it. */
    List<String> leaks(List<Mark> marks) {
        List<String> leaks = new ArrayList<>();
        for (Text text : new LinkedHashSet<>(texts)) { // many log lines are the same
            String lowerCase = text.text().toLowerCase(Locale.ROOT);
            for (Mark mark : marks) {
                if (!mayPrint(text.source(), mark.kind())) {
                    mark.foundIn(text.text(), lowerCase)
                            .ifPresent(found -> leaks.add(text.source() + " contains " + found + ": "
                                    + text.text()
                                            .substring(
                                                    0, Math.min(600, text.text().length()))));
                }
            }
        }
        return leaks.subList(0, Math.min(50, leaks.size()));
    }

    private static boolean mayPrint(String source, Mark.Kind kind) {
        List<String> loggers = kind == Mark.Kind.SECRET ? PRINT_SECRETS : PRINT_VALUES;
        return loggers.stream().anyMatch(logger -> source.startsWith("log: " + logger));
    }
}
