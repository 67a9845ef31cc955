// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The game, on the database that {@code spring.datasource.url} names; its tests bring one of their own. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class SocialGameApplication {

    public static void main(String[] args) {
        SpringApplication.run(SocialGameApplication.class, args);
    }
}
