// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.StubDatabase;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PoolServerTest {

    private long now = 7;
    private final StubDatabase database = new StubDatabase();
    private final PoolServer server = new PoolServer(() -> now);

    private void later() {
        now += Duration.ofSeconds(2).toNanos();
    }

    @Test
    void nothingIsKnownWithoutConnection() {
        assertThat(server.is("id")).isFalse();
    }

    @Test
    void eachConnectionIsAskedOnce() {
        Connection first = database.connection();
        for (int i = 0; i < 3; i++) {
            server.seen(first);
            assertThat(server.is("id")).isTrue();
            later();
        }
        server.seen(database.connection());
        assertThat(server.is("id")).isTrue();
        assertThat(database.identitiesAsked()).isEqualTo(2);
    }

    @Test
    void oneConnectionToAnotherServerIsEnough() {
        Connection here = database.connection();
        server.seen(here);
        Connection elsewhere = database.identity("replica").connection();
        server.seen(elsewhere);
        assertThat(server.is("id")).isFalse();
        assertThat(server.is("replica")).isFalse();
        assertThat(here).isNotSameAs(elsewhere);
    }

    @Test
    void followsWhenBothMove() {
        Connection connection = database.connection();
        server.seen(connection);
        assertThat(server.is("next")).isFalse();
        later();
        server.seen(connection);
        assertThat(server.is("next")).isFalse();
        database.identity("next");
        later();
        server.seen(connection);
        assertThat(server.is("next")).isTrue();
    }
}
