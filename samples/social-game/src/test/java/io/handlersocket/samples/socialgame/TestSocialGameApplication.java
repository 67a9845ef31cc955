// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import org.springframework.boot.SpringApplication;

/** The game with a database of its own: {@code mvn -pl samples/social-game -am spring-boot:test-run}. */
final class TestSocialGameApplication {

    private TestSocialGameApplication() {}

    public static void main(String[] args) {
        start(KeptGameDatabase.class, args);
    }

    static SpringApplication.Running start(Class<?> database, String... args) {
        return SpringApplication.from(SocialGameApplication::main)
                .with(database, GameOperations.class, Announcement.class)
                .run(args);
    }
}
