// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import static io.handlersocket.client.internal.control.sql.FakeServer.row;
import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.Logs;
import io.handlersocket.client.internal.control.sql.FakeServer;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class KeptHoldTest {

    /** As where the system has no thread left to wait for an answer. */
    @Test
    void anOpeningThatEndsInAnErrorMayHaveReachedTheServer() throws Exception {
        SqlSession session = FakeServer.sessionOf((sql, parameters) -> List.of());
        SqlSessions.Source none = () -> {
            throw new SQLException("no other session");
        };
        HeldOpenings holds = new HeldOpenings("unit", none, () -> 0);
        assertThatThrownBy(() -> holds.hold(
                        session,
                        hold -> hold.send(table("mail"), () -> {
                            throw new OutOfMemoryError("unable to create native thread");
                        })))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(session.isHandedOver()).as("the hold is kept").isTrue();
    }

    /** The process of its session was killed, for example; the server runs, and could open a view. */
    @Test
    void aSessionThatIsLostAtOnceIsWarnedOf() throws Exception {
        FakeServer server = new FakeServer();
        server.answers.put("LIKE 'Uptime'", List.<Object[]>of(row("Uptime", 100)));
        server.answers.put("SELECT CONCAT_WS('/'", List.<Object[]>of(row(server.identity)));
        SqlSession lost = FakeServer.sessionOf((sql, parameters) -> {
            if (sql.contains("CONCAT_WS('/'")) {
                throw server.broken;
            }
            return List.of();
        });
        HeldOpenings holds = new HeldOpenings("unit", server::session, () -> 0);
        try (Logs logs = new Logs()) {
            holds.hold(lost, hold -> hold.send(table("mail"), CompletableFuture::new));
            assertThat(holds.close(Duration.ofSeconds(30))).isTrue();
            assertThat(logs.lines(Level.WARN))
                    .singleElement()
                    .asString()
                    .contains("the SQL session that kept the locks of [game.mail] ended before");
        }
    }
}
