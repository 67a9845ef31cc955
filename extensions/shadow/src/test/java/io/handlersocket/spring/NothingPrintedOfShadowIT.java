// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.shadow.Shadow;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.EntityManagerFactory;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** No secret, no key and no value is in what an application prints where shadow mode finds a difference. */
@Tag("exhaustive") // NothingPrintedIT looks at what all of them share
class NothingPrintedOfShadowIT {

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
                "logging.level.root=INFO", // other libraries log the same with and without shadow mode
                "logging.level.io.handlersocket=TRACE",
                "handlersocket.shadow.sample=1",
                "handlersocket.shadow.max-rate=100",
                "handlersocket.shadow.on-difference=fail",
                "handlersocket.secret=" + server.readSecret()));
        try (KeptConsole console = new KeptConsole()) {
            try (ConfigurableApplicationContext context = DiaryApplication.on(server, properties.toArray(String[]::new))
                    .web(WebApplicationType.SERVLET)
                    .initializers((GenericApplicationContext beans) ->
                            beans.registerBean(BlindClient.class, BlindClient::new))
                    .run()) {
                Entries entries = context.getBean(Entries.class);
                Shadow shadow = Shadow.of(
                                context.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class))
                        .orElseThrow();
                await().atMost(Duration.ofSeconds(30)).until(() -> {
                    entries.findCardBySlug(MarkedEntry.SLUG);
                    return !shadow.differences().isEmpty();
                });
                inspection.everything(context);
            }
            printed.console(console.text());
            assertThat(console.text()).contains("give different answers");
        }

        assertThat(printed.leaks(marks)).isEmpty();
        assertThat(printed.count("GET /actuator/env")).isPositive();
    }
}
