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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** No secret, no key and no value is in what an application prints where shadow mode finds a difference. */
class NothingPrintedOfShadowIT {

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
        properties.addAll(List.of(
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
                    entries.findCardBySlug(SLUG);
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
