// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** The client reads the tables that the application means to read, and no others. */
class ListedTablesIT {

    @Test
    void readsListedTablesAndThoseOfEntitiesButNoOthers() {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        DiaryApplication.createTables(server);
        server.execute(
                "CREATE OR REPLACE TABLE vault (id BIGINT NOT NULL PRIMARY KEY, token VARCHAR(20))",
                "INSERT INTO vault VALUES (1, 'hidden')",
                "CREATE OR REPLACE TABLE listed (id BIGINT NOT NULL PRIMARY KEY, token VARCHAR(20))",
                "INSERT INTO listed VALUES (1, 'shown')");
        try (ConfigurableApplicationContext context = DiaryApplication.on(server, "handlersocket.tables=listed")
                .initializers(PlayerApplication.patient())
                .run()) {
            HandlerSocketClient client = context.getBean(HandlerSocketClient.class);
            client.awaitReady(Duration.ofSeconds(30));

            await().ignoreException(UnavailableException.class).until(() -> {
                assertThat(client.index("listed").find(1))
                        .map(row -> row.getString("token"))
                        .contains("shown");
                return client.index("entry").isOpen();
            });
            assertThatThrownBy(() -> client.index("vault"))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("handlersocket.tables");
            assertThat(client.openIndex(IndexSpec.primary("test", "vault")).toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withCauseInstanceOf(RefusedException.class)
                    .withMessageContaining("handlersocket.tables");
        }
    }
}
