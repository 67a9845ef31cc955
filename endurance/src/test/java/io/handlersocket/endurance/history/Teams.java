// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.List;
import java.util.stream.LongStream;

/** Keys 1, 2, 3, …; each four of them belong to one team. */
final class Teams {

    static final int SIZE = 4;

    private Teams() {}

    /** The team of a key, from 1. */
    static long of(long key) {
        return (key - 1) / SIZE + 1;
    }

    /** The keys of a team. */
    static List<Long> members(long team) {
        return LongStream.rangeClosed((team - 1) * SIZE + 1, team * SIZE)
                .boxed()
                .toList();
    }

    /** Makes both tables, unless they exist, and leaves no items in them. */
    static void createTables(HandlerSocketMariaDB server, int keys) {
        server.execute(
                "CREATE TABLE IF NOT EXISTS history_team (id BIGINT NOT NULL PRIMARY KEY) ENGINE=InnoDB",
                "INSERT IGNORE INTO history_team SELECT seq FROM seq_1_to_" + of(keys),
                "CREATE TABLE IF NOT EXISTS history_item (id BIGINT NOT NULL PRIMARY KEY, team_id BIGINT NOT NULL,"
                        + " version BIGINT NOT NULL, mark BIGINT NOT NULL, body VARCHAR(220) NOT NULL,"
                        + " KEY team (team_id), CONSTRAINT history_item_team FOREIGN KEY (team_id)"
                        + " REFERENCES history_team (id)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "DELETE FROM history_item");
    }
}
