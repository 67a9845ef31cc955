// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.unfit.UnfitApplication;
import io.handlersocket.spring.unfit.UnfitEntries;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.math.BigDecimal;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** Methods that no index answers are found when the application starts, whenever its repositories are made. */
@ExtendWith(OutputCaptureExtension.class)
class QueryCheckIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    @BeforeAll
    static void createTables() {
        DiaryApplication.createTables(server);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.data.jpa.repositories.bootstrap-mode=default",
                "spring.data.jpa.repositories.bootstrap-mode=lazy",
                "spring.data.jpa.repositories.bootstrap-mode=deferred",
                "spring.main.lazy-initialization=true"
            })
    void doesNotStartWithoutAnIndexAndSaysWhatToDo(String mode) {
        Throwable failure = catchThrowable(() -> run(mode).close());

        assertThat(failure).isInstanceOf(NoMatchingIndexException.class);
        FailureAnalysis analysis = Objects.requireNonNull(new NoMatchingIndexFailureAnalyzer().analyze(failure));
        assertThat(analysis.getDescription())
                .contains("UnfitEntries.findByPriceAndScoreGreaterThan(java.math.BigDecimal,int)")
                .contains("no index of entry starts with the columns [price, score]")
                .contains("uk_slug (unique) [slug]", "author_created [author_id, created]")
                .contains("findBySlugOrTitle", ": Or.")
                .contains("UnfitEntries.shown", "more than that attributes of the entity equal its parameters: e.hidden = false.")
                .contains("index uk_slug does not start with the columns [title, slug].");
        assertThat(analysis.getAction())
                .contains("ALTER TABLE entry ADD INDEX (price, score)")
                .contains("handlersocket.repositories.on-missing-index=warn");
    }

    @Test
    void startsAnywayWhenToldAndStaysOnJpa(CapturedOutput output) {
        try (ConfigurableApplicationContext context = run("handlersocket.repositories.on-missing-index=warn")) {
            assertThat(context.getBean(UnfitEntries.class).findByPriceAndScoreGreaterThan(new BigDecimal("0.14"), -20))
                    .hasSize(1);
            context.getBean(HandlerSocketClient.class).firstAttempt().toCompletableFuture().join();
            assertThat(context.getBean(UnfitEntries.class).shown("slug-40"))
                    .as("hidden")
                    .isEmpty();
        }
        assertThat(output).contains("WARN").contains("no index of entry starts with the columns [price, score]");
    }

    private static ConfigurableApplicationContext run(String property) {
        return new SpringApplicationBuilder(UnfitApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + server.getJdbcUrl(),
                        "spring.datasource.username=" + server.getUsername(),
                        "spring.datasource.password=" + server.getPassword(),
                        "spring.jpa.hibernate.ddl-auto=none",
                        "spring.main.banner-mode=off",
                        property)
                .run();
    }
}
