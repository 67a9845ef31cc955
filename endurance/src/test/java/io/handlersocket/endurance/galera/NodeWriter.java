// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.endurance.galera.ClusterTables.Version;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Changes any keys on one node, and records each attempt. Writers of other nodes change the same keys. */
final class NodeWriter extends Worker {

    private static final long PAUSE_MICROS = 3_000;
    private static final int ROLLBACK_PERCENT = 10;
    private static final int SLOW_PERCENT = 5;

    private final int node;
    private final NodeSession session;
    private final AtomicLong nonces;
    private final Random random;
    private final List<Attempt> attempts = new ArrayList<>();
    private volatile boolean waits;

    NodeWriter(int node, HandlerSocketMariaDB server, AtomicLong nonces, Random random) {
        super("writer of node " + node, PAUSE_MICROS);
        this.node = node;
        this.session = new NodeSession(server, false);
        this.nonces = nonces;
        this.random = random;
    }

    /** Whether its session waits for what other nodes have committed before it reads. */
    void waitForOthers(boolean wait) {
        waits = wait;
    }

    @Override
    void step() throws SQLException {
        Connection connection = session.connection();
        try (Statement statement = connection.createStatement()) {
            statement.execute(NodeSession.setting(waits));
            connection.setAutoCommit(false);
            write(connection, ClusterTables.anyKey(random));
        } catch (SQLException e) {
            try {
                connection.rollback();
            } catch (SQLException lost) {
                session.close();
            }
            throw e;
        }
    }

    private void write(Connection connection, int key) throws SQLException {
        Version parent = newest(connection, key);
        if (parent.nonce() <= 0) {
            throw new IllegalStateException("the writer of node " + node + " read " + parent + " of key " + key);
        }
        int version = parent.version() + 1;
        long nonce = nonces.incrementAndGet();
        for (String change : List.of(
                "game SET version = ?, nonce = ?, mark = ? WHERE id = ?",
                "score SET version = ?, nonce = ?, mark = ? WHERE game = ?")) {
            try (PreparedStatement update = connection.prepareStatement("UPDATE " + change)) {
                update.setInt(1, version);
                update.setLong(2, nonce);
                update.setString(3, ClusterTables.mark(key, version, nonce));
                update.setInt(4, key);
                update.executeUpdate();
            }
        }
        if (random.nextInt(100) < SLOW_PERCENT) { // so that a read of what is not committed would be seen
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        long began = System.nanoTime();
        long acknowledged = Attempt.NEVER;
        try {
            if (random.nextInt(100) < ROLLBACK_PERCENT) {
                connection.rollback();
            } else {
                connection.commit();
                acknowledged = System.nanoTime();
            }
        } finally {
            attempts.add(new Attempt(node, key, version, nonce, parent.nonce(), began, acknowledged));
        }
    }

    private static Version newest(Connection connection, int key) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ClusterTables.GAME + " FOR UPDATE")) {
            select.setInt(1, key);
            try (ResultSet rows = select.executeQuery()) {
                return ClusterTables.read(key, rows, 1);
            }
        }
    }

    @Override
    void end() {
        session.close();
    }

    /** After the thread has ended. */
    List<Attempt> attempts() {
        return attempts;
    }
}
