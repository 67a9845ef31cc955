// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.NoServerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application whose database cannot be started, as {@code spring-boot:test-run} starts it. */
@ExtendWith(OutputCaptureExtension.class)
class NoServerAnalyzerTest {

    private static final String SERVER = "handlersocket.test.server";

    @Configuration(proxyBeanMethods = false)
    static class TestDatabase {

        @Bean(initMethod = "start")
        HandlerSocketMariaDB database() {
            return new HandlerSocketMariaDB();
        }

        @Bean
        String needsIt(HandlerSocketMariaDB database) {
            return database.getJdbcUrl();
        }
    }

    @Test
    void saysOnceWhatWasTriedAndWhatHelps(CapturedOutput output) {
        String before = System.getProperty(SERVER);
        System.setProperty(SERVER, "external");
        try {
            assertThatThrownBy(() -> SpringApplication.run(TestDatabase.class))
                    .hasRootCauseInstanceOf(NoServerException.class);
        } finally {
            if (before == null) {
                System.clearProperty(SERVER);
            } else {
                System.setProperty(SERVER, before);
            }
        }
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .containsOnlyOnce("Any one of these helps:")
                .containsOnlyOnce("Tried, as -D")
                .contains("  - external: no handlersocket.test.url")
                .doesNotContain("\tat ");
    }
}
