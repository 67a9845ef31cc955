// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.Logs;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.WorkerSettings;
import io.handlersocket.client.internal.transport.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What users, the log and the listener see of a state; {@link ReadControlTest} covers the transitions. */
class StatusBoardTest {

    private static final Discovery.Found FOUND = new Discovery.Found(
            CatalogFixture.SERVER,
            new Target(new Endpoint("db", 9998), ""),
            new WorkerSettings("", ""),
            false,
            false,
            false);

    private final Logs logs = new Logs();
    private final List<String> heard = new ArrayList<>();
    private final ManualTime time = new ManualTime();
    private final StatusBoard board = new StatusBoard(
            "unit",
            new ClientListener() {
                @Override
                public void stateChanged(ClientState before, ClientState now, String reason) {
                    heard.add(before + " to " + now + ": " + reason);
                }
            },
            time.source());

    @AfterEach
    void close() {
        logs.close();
    }

    @Test
    void aSnapshotShowsThatTheDatabaseIsAnotherProduct() {
        assertThat(StatusBoard.withoutConnections(ClientState.NOT_USABLE, "H2", Instant.EPOCH, true))
                .asString()
                .contains("isOtherProduct=true");
        assertThat(StatusBoard.withoutConnections(ClientState.NOT_USABLE, "no plugin", Instant.EPOCH, false))
                .asString()
                .doesNotContain("isOtherProduct");
    }

    /** The control thread ends the order at the same moment. */
    @Test
    void aResumeIsNeverLost() {
        for (int i = 0; i < 5_000; i++) {
            State.Stopping order =
                    board.order(new State.Stopped("by the application")).orElseThrow();
            CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> board.stopped(order));
            board.resume();
            ended.join();
            assertThat(board.now()).isInstanceOf(State.Drained.class);
        }
    }

    @Test
    void anotherProductIsNoFault() {
        board.move(new State.NotUsable("the database is H2", true));
        assertThat(logs.lines(Level.INFO)).isEmpty();
        assertThat(board.lastTrouble()).isPresent();
    }

    @Test
    void aReasonThatOnlySoundsLikeAnotherProductIsLogged() {
        board.move(new State.NotUsable("a proxy says it is not MariaDB", false));
        assertThat(logs.lines(Level.WARN)).singleElement().asString().contains("not MariaDB");
    }

    @Test
    void aKindOfTroubleIsWarnedOfOnceAMinuteAndEachOtherReasonIsAnnounced() {
        board.move(new State.Unreachable("refused"));
        board.move(new State.Unreachable("refused"));
        board.move(new State.Unreachable("timed out"));
        board.move(new State.NotUsable("no plugin", false));
        assertThat(logs.lines(Level.WARN)).hasSize(2);
        assertThat(heard)
                .containsExactly(
                        "STARTING to UNREACHABLE: refused",
                        "UNREACHABLE to UNREACHABLE: timed out",
                        "UNREACHABLE to NOT_USABLE: no plugin");
        assertThat(board.lastTrouble().orElseThrow().reason()).isEqualTo("no plugin");
    }

    /** As after a fail-over that ended every connection at once. */
    @Test
    void aConnectionToAnotherServerIsAnnouncedThoughTheStateIsTheSame() {
        board.move(new State.Ready(FOUND, "db1:9998", 0, 0));
        Instant first = board.since();
        time.advance(Duration.ofSeconds(5));
        board.move(new State.Ready(FOUND, "db1:9998", 0, 1));
        assertThat(board.since()).isEqualTo(first);
        board.move(new State.Ready(FOUND, "db2:9998", 0, 0));
        assertThat(board.since()).isAfter(first);
        assertThat(heard).containsExactly("STARTING to READY: db1:9998", "READY to READY: db2:9998");
        assertThat(logs.lines(Level.INFO)).hasSize(2);
    }

    @Test
    void aTroubleWithAnotherRemedyIsWarnedOfAtOnce() {
        board.move(new State.Unreachable("hs#4 refused"));
        board.move(new State.Unreachable("hs#8 refused"));
        board.move(new State.Unreachable("hs#12 server error 3 unauth"));
        board.move(new State.Unreachable("SQL: refused"));
        board.move(new State.Unreachable("SQL: refused"));
        board.move(new State.Unreachable("hs#16 refused"));
        assertThat(logs.lines(Level.WARN))
                .satisfiesExactly(
                        line -> assertThat(line).contains("hs#4"),
                        line -> assertThat(line).contains("unauth"),
                        line -> assertThat(line).contains("SQL: refused"));
    }

    /** LogLinesTest of the starter requires this of all other lines. */
    @Test
    void eachReasonHasARemedy() {
        assertThat(StatusBoard.remedy(ClientState.UNREACHABLE, "server error 3 unauth"))
                .startsWith("Check the secret");
        assertThat(StatusBoard.remedy(ClientState.UNREACHABLE, "SQL: no connection"))
                .startsWith("Check the database");
        assertThat(StatusBoard.remedy(ClientState.UNREACHABLE, "Connection refused"))
                .startsWith("Check host and port");
        assertThat(StatusBoard.remedy(ClientState.UNREACHABLE, "10.0.0.1:3306: malformed reply"))
                .startsWith("Check the port (in Spring Boot handlersocket.port): something else");
        assertThat(StatusBoard.remedy(ClientState.NOT_USABLE, "no plugin")).startsWith("Remove this cause");
        assertThat(StatusBoard.remedy(ClientState.UNREACHABLE, "SQL: the Galera node is not ready: {wsrep_ready=OFF}"))
                .startsWith("Check the node's log");
        board.move(new State.NotUsable("no plugin", false));
        assertThat(logs.lines(Level.WARN))
                .singleElement()
                .asString()
                .endsWith(
                        ": no lookups over HandlerSocket: no plugin. Hibernate and repositories use JDBC meanwhile, and"
                                + " the client tries again. "
                                + StatusBoard.remedy(ClientState.NOT_USABLE, "no plugin"));
    }

    @Test
    void aStateLastsWhileOnlyItsReasonChanges() {
        assertThat(board.since()).isEqualTo(Instant.EPOCH);
        time.advanceMillis(1);
        board.move(new State.Unreachable("refused"));
        assertThat(board.since()).isEqualTo(Instant.EPOCH.plusMillis(1));
        time.advanceMillis(1);
        board.move(new State.Unreachable("timed out"));
        assertThat(board.since()).isEqualTo(Instant.EPOCH.plusMillis(1));
        assertThat(board.lastTrouble().orElseThrow().at()).isEqualTo(Instant.EPOCH.plusMillis(2));
    }

    @Test
    void aDrainBeforeTheFirstConnectionIsNotWorthALine() {
        board.move(new State.Drained("the lock is held"));
        assertThat(logs.lines(Level.INFO)).isEmpty();
        assertThat(logs.lines(Level.DEBUG)).singleElement().asString().contains("the lock is held");
    }

    @Test
    void aMomentOfYieldingIsNoChangeForUsers() {
        board.move(new State.YieldingToDdl(new State.Starting(), List.of()));
        assertThat(heard).isEmpty();
        assertThat(board.firstAttempt()).isNotDone();
        assertThat(board.now().unavailable()).isEqualTo(Reason.NOT_CONNECTED);
    }

    @Test
    void anOrderWinsOverTheControlThreadAndIsSeenWhenItHasEnded() {
        State.Stopping stopping =
                board.order(new State.Stopped("by the application")).orElseThrow();
        assertThat(board.move(new State.Unreachable("late"))).isFalse();
        assertThat(heard).isEmpty();
        board.stopped(stopping);
        assertThat(heard).containsExactly("STARTING to DRAINED: by the application");
        assertThat(board.unavailable().reason()).isEqualTo(Reason.DRAINED);
    }

    @Test
    void anOrderThatWasOvertakenEndsNothing() {
        State.Stopping drain =
                board.order(new State.Stopped("by the application")).orElseThrow();
        State.Stopping close = board.order(new State.Closed("closed")).orElseThrow();
        board.stopped(drain);
        assertThat(board.now()).isSameAs(close);
        assertThat(close.before()).isInstanceOf(State.Starting.class);
    }
}
