// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.load;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A request that reads a few rows by key, with a key at random. */
enum Endpoint {
    PLAYER("/api/players/{id}") {
        @Override
        String path(Keys keys) {
            return "/api/players/" + keys.player();
        }
    },
    PLAYER_BY_EMAIL("/api/players/by-email/{email}") {
        @Override
        String path(Keys keys) {
            return "/api/players/by-email/" + URLEncoder.encode(keys.email(), StandardCharsets.UTF_8);
        }
    },
    PLAYERS("/api/players?ids={10 ids}") {
        @Override
        String path(Keys keys) {
            return "/api/players?ids="
                    + IntStream.range(0, 10)
                            .mapToObj(i -> String.valueOf(keys.player()))
                            .collect(Collectors.joining(","));
        }
    },
    SESSION("/api/sessions/{token}") {
        @Override
        String path(Keys keys) {
            return "/api/sessions/" + URLEncoder.encode(keys.token(), StandardCharsets.UTF_8);
        }
    },
    INVENTORY("/api/players/{id}/inventory") {
        @Override
        String path(Keys keys) {
            return "/api/players/" + keys.player() + "/inventory";
        }
    },
    DIARY("/api/players/{id}/diary") {
        @Override
        String path(Keys keys) {
            return "/api/players/" + keys.player() + "/diary";
        }
    },
    GUILD("/api/guilds/{id}") {
        @Override
        String path(Keys keys) {
            return "/api/guilds/" + keys.guild();
        }
    };

    private final String title;

    Endpoint(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    abstract String path(Keys keys);

    /**
     * The keys that there are.
     *
     * @param players ids 1 to this
     * @param guilds ids 1 to this
     * @param emails of some players
     * @param tokens of some sessions
     */
    record Keys(int players, int guilds, List<String> emails, List<String> tokens) {

        int player() {
            return 1 + random(players);
        }

        int guild() {
            return 1 + random(guilds);
        }

        String email() {
            return emails.get(random(emails.size()));
        }

        String token() {
            return tokens.get(random(tokens.size()));
        }

        private static int random(int bound) {
            return ThreadLocalRandom.current().nextInt(bound);
        }
    }
}
