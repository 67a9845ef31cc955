// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import static io.handlersocket.client.internal.control.sql.FakeServer.row;
import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.internal.control.guard.HeldOpenings.NoSessionException;
import io.handlersocket.client.internal.control.sql.FakeServer;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Holds of tables on a node of Galera: sessions of their own, and no statement in them. */
class HandlerHoldTest {

    private static final String OPEN =
            "SET STATEMENT lock_wait_timeout=0 FOR HANDLER `game`.`mail` OPEN AS" + " handlersocket_hold";
    private static final String CLOSE = "HANDLER handlersocket_hold CLOSE";

    private final AtomicLong nanos = new AtomicLong();
    private final FakeServer server = new FakeServer();
    private final HeldOpenings holds = new HeldOpenings("unit", server::session, nanos::get);
    private SqlSession session;

    @BeforeEach
    void open() throws SQLException {
        server.answers.put("SELECT CONNECTION_ID()", List.<Object[]>of(row(7, 28_800, server.identity)));
        server.answers.put("SELECT CONCAT_WS('/'", List.<Object[]>of(row(server.identity)));
        for (String silent : List.of("HANDLER", "SET SESSION wait_timeout")) {
            server.answers.put(silent, List.of());
        }
        session = server.session();
        session.toNode(server.identity);
    }

    private void hold(CompletableFuture<?> answer) throws Exception {
        holds.hold(session, hold -> {
            assertThat(hold.isSilent()).isTrue();
            hold.take(table("mail"));
            return hold.send(table("mail"), () -> answer);
        });
    }

    @Test
    void runsNoStatementInItsSessionUntilTheAnswer() throws Exception {
        hold(CompletableFuture.completedFuture(null));
        assertThat(server.statements)
                .containsSubsequence("SET SESSION wait_timeout = 60", OPEN, CLOSE, "SET SESSION wait_timeout = 28800")
                .hasSize(5);
        assertThat(server.opened).isEqualTo(2);
        assertThat(server.closed).as("the hold's own session").isEqualTo(1);
        assertThat(session.isHandedOver()).isFalse();
    }

    @Test
    void refusesASessionThatReachesAnotherNode() {
        session.toNode("server-2");
        assertThatThrownBy(() -> hold(CompletableFuture.completedFuture(null)))
                .isInstanceOf(NoSessionException.class)
                .hasMessageContaining("SQL reaches another server (server-1) than before (server-2)");
        assertThat(server.closed).isEqualTo(1);
    }

    @Test
    void asksForItsSessionLessOftenIfThereIsNone() throws Exception {
        server.failure = server.broken;
        CompletableFuture<?> none = new CompletableFuture<>();
        assertThatThrownBy(() -> hold(none)).isInstanceOf(NoSessionException.class);
        server.failure = null;
        assertThatThrownBy(() -> hold(none)).as("at once").isInstanceOf(NoSessionException.class);
        assertThat(server.opened).isEqualTo(1);
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        hold(CompletableFuture.completedFuture(null));
        assertThat(server.opened).isEqualTo(2);
    }

    /** DDL that waits for the hold itself never times out on Galera. */
    @Test
    void endsAMinuteAfterALostConnectionThoughDdlWaits() throws Exception {
        server.waitedFor.add(table("mail"));
        server.answers.put("information_schema.PLUGINS", List.<Object[]>of(row(1)));
        hold(CompletableFuture.failedFuture(new ConnectionLostException("lost", null)));
        nanos.addAndGet(Duration.ofSeconds(59).toNanos());
        await("it asks who waits").until(() -> server.statements.toString().contains("LIMIT 0)"));
        assertThat(server.statements).doesNotContain(CLOSE);
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        await().atMost(Duration.ofSeconds(30)).until(() -> server.statements.contains(CLOSE));
        assertThat(holds.close(Duration.ofSeconds(30))).isTrue();
    }
}
