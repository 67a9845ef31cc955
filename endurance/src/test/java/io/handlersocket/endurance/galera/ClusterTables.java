// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.client.Row;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The rows that writers change and readers read: for each key one game and its two scores, with one version. */
final class ClusterTables {

    static final int KEYS = 200;
    private static final int HOT = 8;

    static final String GAME = "SELECT version, nonce, mark FROM game WHERE id = ?";

    static final String GAME_AND_SCORES = "SELECT version, nonce, mark FROM game WHERE id = ?"
            + " UNION ALL SELECT version, nonce, mark FROM score WHERE game = ?";

    static final int ROWS_OF_GAME_AND_SCORES = 3;
    static final int ROWS_OF_SCORES = 2;

    private ClusterTables() {}

    /** What one row says. */
    record Version(int version, long nonce) {

        static final Version MISSING = new Version(0, Observed.MISSING);
        static final Version TORN = new Version(0, Observed.TORN);

        private static Version of(int key, int version, long nonce, String mark) {
            return mark.equals(mark(key, version, nonce)) ? new Version(version, nonce) : TORN;
        }

        /** What rows say together that one statement has returned. */
        private static Version of(List<Version> rows, int expected) {
            if (rows.size() < expected) {
                return MISSING;
            }
            if (rows.size() > expected || rows.stream().distinct().count() > 1) {
                System.out.println("ClusterTables: not written together: " + rows);
                return TORN;
            }
            return rows.get(0);
        }
    }

    static String mark(int key, int version, long nonce) {
        return key + "/" + version + "/" + nonce;
    }

    static long firstNonce(int key) {
        return key + 1L;
    }

    static void create(HandlerSocketMariaDB node) {
        String columns = " version INT NOT NULL, nonce BIGINT NOT NULL, mark VARCHAR(60) NOT NULL";
        node.execute(
                "CREATE TABLE game (id INT PRIMARY KEY," + columns + ")",
                "INSERT INTO game SELECT seq, 0, seq + 1, CONCAT(seq, '/0/', seq + 1) FROM seq_0_to_" + (KEYS - 1),
                "CREATE TABLE score (id INT PRIMARY KEY, game INT NOT NULL," + columns + ", KEY of_game (game))",
                "INSERT INTO score SELECT 10 * id, id, version, nonce, mark FROM game",
                "INSERT INTO score SELECT 10 * id + 1, id, version, nonce, mark FROM game",
                "CREATE TABLE other (id INT PRIMARY KEY, v INT)",
                "CREATE TABLE swapped (id INT PRIMARY KEY, v INT)",
                "CREATE VIEW swapped_view AS SELECT * FROM other");
    }

    /** Half of all accesses go to few keys, so that nodes conflict, and a read that is a little too old is seen. */
    static int anyKey(Random random) {
        return random.nextBoolean() ? random.nextInt(HOT) : random.nextInt(KEYS);
    }

    static Version read(int key, ResultSet rows, int expected) throws SQLException {
        List<Version> versions = new ArrayList<>();
        while (rows.next()) {
            versions.add(Version.of(key, rows.getInt(1), rows.getLong(2), rows.getString(3)));
        }
        return Version.of(versions, expected);
    }

    static Version read(int key, List<Row> rows, int expected) {
        return Version.of(
                rows.stream()
                        .map(row -> Version.of(
                                key,
                                row.getInt("version"),
                                row.getLong("nonce"),
                                String.valueOf(row.getString("mark"))))
                        .toList(),
                expected);
    }
}
