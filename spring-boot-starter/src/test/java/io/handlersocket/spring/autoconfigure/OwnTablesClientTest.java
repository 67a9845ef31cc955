// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.internal.DefaultClient;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.MariaDbDataSource;

/** What the application's client keeps to itself. */
class OwnTablesClientTest {

    @Test
    void theStartersClientNeverWrites() {
        try (HandlerSocketClient client = new OwnTablesClient(
                HandlerSocketClient.builder()
                        .host("127.0.0.1")
                        .port(9)
                        .dataSource(new MariaDbDataSource())
                        .withoutGuard()
                        .build(),
                table -> true)) {
            assertThatThrownBy(() -> client.unwrap(DefaultClient.class))
                    .as("no extension adds a part to it")
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("HandlerSocketClient.builder()");
        }
    }
}
