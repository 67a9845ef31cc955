// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.WriteOptions;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.control.sql.FakeServer;
import io.handlersocket.testkit.FakeHandlerSocket;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of the application's requests to the control thread. */
@Timeout(60)
class ReadSideTest {

    private final FakeHandlerSocket port = new FakeHandlerSocket("secret");
    private final FakeServer server = new FakeServer();
    private final ReadSide readSide =
            new ReadSide(Options.of("unit", server.dataSource(), WriteOptions.DEFAULTS, new ClientListener() {}));

    @BeforeEach
    void listen() {
        server.url = "jdbc:mariadb://127.0.0.1:3306/game";
        server.variables.put("handlersocket_port", String.valueOf(port.port()));
        server.variables.put("handlersocket_plain_secret", "secret");
        server.answers.put("information_schema.COLUMNS", List.of());
    }

    @AfterEach
    void close() {
        readSide.close();
        port.close();
    }

    private void awaitState(ClientState state) {
        Awaitility.await().until(() -> readSide.board().is(state));
    }

    /** Asks for a table that does not exist: the server's answer shows that the control thread asked. */
    private AbstractThrowableAssert<?, ? extends Throwable> assertTable() {
        return assertThatThrownBy(
                        () -> readSide.table(new TableName("game", "player")).join())
                .isInstanceOf(CompletionException.class)
                .cause();
    }

    private void assertUnavailable(Reason reason) {
        assertTable()
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(reason));
    }

    @Test
    void aRequestBeforeTheFirstStepWaitsForIt() {
        readSide.start();
        assertTable().isInstanceOf(RefusedException.class).hasMessageContaining("no such table");
        assertThat(readSide.pool().size()).isEqualTo(1);
        assertThat(readSide.guardLag()).isPresent();
        assertThat(readSide.reconnects()).isZero();
    }

    @Test
    void anIdleClientIsWokenUp() {
        readSide.start();
        awaitState(ClientState.IDLE); // after a second without lookups
        assertThat(readSide.guardLag()).isEmpty();
        assertTable().isInstanceOf(RefusedException.class);
        assertThat(readSide.reconnects()).isEqualTo(1);
    }

    @Test
    void aRequestFailsWhileTheApplicationDrainsTheClient() {
        readSide.start();
        awaitState(ClientState.READY);
        readSide.drain("by the application");
        assertThat(readSide.pool().size()).isZero();
        assertUnavailable(Reason.DRAINED);
        readSide.resume();
        awaitState(ClientState.READY);
        assertTable().isInstanceOf(RefusedException.class);
    }

    @Test
    void aServerThatMustNotBeUsedIsNotAsked() {
        server.variables.remove("handlersocket_port");
        readSide.start();
        awaitState(ClientState.NOT_USABLE);
        assertUnavailable(Reason.NOT_USABLE);
    }

    @Test
    void anErrorOfTheStatementFailsTheRequestAndNothingElse() {
        readSide.start();
        awaitState(ClientState.READY);
        server.answers.remove("information_schema.COLUMNS"); // an AssertionError of the fake
        assertTable().isInstanceOf(AssertionError.class);
        assertThat(readSide.board().is(ClientState.READY)).isTrue();
    }

    @Test
    void afterTheCloseEveryRequestFailsAtOnce() {
        readSide.start();
        awaitState(ClientState.READY);
        readSide.close();
        readSide.close();
        assertUnavailable(Reason.CLOSED);
        readSide.resume();
        assertThat(readSide.board().is(ClientState.CLOSED)).isTrue();
    }
}
