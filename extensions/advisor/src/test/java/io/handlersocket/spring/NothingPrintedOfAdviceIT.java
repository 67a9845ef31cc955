// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.context.ConfigurableApplicationContext;

/** No secret, no key and no value is in what an application prints that asks for advice. In this package for fixtures. */
class NothingPrintedOfAdviceIT {

    private static final long ID = 8_317_204_965_113_472L;
    private static final String SLUG = "markOfSlug7Q";
    private static final String TITLE = "markOfTitle5V";

    private static final HandlerSocketMariaDB server = new HandlerSocketMariaDB();

    @BeforeAll
    static void start() {
        server.start();
        DiaryApplication.createTables(server);
        server.execute("INSERT INTO entry VALUES (" + ID + ", 3, '2031-07-19 04:05:06.789', '" + SLUG + "', '" + TITLE
                + "', 'CODE-1', 'GOOD', 5, b'0', 1.5)");
    }

    @AfterAll
    static void stop() {
        // Spring Boot leaves the pattern to the JVM's next applications.
        System.clearProperty(LoggingSystemProperty.CONSOLE_PATTERN.getEnvironmentVariableName());
        server.stop();
    }

    @Test
    void showsNeitherSecretNorKeyNorValue() throws Exception {
        List<Mark> marks = List.of(
                Mark.text(Mark.Kind.SECRET, "read secret", server.readSecret()),
                Mark.number(Mark.Kind.KEY, "id", ID),
                Mark.text(Mark.Kind.KEY, "slug", SLUG),
                Mark.text(Mark.Kind.VALUE, "title", TITLE));
        Printed printed = new Printed();
        Inspection inspection = new Inspection(printed);
        List<String> properties = new ArrayList<>(Inspection.PROPERTIES);
        properties.addAll(List.of("handlersocket.advise=true", "handlersocket.secret=" + server.readSecret()));
        try (KeptConsole console = new KeptConsole()) {
            try (ConfigurableApplicationContext context = DiaryApplication.on(server, properties.toArray(String[]::new))
                    .web(WebApplicationType.SERVLET)
                    .run()) {
                Entries entries = context.getBean(Entries.class);
                assertThat(entries.findById(ID)).isPresent();
                assertThat(entries.findBySlug(SLUG)).isPresent();
                assertThat(inspection.get(context, "handlersocket/advice")).contains("Entries");
                assertThat(inspection.get(context, "handlersocket/loads")).contains("asks for advice");
                inspection.everything(context);
            }
            printed.console(console.text());
        }

        assertThat(printed.leaks(marks)).isEmpty();
        assertThat(printed.count("log: io.handlersocket.spring.advice")).isPositive();
    }
}
