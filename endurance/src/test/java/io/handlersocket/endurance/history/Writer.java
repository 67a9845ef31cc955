// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Changes rows over JDBC and records each version: of one row or of two rows of a team, committed, rolled back, or
 * replaced in its own transaction. One thread uses it.
 */
final class Writer implements AutoCloseable {

    private static final String PUT = "INSERT INTO history_item (id, team_id, version, mark, body)"
            + " VALUES (?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE version = VALUES(version), mark = VALUES(mark), body = VALUES(body)";
    private static final String DELETE = "DELETE FROM history_item WHERE id = ?";

    private final DataSource source;
    private final Writers writers;
    private final Journal journal;
    private final Random random;
    private final boolean deletes;
    private @Nullable Connection connection;

    /** Creates a writer that deletes rows at times, if it may. */
    Writer(DataSource source, Writers writers, Journal journal, Random random, boolean deletes) {
        this.source = source;
        this.writers = writers;
        this.journal = journal;
        this.random = random;
        this.deletes = deletes;
    }

    /** Puts the first version of each row. */
    void fill() throws SQLException {
        for (long key = 1; key <= writers.keys(); key++) {
            putAndEnd(key, true);
        }
    }

    /** Runs one transaction. The exception says that it is rolled back for certain, or that its end is unknown. */
    void write() throws SQLException {
        long key = 1L + random.nextInt(writers.keys());
        if (random.nextInt(3) == 0) {
            putPair(Teams.members(Teams.of(key)));
        } else if (deletes && random.nextInt(8) == 0) {
            delete(key);
        } else {
            putAndEnd(key, random.nextInt(6) != 0);
        }
    }

    private void putAndEnd(long key, boolean commit) throws SQLException {
        writers.lock(key);
        try {
            if (random.nextInt(8) == 0) {
                replaceLater(key);
            }
            Write write = Write.alone(key, writers.nextVersion(key));
            put(write);
            end(List.of(write), commit);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            writers.unlock(key);
        }
    }

    /** A version that its own transaction replaces: no reader may see it, whatever becomes of the transaction. */
    private void replaceLater(long key) throws SQLException {
        Write write = Write.alone(key, writers.nextVersion(key));
        put(write);
        journal.ending(write, System.nanoTime());
        journal.rolledBack(write, System.nanoTime());
        pause();
    }

    private void putPair(List<Long> team) throws SQLException {
        int one = random.nextInt(team.size() - 1);
        int other = one + 1 + random.nextInt(team.size() - one - 1);
        long first = team.get(one);
        long second = team.get(other);
        writers.lock(first);
        writers.lock(second);
        try {
            long version = writers.nextVersion(first);
            long secondVersion = writers.nextVersion(second);
            Write write = new Write(first, version, false, second, secondVersion);
            Write secondWrite = new Write(second, secondVersion, false, first, version);
            put(write);
            put(secondWrite);
            end(List.of(write, secondWrite), random.nextInt(6) != 0);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            writers.unlock(second);
            writers.unlock(first);
        }
    }

    private void delete(long key) throws SQLException {
        writers.lock(key);
        try {
            Write write = Write.deletion(key, writers.nextVersion(key));
            try (PreparedStatement statement = connection().prepareStatement(DELETE)) {
                statement.setLong(1, key);
                statement.executeUpdate();
            }
            end(List.of(write), random.nextInt(4) != 0);
        } catch (SQLException e) {
            throw failed(e);
        } finally {
            writers.unlock(key);
        }
    }

    private void put(Write write) throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(PUT)) {
            long mark = Mark.of(write.key(), write.version());
            statement.setLong(1, write.key());
            statement.setLong(2, Teams.of(write.key()));
            statement.setLong(3, write.version());
            statement.setLong(4, mark);
            statement.setString(5, Mark.body(mark));
            statement.executeUpdate();
        }
    }

    /** Ends the transaction. If COMMIT throws, the journal leaves its outcome open. */
    private void end(List<Write> writes, boolean commit) throws SQLException {
        if (random.nextInt(4) == 0) {
            pause(); // so that readers meet what is not committed
        }
        long begin = System.nanoTime();
        writes.forEach(write -> journal.ending(write, begin));
        if (commit) {
            connection().commit();
            long end = System.nanoTime();
            writes.forEach(write -> journal.committed(write, end));
        } else {
            long end = System.nanoTime();
            writes.forEach(write -> journal.rolledBack(write, end));
            connection().rollback();
        }
    }

    private void pause() {
        LockSupport.parkNanos(500_000 + random.nextInt(1_500_000));
    }

    private Connection connection() throws SQLException {
        Connection current = connection;
        if (current == null) {
            current = source.getConnection();
            current.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            current.setAutoCommit(false);
            connection = current;
        }
        return current;
    }

    /** The connection may be broken, or hold an open transaction: the next write uses another one. */
    private SQLException failed(SQLException cause) {
        try {
            close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
        return cause;
    }

    @Override
    public void close() throws SQLException {
        Connection closed = connection;
        connection = null;
        if (closed != null) {
            closed.close();
        }
    }
}
