// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Readers over JDBC that are wrong on purpose: each claims to read at READ COMMITTED, in one statement. */
final class Wrongs {

    private static final String ROW = "SELECT id, version, mark, body FROM history_item WHERE id = ?";

    private final Connection connection;
    private final Observer observer;
    private final Random random;
    private final int keys;

    Wrongs(Connection connection, Observer observer, Random random, int keys) {
        this.connection = connection;
        this.observer = observer;
        this.random = random;
        this.keys = keys;
    }

    /** Correct, for comparison. */
    void right() throws SQLException {
        long key = anyKey();
        long begin = System.nanoTime();
        observer.saw(Way.JDBC, begin, key, row(key));
    }

    /** Sees what is not committed. */
    void readUncommitted() throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
        right();
    }

    /** Reads twice from one snapshot, with a pause; claims that the second read is new. */
    void oldSnapshot() throws SQLException, InterruptedException {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        row(anyKey());
        Thread.sleep(5);
        right();
        connection.commit();
    }

    /** Reads the columns of a row in two statements. */
    void halves() throws SQLException, InterruptedException {
        long key = anyKey();
        long begin = System.nanoTime();
        Seen first = row(key);
        Thread.sleep(5);
        Seen second = row(key);
        if (first != null && second != null) {
            observer.saw(Way.JDBC, begin, key, new Seen(key, first.version(), first.mark(), second.body()));
        }
    }

    /** Answers with the row of the next key. */
    void neighbour() throws SQLException {
        long key = 1L + random.nextInt(keys - 1);
        long begin = System.nanoTime();
        observer.saw(Way.JDBC, begin, key, row(key + 1));
    }

    /** Reads the rows of a team one by one; claims that they are of one statement. */
    void oneByOne() throws SQLException, InterruptedException {
        List<Long> team = Teams.members(Teams.of(anyKey()));
        List<Seen> rows = new ArrayList<>();
        long begin = System.nanoTime();
        for (long key : team) {
            Seen row = row(key);
            if (row != null) {
                rows.add(row);
            }
            Thread.sleep(2);
        }
        observer.saw(Way.JDBC, begin, true, team, rows);
    }

    private long anyKey() {
        return 1L + random.nextInt(keys);
    }

    private @Nullable Seen row(long key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ROW)) {
            statement.setLong(1, key);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next()
                        ? new Seen(
                                rows.getLong("id"),
                                rows.getLong("version"),
                                rows.getLong("mark"),
                                Objects.requireNonNull(rows.getString("body")))
                        : null;
            }
        }
    }
}
