// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.friend;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What only SQL can say about friends. */
@Repository
class FriendQueries {

    private final JdbcClient jdbc;

    FriendQueries(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<Suggestion> friendsOfFriends(long player, int limit) {
        return jdbc.sql("""
                        SELECT p.id, p.name, p.level, COUNT(*) AS common_friends
                        FROM friendship mine
                        JOIN friendship theirs ON theirs.player_id = mine.friend_id
                        JOIN player p ON p.id = theirs.friend_id
                        WHERE mine.player_id = :player
                          AND theirs.friend_id <> :player
                          AND NOT EXISTS (SELECT 1 FROM friendship known
                                          WHERE known.player_id = :player AND known.friend_id = theirs.friend_id)
                        GROUP BY p.id, p.name, p.level
                        ORDER BY common_friends DESC, p.id
                        LIMIT :limit""")
                .param("player", player)
                .param("limit", limit)
                .query(Suggestion.class)
                .list();
    }
}
