// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;

/**
 * Changes its keys over JDBC at the primary's address, and records each attempt. Whatever happened to a connection: on
 * the next one it reads all its rows again, and so learns which of its commits are there.
 */
final class RowWriter implements Runnable {

    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final class Attempt {
        private final int version;
        private final long nonce;
        private final long began;
        private long acknowledged = Commit.NEVER;
        private boolean lost;

        private Attempt(int version, long nonce, long began) {
            this.version = version;
            this.nonce = nonce;
            this.began = began;
        }
    }

    private final DataSource primary;
    private final RunClock clock;
    private final AtomicLong nonces;
    private final AtomicReference<Token> newest;
    private final Random random;
    private final int first;
    private final int step;
    private final Map<Integer, List<Attempt>> attempts = new TreeMap<>();
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile boolean stopped;

    /** Owns the keys first, first + step, … of {@link FreshTable}, whose rows have been there since the start. */
    RowWriter(
            DataSource primary,
            RunClock clock,
            AtomicLong nonces,
            AtomicReference<Token> newest,
            Random random,
            int first,
            int step) {
        this.primary = primary;
        this.clock = clock;
        this.nonces = nonces;
        this.newest = newest;
        this.random = random;
        this.first = first;
        this.step = step;
        for (int key = first; key < FreshTable.KEYS; key += step) {
            Attempt seed = new Attempt(0, FreshTable.firstNonce(key), 0);
            seed.acknowledged = 0;
            attempts.put(key, new ArrayList<>(List.of(seed)));
        }
    }

    @Override
    public void run() {
        while (!stopped) {
            turn.lock();
            try (Connection connection = primary.getConnection()) {
                readAgain(connection);
                write(connection);
            } catch (SQLException failedOver) {
                LockSupport.parkNanos(RETRY_NANOS);
            } finally {
                turn.unlock();
            }
        }
    }

    /** Returns when the writer is between two commits and has closed its connection; it waits for {@link #resume}. */
    void hold() {
        turn.lock();
    }

    /** Called by the thread that called {@link #hold}. */
    void resume() {
        turn.unlock();
    }

    void stop() {
        stopped = true;
    }

    private void write(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(FreshTable.UPDATE);
                Statement position = connection.createStatement()) {
            while (!stopped && !turn.hasQueuedThreads()) {
                int key = FreshTable.anyKey(random);
                key = Math.min(key - key % step + first, FreshTable.KEYS - step + first);
                List<Attempt> ofKey = Objects.requireNonNull(attempts.get(key));
                Attempt attempt = new Attempt(newest(ofKey).version + 1, nonces.incrementAndGet(), clock.now());
                ofKey.add(attempt);
                update.setInt(1, attempt.version);
                update.setLong(2, attempt.nonce);
                update.setInt(3, key);
                update.executeUpdate();
                attempt.acknowledged = clock.now();
                try (ResultSet row = position.executeQuery("SELECT @@last_gtid")) {
                    if (row.next()) {
                        newest.set(new Token(key, attempt.nonce, row.getString(1)));
                    }
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static Attempt newest(List<Attempt> ofKey) {
        for (int i = ofKey.size() - 1; ; i--) {
            if (!ofKey.get(i).lost) {
                return ofKey.get(i);
            }
        }
    }

    private void readAgain(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(FreshTable.SELECT_ALL)) {
            while (row.next()) {
                List<Attempt> ofKey = attempts.get(row.getInt(1));
                if (ofKey != null) {
                    settle(ofKey, row.getLong(2));
                }
            }
        }
    }

    /** All later attempts than the one that the row shows are lost. */
    private void settle(List<Attempt> ofKey, long nonce) {
        for (int i = ofKey.size() - 1; ; i--) {
            Attempt attempt = ofKey.get(i);
            if (attempt.nonce == nonce) {
                attempt.acknowledged = Math.min(attempt.acknowledged, clock.now());
                return;
            }
            attempt.lost = true;
        }
    }

    /** What became of each attempt, after the thread has ended. Reads the rows once more. */
    List<Commit> commits(List<FailOver> failOvers) throws SQLException {
        try (Connection connection = primary.getConnection()) {
            readAgain(connection);
        }
        List<Commit> commits = new ArrayList<>();
        attempts.forEach((key, ofKey) -> ofKey.forEach(attempt -> commits.add(commit(key, attempt, failOvers))));
        return commits;
    }

    private static Commit commit(int key, Attempt attempt, List<FailOver> failOvers) {
        Commit commit = new Commit(
                key, attempt.version, attempt.nonce, attempt.began, attempt.acknowledged, attempt.began, Commit.NEVER);
        if (!attempt.lost) {
            return commit.lost(Commit.NEVER, Commit.NEVER);
        }
        boolean acknowledged = attempt.acknowledged != Commit.NEVER;
        long since = acknowledged ? attempt.acknowledged : attempt.began;
        for (FailOver failOver : failOvers) {
            if (failOver.adopted() > since) {
                // What was not acknowledged is never required.
                return commit.lost(acknowledged ? failOver.from() : attempt.began, failOver.adopted());
            }
        }
        if (acknowledged) {
            throw new IllegalStateException("version " + attempt.version + " of key " + key
                    + " was acknowledged and is not there, although the primary is the same");
        }
        return commit;
    }
}
