// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import io.handlersocket.samples.socialgame.diary.Diaries;
import io.handlersocket.samples.socialgame.guild.Guilds;
import io.handlersocket.samples.socialgame.item.Inventories;
import io.handlersocket.samples.socialgame.player.Players;
import io.handlersocket.samples.socialgame.session.Sessions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.BeanFactory;
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

    private final Players players;
    private final Sessions sessions;
    private final Diaries diaries;
    private final Inventories inventories;
    private final Guilds guilds;
    private final int population;

    private Reads(BeanFactory application, int population) {
        players = application.getBean(Players.class);
        sessions = application.getBean(Sessions.class);
        diaries = application.getBean(Diaries.class);
        inventories = application.getBean(Inventories.class);
        guilds = application.getBean(Guilds.class);
        this.population = population;
    }

    /** @param population how many players the world has */
    static Reads of(BeanFactory application, int population) {
        return new Reads(application, population);
    }

    /** Reads something at random, to the end. */
    void one(RandomGenerator random) {
        int percent = random.nextInt(100);
        long player = player(random);
        if (percent < 40) {
            players.profile(player);
        } else if (percent < 55) {
            sessions.login(token(1 + random.nextInt(population / 5)));
        } else if (percent < 70) {
            diaries.latest(player);
        } else if (percent < 80) {
            players.byEmail("player" + player + "@example.com");
        } else if (percent < 90) {
            players.cards(random.longs(20, 1, population + 1L).boxed().toList());
        } else if (percent < 95) {
            inventories.of(player);
        } else {
            guilds.guild(1 + random.nextInt(Math.max(1, population / 50)));
        }
    }

    private long player(RandomGenerator random) {
        return 1L + random.nextInt(population);
    }

    /** As the world's seed makes them. */
    private static String token(int number) {
        return DigestUtils.md5DigestAsHex(("session" + number).getBytes(StandardCharsets.US_ASCII));
    }
}
