// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.spring.HandlerSocketClientBuilderCustomizer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The application under test, as a user would write it. {@link ChaosChild} runs it. */
@SpringBootApplication
public class ChaosApplication {

    @Bean
    HandlerSocketClientBuilderCustomizer directConnections(@Value("${chaos.direct-connections:16}") int most) {
        return builder -> builder.maxDirectConnections(most);
    }
}
