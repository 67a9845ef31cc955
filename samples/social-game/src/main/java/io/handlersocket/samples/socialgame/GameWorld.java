// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Fills empty tables: {@value #PLAYERS} players with friends and diaries, made by the server itself in a few seconds. */
@Component
class GameWorld implements ApplicationRunner {

    static final int PLAYERS = 100_000;

    private static final Logger log = LoggerFactory.getLogger(GameWorld.class);

    private static final String INSERT_PLAYERS = """
            INSERT INTO player (id, name, email, level, created)
            SELECT seq,
                   CONCAT(ELT(1 + seq MOD 16, 'Aoi', 'Haruto', 'Mei', 'Sora', 'Yuna', 'Ren', 'Hina', 'Kaito',
                                              'Emma', 'Noah', 'Léa', 'Søren', 'Zoë', 'Mateo', 'Ada', 'Linus'),
                          ' ',
                          ELT(1 + (seq DIV 16) MOD 12, 'Tanaka', 'Sato', 'Mori', 'Fujita', 'Abe', 'Kimura',
                                              'Müller', 'Rossi', 'Novák', 'Silva', 'Lindqvist', 'Okafor')),
                   CONCAT('player', seq, '@example.com'),
                   1 + (seq * 7919) MOD 99,
                   '2024-01-01 00:00:00' + INTERVAL (seq * 613) MOD 1000000 MINUTE
            FROM seq_1_to_100000""";

    private static final String INSERT_FRIENDSHIPS = """
            INSERT INTO friendship (player_id, friend_id, since)
            SELECT p.seq, 1 + (p.seq + f.seq * f.seq * 1237) MOD 100000,
                   '2025-06-01 00:00:00' + INTERVAL (p.seq * 31 + f.seq * 977) MOD 500000 MINUTE
            FROM seq_1_to_100000 p CROSS JOIN seq_1_to_4 f""";

    private static final String INSERT_DIARIES = """
            INSERT INTO diary (player_id, title, body, created)
            SELECT p.seq,
                   ELT(1 + (p.seq + d.seq) MOD 6, 'A new island', 'Lost the boss fight', 'Harvest day', 'Found a fox',
                                              'Guild meeting', 'Rain again'),
                   ELT(1 + (p.seq * d.seq) MOD 4, 'Stayed up far too late, but it was worth it.',
                                              'We need a healer. Seriously.',
                                              'Traded three pearls for a map nobody can read.',
                                              'Sixteen melons, one thief, no evidence.'),
                   '2025-09-01 00:00:00' + INTERVAL (p.seq * 17 + d.seq * 4099) MOD 600000 MINUTE
            FROM seq_1_to_100000 p JOIN seq_1_to_3 d ON d.seq <= 1 + p.seq MOD 3""";

    private final JdbcClient jdbc;

    GameWorld(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    @Transactional
    public void run(ApplicationArguments arguments) {
        if (count("player") > 0) {
            return;
        }
        long start = System.nanoTime();
        int players = jdbc.sql(INSERT_PLAYERS).update();
        int friendships = jdbc.sql(INSERT_FRIENDSHIPS).update();
        int diaries = jdbc.sql(INSERT_DIARIES).update();
        log.info(
                "Made {} players, {} friendships and {} diary entries in {} ms",
                players,
                friendships,
                diaries,
                (System.nanoTime() - start) / 1_000_000);
    }

    private long count(String table) {
        Optional<Long> rows = jdbc.sql("SELECT COUNT(*) FROM (SELECT 1 FROM " + table + " LIMIT 1) AS one")
                .query(Long.class)
                .optional();
        return Objects.requireNonNull(rows.orElse(0L));
    }
}
