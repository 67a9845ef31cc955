// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.unfit.UnfitApplication;
import io.handlersocket.spring.unfit.UnfitEntries;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

    /** The server is waited for so long, which a busy machine may need. */
    private static final String PATIENT = "handlersocket.startup-timeout=20s";

    private static final String FAIL = "handlersocket.on-missing-index=fail";

    private static final String START_LINE = "entities can be loaded by id over HandlerSocket";

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
        Throwable failure = catchThrowable(() -> run(mode, PATIENT, FAIL).close());

        assertThat(failure).isInstanceOf(StartupFailure.class);
        FailureAnalysis analysis = Objects.requireNonNull(new StartupFailure.Analyzer().analyze(failure));
        assertThat(analysis.getDescription())
                .contains("UnfitEntries.findByPriceAndScoreGreaterThan(BigDecimal, int)")
                .contains("no index of entry starts with (price, score)")
                .contains("uk_slug (unique) [slug]", "author_created [author_id, created]")
                .as("no index could answer these")
                .doesNotContain("findBySlugOrTitle", "UnfitEntries.shown")
                .contains("index author_score of entry does not start with (title, slug).");
        assertThat(analysis.getAction())
                .contains("ALTER TABLE `entry` ADD INDEX (`price`, `score`)")
                .contains("handlersocket.on-missing-index=warn");
    }

    /** The first attempt to connect ends before. */
    @Test
    void doesNotStartWithoutAnIndexWhereTheServerAnswersLate() {
        try (TcpProxy proxy = new TcpProxy(server.getHost(), server.readPort())) {
            proxy.stall(true);
            CompletableFuture.delayedExecutor(3, TimeUnit.SECONDS).execute(() -> {
                proxy.cutAll();
                proxy.stall(false);
            });

            assertThatThrownBy(() -> run(
                                    "handlersocket.host=localhost",
                                    "handlersocket.port=" + proxy.port(),
                                    "handlersocket.startup-timeout=60s",
                                    FAIL)
                            .close())
                    .isInstanceOf(StartupFailure.class);
        }
    }

    @Test
    void startsUnlessToldOtherwiseAndNamesTheIndexToCreate(CapturedOutput output) {
        try (ConfigurableApplicationContext context = run(PATIENT)) {
            assertThat(context.getBean(UnfitEntries.class).findByPriceAndScoreGreaterThan(new BigDecimal("0.14"), -20))
                    .hasSize(1);
            context.getBean(HandlerSocketClient.class)
                    .firstAttempt()
                    .toCompletableFuture()
                    .join();
            assertThat(context.getBean(UnfitEntries.class).shown("slug-40"))
                    .as("hidden")
                    .isEmpty();
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(output).contains("findByPriceAndScoreGreaterThan("));
        }
        assertThat(output.toString().lines().filter(line -> line.contains("findByPriceAndScoreGreaterThan(")))
                .singleElement()
                .asString()
                .contains("WARN", "no index of entry starts with (price, score)")
                .contains("ALTER TABLE `entry` ADD INDEX (`price`, `score`)");
    }

    @Test
    void isNotHeldUpByAServerThatKeepsSilentAndChecksOnceItAnswers(CapturedOutput output) {
        try (TcpProxy proxy = new TcpProxy(server.getHost(), server.readPort())) {
            proxy.stall(true);
            long start = System.nanoTime();
            try (ConfigurableApplicationContext context = run(
                    "handlersocket.host=localhost",
                    "handlersocket.port=" + proxy.port(),
                    "handlersocket.startup-timeout=90s")) {
                assertThat(Duration.ofNanos(System.nanoTime() - start))
                        .as("not the time for which a start may wait")
                        .isLessThan(Duration.ofSeconds(60));
                assertThat(output).contains("shown(").doesNotContain("(price, score)", START_LINE);

                proxy.cutAll();
                proxy.stall(false);

                await().atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> assertThat(output)
                                .contains("findByPriceAndScoreGreaterThan")
                                .contains("no index of entry starts with (price, score)"));
                await().atMost(Duration.ofSeconds(30))
                        .untilAsserted(
                                () -> assertThat(output.toString().lines().filter(line -> line.contains(START_LINE)))
                                        .singleElement()
                                        .asString()
                                        .contains("2 of 2 entities", "; next: "));
                assertThat(output.toString().lines().filter(line -> line.contains("UnfitEntries.shown(")))
                        .as("once")
                        .hasSize(1);
            }
        }
    }

    private static ConfigurableApplicationContext run(String... own) {
        List<String> properties = new ArrayList<>(List.of(
                "spring.datasource.url=" + server.getJdbcUrl(),
                "spring.datasource.username=" + server.getUsername(),
                "spring.datasource.password=" + server.getPassword(),
                "spring.jpa.hibernate.ddl-auto=none",
                "spring.main.banner-mode=off"));
        properties.addAll(List.of(own));
        return new SpringApplicationBuilder(UnfitApplication.class)
                .web(WebApplicationType.NONE)
                .properties(properties.toArray(String[]::new))
                .initializers(PlayerApplication.client(builder -> {
                    if (properties.contains(PATIENT)) {
                        PlayerApplication.PATIENT.customize(builder);
                    }
                }))
                .run();
    }
}
