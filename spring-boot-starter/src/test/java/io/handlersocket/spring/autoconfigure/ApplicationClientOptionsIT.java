// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ApplicationClientOptionsIT {

    private final ApplicationContextRunner h2 = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(HandlerSocketAutoConfiguration.class, DataSourceAutoConfiguration.class))
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:options;DB_CLOSE_DELAY=-1");

    @Test
    void handsTheTimeOnToTheClient() {
        h2.withPropertyValues("handlersocket.request-timeout=-2s")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("requestTimeout: PT-2S (expected more than 0)"));
    }
}
