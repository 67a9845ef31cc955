// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The proof in plain SQL: one statement reads the row and the replica's position, thus from one snapshot. An answer
 * that is too old is thrown away, and the primary is asked.
 */
final class ProvenSqlReading implements Reading {

    private static final String QUERY = "SELECT version, nonce, @@server_id, (SELECT seq_no FROM mysql.gtid_slave_pos"
            + " WHERE domain_id = 0 ORDER BY sub_id DESC LIMIT 1) FROM fresh WHERE id = ?";

    private final SqlReading replica;
    private final SqlReading primary;
    private final SampledPositions positions;
    private final long bound;

    ProvenSqlReading(Supplier<DataSource> replica, DataSource primary, SampledPositions positions, RowReader.Way way) {
        this.replica = new SqlReading(replica, QUERY);
        this.primary = new SqlReading(() -> primary);
        this.positions = positions;
        this.bound = way.bound();
    }

    @Override
    public Seen read(int key, @Nullable Token token) throws SQLException {
        SqlReading.Answer answer = replica.ask(key);
        long age = positions.ageOf(answer.number());
        if (age == Observed.UNKNOWN || age > bound) {
            return primary.read(key, token);
        }
        Seen seen = answer.seen();
        return new Seen(seen.version(), seen.nonce(), seen.server(), age);
    }

    @Override
    public void close() {
        replica.close();
        primary.close();
    }
}
