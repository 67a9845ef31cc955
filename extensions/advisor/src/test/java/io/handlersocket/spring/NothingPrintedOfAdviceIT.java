// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.context.ConfigurableApplicationContext;

/** No secret, no key and no value is in what an application prints that asks for advice. In this package for fixtures. */
@Tag("exhaustive") // NothingPrintedIT looks at what all of them share
class NothingPrintedOfAdviceIT {

    private static final HandlerSocketMariaDB server = new HandlerSocketMariaDB();

    @BeforeAll
    static void start() throws SQLException {
        server.start();
        MarkedEntry.create(server);
    }

    @AfterAll
    static void stop() {
        // Spring Boot leaves the pattern to the JVM's next applications.
        System.clearProperty(LoggingSystemProperty.CONSOLE_PATTERN.getEnvironmentVariableName());
        server.stop();
    }

    @Test
    void showsNeitherSecretNorKeyNorValue() throws Exception {
        List<Mark> marks = new ArrayList<>(MarkedEntry.MARKS);
        marks.add(Mark.text(Mark.Kind.SECRET, "read secret", server.readSecret()));
        Printed printed = new Printed();
        Inspection inspection = new Inspection(printed);
        List<String> properties = new ArrayList<>(Inspection.PROPERTIES);
        properties.addAll(List.of(
                "logging.level.root=INFO", // other libraries log the same with and without advice
                "logging.level.io.handlersocket=TRACE",
                "handlersocket.advise=true",
                "handlersocket.secret=" + server.readSecret()));
        try (KeptConsole console = new KeptConsole()) {
            try (ConfigurableApplicationContext context = DiaryApplication.on(server, properties.toArray(String[]::new))
                    .web(WebApplicationType.SERVLET)
                    .run()) {
                Entries entries = context.getBean(Entries.class);
                assertThat(entries.findById(MarkedEntry.ID)).isPresent();
                assertThat(entries.findBySlug(MarkedEntry.SLUG)).isPresent();
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
