// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What only SQL can say about diaries. */
@Repository
class DiaryQueries {

    private final JdbcClient jdbc;

    DiaryQueries(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The latest entries of a player's friends. */
    List<FeedEntry> timeline(long player, int limit) {
        return jdbc.sql("""
                        SELECT d.id, p.id AS player_id, p.name AS player_name, d.posted_at, d.title, d.body,
                               (SELECT COUNT(*) FROM diary_comment c WHERE c.entry_id = d.id) AS comments
                        FROM friendship f
                        JOIN diary_entry d ON d.player_id = f.friend_id
                        JOIN player p ON p.id = f.friend_id
                        WHERE f.player_id = :player
                        ORDER BY d.posted_at DESC, d.id DESC
                        LIMIT :limit""")
                .param("player", player)
                .param("limit", limit)
                .query(FeedEntry.class)
                .list();
    }

    /** The entries that fit the words best, by the full-text index. */
    List<FeedEntry> search(String words, int limit) {
        return jdbc.sql("""
                        SELECT d.id, p.id AS player_id, p.name AS player_name, d.posted_at, d.title, d.body,
                               (SELECT COUNT(*) FROM diary_comment c WHERE c.entry_id = d.id) AS comments
                        FROM (SELECT id, MATCH (body) AGAINST (:words) AS fit FROM diary_entry
                              WHERE MATCH (body) AGAINST (:words)
                              ORDER BY fit DESC, id DESC LIMIT :limit) AS hit
                        JOIN diary_entry d ON d.id = hit.id
                        JOIN player p ON p.id = d.player_id
                        ORDER BY hit.fit DESC, d.id DESC""")
                .param("words", words)
                .param("limit", limit)
                .query(FeedEntry.class)
                .list();
    }
}
