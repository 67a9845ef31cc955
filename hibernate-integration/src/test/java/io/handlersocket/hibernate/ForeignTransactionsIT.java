// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.LocalJta;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.internal.seam.Ungated;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions that Hibernate does not begin itself are answered by JDBC; past it, their own writes are not seen. */
class ForeignTransactionsIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String WRITE = "update player set score = 11 where id = 1";

    @BeforeEach
    void rows() {
        SERVER.execute(
                "create or replace table player (id int unsigned primary key, name varchar(50), score int)",
                "insert into player values (1, 'ann', 10)");
    }

    private static int seen(boolean gated) {
        return gated ? 11 : 10;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void jta(boolean gated) {
        LocalJta jta = new LocalJta();
        Map<String, Object> settings = Map.of(
                "hibernate.transaction.coordinator_class",
                "jta",
                "hibernate.transaction.jta.platform",
                jta,
                "hibernate.connection.handling_mode",
                "DELAYED_ACQUISITION_AND_HOLD",
                "hibernate.connection.provider_disables_autocommit",
                true,
                Ungated.SETTING,
                !gated);
        try (App app = App.fast(SERVER, settings, Player.class).ready(Player.class)) {
            jta.begin();
            try (Session session = app.sessionFactory().openSession()) {
                session.createNativeMutationQuery(WRITE).executeUpdate();
                assertThat(session.find(Player.class, 1L).score).isEqualTo(seen(gated));
            } finally {
                jta.rollback();
            }
            assertThat(app.loads().count(Route.JDBC) > 0).isEqualTo(gated);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aConnectionOfTheApplication(boolean gated) throws SQLException {
        try (App app = App.fast(SERVER, Map.of(Ungated.SETTING, !gated), Player.class)
                        .ready(Player.class);
                Connection connection = SERVER.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            connection.createStatement().execute(WRITE);
            try (Session session =
                    app.sessionFactory().withOptions().connection(connection).openSession()) {
                assertThat(session.find(Player.class, 1L).score).isEqualTo(seen(gated));
            }
            connection.rollback();
        }
    }
}
