// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What only SQL can say: joins and aggregates over the same tables. */
@Repository
class PlayerQueries {

    private final JdbcClient jdbc;

    PlayerQueries(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** One place in a ranking; {@code lastEntry} is null for a player without diary. */
    record Place(
            long place,
            long id,
            String name,
            int level,
            long diaries,
            @Nullable LocalDateTime lastEntry) {}

    /** A friend, and since when. */
    record Friend(long id, String name, int level, LocalDateTime since) {}

    /** The player among friends, by diary entries, then by level; empty if there is no such player. */
    List<Place> ranking(long player) {
        return jdbc.sql("""
                        SELECT RANK() OVER (ORDER BY COUNT(d.id) DESC, p.level DESC) AS place,
                               p.id, p.name, p.level, COUNT(d.id) AS diaries, MAX(d.created) AS last_entry
                        FROM (SELECT id FROM player WHERE id = :player
                              UNION
                              SELECT friend_id FROM friendship WHERE player_id = :player) AS circle
                        JOIN player p ON p.id = circle.id
                        LEFT JOIN diary d ON d.player_id = p.id
                        WHERE EXISTS (SELECT 1 FROM player WHERE id = :player)
                        GROUP BY p.id, p.name, p.level
                        ORDER BY place, p.name""").param("player", player).query(Place.class).list();
    }

    List<Friend> friends(long player) {
        return jdbc.sql("""
                        SELECT p.id, p.name, p.level, f.since
                        FROM friendship f JOIN player p ON p.id = f.friend_id
                        WHERE f.player_id = :player
                        ORDER BY f.since DESC""").param("player", player).query(Friend.class).list();
    }
}
