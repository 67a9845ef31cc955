// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Only JPA knows what an id of two rows means. */
class ExistsByIdIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    @AfterEach
    void restore() {
        PlayerApplication.createTable(server);
    }

    @Test
    void anIdOfTwoRowsIsCountedBySql() {
        PlayerApplication.createTable(server);
        server.execute(
                "ALTER TABLE player DROP PRIMARY KEY, ADD INDEX by_id (id)",
                "INSERT INTO player SELECT * FROM player WHERE id = 5");
        try (RecordedPlayers recorded = RecordedPlayers.start(server)) {
            await().until(() -> {
                recorded.lookups().clear();
                assertThat(recorded.players().existsById(6L)).isTrue();
                return recorded.routes().equals(List.of(LookupRoute.HANDLERSOCKET));
            });

            recorded.players().existsById(5L);
            assertThat(recorded.lookups())
                    .last()
                    .extracting(Lookup::route, Lookup::reason)
                    .containsExactly(LookupRoute.JDBC, "more than one row");
        }
    }
}
