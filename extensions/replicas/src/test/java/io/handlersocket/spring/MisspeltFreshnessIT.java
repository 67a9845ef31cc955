// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.spring.misspelt.MisspeltApplication;
import io.handlersocket.spring.misspelt.MisspeltPlayers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

class MisspeltFreshnessIT {

    /** Repositories that are created later are checked at startup too. */
    @ParameterizedTest
    @ValueSource(strings = {"default", "lazy"})
    void theApplicationDoesNotStartAndNamesTheMethod(String mode) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(MisspeltApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=jdbc:h2:mem:misspelt;DB_CLOSE_DELAY=-1",
                        "spring.main.banner-mode=off",
                        "spring.data.jpa.repositories.bootstrap-mode=" + mode);
        assertThatThrownBy(() -> application.run().close())
                .hasStackTraceContaining(MisspeltPlayers.class.getName() + ".findById: freshness: '100 ms'");
    }
}
