// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import org.springframework.util.DigestUtils;

/** The mixed reads of the load: the services of the game, in one setup's application. */
final class Reads {

    /** What the page says of the mix; {@link #one} does it. */
    static final List<String> MIX = List.of(
            "40 % a player by id",
            "15 % a session by its token",
            "15 % the latest diary entries",
            "10 % a player by e-mail address",
            "10 % twenty players by id",
            "5 % an inventory",
            "5 % a guild with its members");

    private final Services game;
    private final int population;

    /** @param population how many players the world has */
    Reads(Services game, int population) {
        this.game = game;
        this.population = population;
    }

    /** Reads something at random, to the end. */
    void one(RandomGenerator random) {
        int percent = random.nextInt(100);
        long player = player(random);
        if (percent < 40) {
            game.players().profile(player);
        } else if (percent < 55) {
            game.sessions().login(token(1 + random.nextInt(population / 5)));
        } else if (percent < 70) {
            game.diaries().latest(player);
        } else if (percent < 80) {
            game.players().byEmail("player" + player + "@example.com");
        } else if (percent < 90) {
            game.players().cards(random.longs(20, 1, population + 1L).boxed().toList());
        } else if (percent < 95) {
            game.inventories().of(player);
        } else {
            game.guilds().guild(1 + random.nextInt(Math.max(1, population / 50)));
        }
    }

    private long player(RandomGenerator random) {
        return 1L + random.nextInt(population);
    }

    /** As the world's seed makes them. */
    static String token(int number) {
        return DigestUtils.md5DigestAsHex(("session" + number).getBytes(StandardCharsets.US_ASCII));
    }
}
