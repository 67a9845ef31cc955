// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import org.springframework.boot.SpringApplication;

/**
 * The game with its own database: {@code mvn -pl samples/social-game -am spring-boot:test-run}. With
 * {@code -Dgame.cluster=galera}, the database is a cluster of three nodes.
 */
final class TestSocialGameApplication {

    private TestSocialGameApplication() {}

    public static void main(String[] args) {
        String cluster = System.getProperty("game.cluster", "");
        switch (cluster) {
            case "" -> start(KeptGameDatabase.class, args);
            case "galera" -> start(GameCluster.class, args);
            default ->
                throw new IllegalArgumentException("game.cluster: " + cluster + " (expected galera, or nothing)");
        }
    }

    static SpringApplication.Running start(Class<?> database, String... args) {
        return SpringApplication.from(SocialGameApplication::main)
                .with(database, Announcement.class)
                .run(args);
    }
}
