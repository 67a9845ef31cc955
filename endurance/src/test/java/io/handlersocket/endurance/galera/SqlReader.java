// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.endurance.galera.ClusterTables.Version;
import io.handlersocket.endurance.galera.Observed.Way;
import io.handlersocket.endurance.galera.Probe.Outcome;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Reads games with their scores from one node over SQL, and records each answer and each refusal. */
final class SqlReader extends Worker {

    private static final long PAUSE_MICROS = 5_000;

    private final int node;
    private final Way way;
    private final NodeSession session;
    private final Random random;
    private final List<Observed> observed = new ArrayList<>();
    private final List<Probe> probes = new ArrayList<>();

    SqlReader(int node, HandlerSocketMariaDB server, Way way, Random random) {
        super(way + " of node " + node, PAUSE_MICROS);
        this.node = node;
        this.way = way;
        this.session = new NodeSession(server, way == Way.CAUSAL_SQL);
        this.random = random;
    }

    @Override
    void step() throws SQLException {
        int key = ClusterTables.anyKey(random);
        long begin = System.nanoTime();
        try (PreparedStatement select = session.prepare(ClusterTables.GAME_AND_SCORES)) {
            select.setInt(1, key);
            select.setInt(2, key);
            try (ResultSet rows = select.executeQuery()) {
                Version seen = ClusterTables.read(key, rows, ClusterTables.ROWS_OF_GAME_AND_SCORES);
                long end = System.nanoTime();
                observed.add(new Observed(way, node, key, seen.version(), seen.nonce(), begin, end));
                probes.add(new Probe(Outcome.ANSWERED, begin, end));
            }
        } catch (SQLException e) {
            if (NodeSession.isRefusal(e)) {
                probes.add(new Probe(Outcome.REFUSED, begin, System.nanoTime()));
            } else if (NodeSession.isDown(e)) {
                probes.add(new Probe(Outcome.DOWN, begin, System.nanoTime()));
                session.close();
            }
            throw e;
        }
    }

    @Override
    void end() {
        session.close();
    }

    Way way() {
        return way;
    }

    int node() {
        return node;
    }

    /** After the thread has ended. */
    List<Observed> observed() {
        return observed;
    }

    /** After the thread has ended. */
    List<Probe> probes() {
        return probes;
    }
}
