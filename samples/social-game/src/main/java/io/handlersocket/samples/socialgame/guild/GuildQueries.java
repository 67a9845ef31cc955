// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.guild;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What only SQL can say about guilds. */
@Repository
class GuildQueries {

    private final JdbcClient jdbc;

    GuildQueries(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The guilds by the points of their members, with each guild's best player: two window functions. */
    List<GuildPlace> ranking(int season, int limit) {
        return jdbc.sql("""
                        WITH member_score AS (
                            SELECT m.guild_id, p.name AS player, s.points,
                                   ROW_NUMBER() OVER (PARTITION BY m.guild_id ORDER BY s.points DESC, p.id) AS place
                            FROM guild_member m
                            JOIN score s ON s.player_id = m.player_id AND s.season = :season
                            JOIN player p ON p.id = m.player_id),
                        total AS (
                            SELECT guild_id, COUNT(*) AS members, SUM(points) AS points,
                                   MAX(CASE WHEN place = 1 THEN player END) AS best_player
                            FROM member_score GROUP BY guild_id)
                        SELECT RANK() OVER (ORDER BY t.points DESC) AS place,
                               g.id, g.name, t.members, t.points, t.best_player
                        FROM total t JOIN guild g ON g.id = t.guild_id
                        ORDER BY place, g.id
                        LIMIT :limit""")
                .param("season", season)
                .param("limit", limit)
                .query(GuildPlace.class)
                .list();
    }
}
