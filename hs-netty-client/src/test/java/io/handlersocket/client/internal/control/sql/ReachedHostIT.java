// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** The driver connects anew without a word, where the URL names hosts in a sequence. */
class ReachedHostIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private interface Use {
        void of(SqlSession session) throws SQLException;
    }

    private static MariaDbDataSource sequence() throws SQLException {
        MariaDbDataSource sequence =
                new MariaDbDataSource(DB.getJdbcUrl().replaceFirst("//([^/]+)/", "sequential://$1,$1/"));
        sequence.setUser(DB.getUsername());
        sequence.setPassword(DB.getPassword());
        return sequence;
    }

    private static void kill(long session) throws SQLException {
        try (Connection connection = DB.rootDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("KILL " + session);
        }
    }

    static List<Use> uses() {
        return List.of(
                session -> session.query(row -> row, "SELECT 1"),
                session -> session.show(row -> row, "SHOW STATUS LIKE 'Uptime'"),
                session -> session.execute("DO 1"),
                SqlSession::ping);
    }

    @ParameterizedTest
    @MethodSource("uses")
    void theSessionHasEndedForTheClient(Use use) throws SQLException {
        try (SqlSession session = SqlSession.open(sequence(), 30_000)) {
            assertThat(session.reachedHost()).contains(DB.getHost());
            use.of(session);
            kill(session.query(row -> row.getLong(1), "SELECT CONNECTION_ID()").get(0));
            assertThatThrownBy(() -> use.of(session))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(session.isLostBy(failure)).isTrue());
        }
    }

    @Test
    void aConnectionIsComparedWithItself() throws SQLException {
        try (Connection connection = sequence().getConnection();
                Connection other = sequence().getConnection();
                Statement statement = connection.createStatement()) {
            ReachedHost reached = ReachedHost.of(connection).orElseThrow();
            assertThat(reached.isStillOf(connection)).isTrue();
            assertThat(reached.isStillOf(other)).isFalse();
            kill(connection.unwrap(org.mariadb.jdbc.Connection.class).getThreadId());
            assertThat(connection.isValid(5)).isTrue();
            assertThat(reached.isStillOf(connection)).isFalse();
            statement.execute("DO 1");
        }
    }
}
