// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.CircuitState;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many ids at once: one packet if it is one snapshot, otherwise SQL. Nothing fails, and the connections stay. */
class ManyIdsIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final int IDS = 1_000;

    @Entity(name = "LongNamed")
    @Table(name = "long_named")
    static class LongNamed {
        @Id
        @Column(length = 600)
        String name;
    }

    @Entity(name = "Numbered")
    @Table(name = "numbered")
    static class Numbered {
        @Id
        int id;
    }

    @Test
    void longTextsAreLeftToSqlAndNumbersAreRead() {
        try (App app = App.fast(
                        SERVER, Map.of("hibernate.hbm2ddl.auto", "create-drop"), LongNamed.class, Numbered.class)
                .ready(LongNamed.class, Numbered.class)) {
            SERVER.execute(
                    "insert into long_named select concat(lpad(seq, 6, '0'), repeat('x', 314)) from seq_0_to_999"
                            + " where seq % 5 = 0",
                    "insert into numbered select seq from seq_0_to_999 where seq % 5 = 0");
            List<String> names = IntStream.range(0, IDS)
                    .mapToObj(i -> String.format("%06d", i) + "x".repeat(314))
                    .toList();
            List<LongNamed> named = app.expect(
                    JDBC, 1, () -> app.sessionFactory().fromSession(s -> s.findMultiple(LongNamed.class, names)));
            List<Integer> ids = IntStream.range(0, IDS).boxed().toList();
            List<Numbered> numbered = app.expect(
                    HANDLERSOCKET, 1, () -> app.sessionFactory().fromSession(s -> s.findMultiple(Numbered.class, ids)));

            assertThat(named).hasSize(IDS);
            assertThat(numbered).hasSize(IDS);
            for (int i = 0; i < IDS; i++) {
                LongNamed byName = named.get(i);
                Numbered byNumber = numbered.get(i);
                assertThat(byName == null ? null : byName.name).isEqualTo(i % 5 == 0 ? names.get(i) : null);
                assertThat(byNumber == null ? null : byNumber.id).isEqualTo(i % 5 == 0 ? i : null);
            }
            assertThat(app.client().snapshot().circuit()).isEqualTo(CircuitState.CLOSED);
        }
    }
}
