// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.control.sql.FakeServer;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.testkit.FakeHandlerSocket;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of the application's requests to the control thread. */
@Timeout(60)
class ReadSideTest {

    private static final TableName WAITED_FOR = new TableName("game", "waited_for");

    private final FakeHandlerSocket port = new FakeHandlerSocket("secret");
    private final FakeServer server = new FakeServer();
    private final ManualTime time = new ManualTime();
    private final ReadSide readSide = side(Options.of("unit", server.dataSource(), new ClientListener() {}));

    private ReadSide side(ClientOptions options) {
        return new ReadSide(Options.at(time.source(), options));
    }

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
        awaitState(ClientState.READY);
        time.advanceMillis(1_001); // without lookups
        awaitState(ClientState.IDLE);
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
    void aRequestWaitsIfTheGuardThatGoesBeforeItYields() throws Exception {
        server.answers.put("@@lower_case_table_names", List.of()); // no such table
        server.answers.put("SELECT 1 FROM `game`.`player`", List.of());
        server.answers.put("TRANSACTION", List.of());
        server.answers.put("ROLLBACK", List.of());
        server.answers.put("SESSION idle_transaction_timeout", List.of());
        server.tables.add(WAITED_FOR);
        CountDownLatch busy = new CountDownLatch(1);
        ClientListener slow = new ClientListener() {
            @Override
            public void refused(IndexSpec spec, String reason) {
                if (busy.getCount() > 0) {
                    busy.countDown();
                    time.advanceMillis(1_000); // the guard is due
                }
            }
        };
        try (ReadSide waiting = side(Options.of("unit", server.dataSource(), slow, Duration.ofMinutes(1)))) {
            waiting.start();
            Awaitility.await().until(() -> waiting.board().is(ClientState.READY));
            CompletableFuture<Index> first = openPlayer(waiting);
            assertThat(busy.await(10, TimeUnit.SECONDS)).isTrue();
            server.waitedFor.add(WAITED_FOR);
            CompletableFuture<Index> second = openPlayer(waiting);
            assertThatThrownBy(first::join).hasCauseInstanceOf(RefusedException.class);
            Awaitility.await().until(() -> waiting.board().now() instanceof State.YieldingToDdl);
            assertThat(second).as("waits until the client is connected again").isNotDone();
            server.waitedFor.clear();
            time.advanceMillis(200); // the longest pause without connections
            assertThatThrownBy(second::join)
                    .as("asked once connected again: the table does not exist")
                    .hasCauseInstanceOf(RefusedException.class);
        }
    }

    private static CompletableFuture<Index> openPlayer(ReadSide side) {
        LookupContext context = new LookupContext(
                side.pool(),
                side::reopen,
                new ClientListener() {},
                () -> false,
                new UserStages(null, side.pool().io()),
                1);
        return side.open(IndexSpec.primary("game", "player"), context);
    }

    @Test
    void aRequestWakesAClientThatTheStepBeforeItFoundIdle() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        ClientListener slow = new ClientListener() {
            @Override
            public void stateChanged(ClientState before, ClientState now, String reason) {
                if (now == ClientState.READY && busy.getCount() > 0) {
                    busy.countDown();
                    time.advanceMillis(1_001); // the client is idle
                }
            }
        };
        try (ReadSide late = side(Options.of("unit", server.dataSource(), slow))) {
            late.start();
            assertThat(busy.await(10, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Table> table = late.table(new TableName("game", "player"));
            assertThatThrownBy(table::join).hasCauseInstanceOf(RefusedException.class);
        }
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
    void aRequestForWhichNoConnectionIsFreeWaitsAndClosesNothing() {
        readSide.start();
        awaitState(ClientState.READY);
        int before = server.refusals.get();
        server.failure = new SQLTransientConnectionException("no connection is free");
        CompletableFuture<Table> table = readSide.table(new TableName("game", "player"));
        Awaitility.await().until(() -> server.refusals.get() > before);
        server.failure = null;
        Awaitility.await().until(() -> {
            time.advanceMillis(10);
            return table.isDone();
        });
        assertThatThrownBy(table::join).hasCauseInstanceOf(RefusedException.class);
        assertThat(readSide.reconnects()).as("connections are not closed").isZero();
    }

    private CompletableFuture<Table> tableThatLosesItsSession() {
        readSide.start();
        awaitState(ClientState.READY);
        server.failure = server.broken;
        CompletableFuture<Table> table = readSide.table(new TableName("game", "player"));
        awaitState(ClientState.UNREACHABLE);
        return table;
    }

    @Test
    void aRequestThatLosesItsSessionIsTakenToTheNextOne() {
        CompletableFuture<Table> table = tableThatLosesItsSession();
        server.failure = null;
        Awaitility.await().until(() -> {
            time.advanceMillis(10); // so that the client connects again
            return table.isDone();
        });
        assertThatThrownBy(table::join).hasCauseInstanceOf(RefusedException.class);
    }

    @Test
    void aRequestDoesNotWaitForLongWithoutSql() {
        CompletableFuture<Table> table = tableThatLosesItsSession();
        assertThat(table).isNotDone();
        time.advanceMillis(3_001);
        assertThatThrownBy(table::join).hasCauseInstanceOf(UnavailableException.class);
        server.failure = null;
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
