// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.concurrent.TimeSource;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.control.guard.DeadMansSwitch;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.sql.FakeServer;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** Every transition of the control side, and what comes in the middle of one, without a server and without waiting. */
class ReadControlTest {

    private static final long MINUTE = 60_000;

    private final FakeServer server = new FakeServer();
    private final FakeConnections connections = new FakeConnections();
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(1)); // it may overflow
    private final List<String> heard = new ArrayList<>();
    private final ClientListener listener = new ClientListener() {
        @Override
        public void stateChanged(ClientState before, ClientState now, String reason) {
            heard.add(now.name());
        }

        @Override
        public void drained(String why) {
            heard.add("drained");
        }

        @Override
        public void reconnecting(int attempt, Duration delay) {
            heard.add("attempt " + attempt);
        }
    };
    private final Quarantine quarantine = new Quarantine(InstantSource.system());
    private final StatusBoard board = new StatusBoard("unit", listener, TimeSource.SYSTEM);
    private SqlSessions.Source source = server::session;
    private final SqlSessions sessions = new SqlSessions("unit", () -> source.open(), System::nanoTime);
    private int clean;
    private final ReadControl control = new ReadControl(
            Options.at(
                    new TimeSource(clock::get, InstantSource.system()),
                    Options.of("unit", new MariaDbDataSource(), listener)),
            board,
            sessions,
            connections,
            quarantine,
            () -> clean++);

    @AfterEach
    void everySessionWasGivenBack() {
        sessions.release();
        assertThat(server.closed).isEqualTo(server.opened);
        sessions.abort();
    }

    private void pass(long millis) {
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        connections.nowNanos = clock.get();
    }

    /** One step, a while after the last one. */
    private long stepAfter(long millis) {
        pass(millis);
        return control.step();
    }

    private void ready() {
        pass(0);
        assertThat(control.step()).isEqualTo(1_000);
        assertThat(board.now()).isInstanceOf(State.Ready.class);
        heard.clear();
        connections.closings.clear();
    }

    @Test
    void aFirstAttemptThatSucceedsIsReady() {
        assertThat(board.now()).isInstanceOf(State.Starting.class);
        assertThat(control.step()).isEqualTo(1_000);

        assertThat(board.now()).isInstanceOf(State.Ready.class);
        assertThat(board.now().reason()).contains("10.11.19-MariaDB", "database game");
        assertThat(board.server()).isPresent();
        assertThat(board.firstAttempt()).isCompleted();
        assertThat(heard).containsExactly("READY");
        assertThat(connections.isOpen).isTrue();
    }

    @Test
    void theGuardLooksOnceASecondOverANewSession() {
        ready();
        connections.tables.add(table("player"));
        int before = server.opened;
        for (int i = 0; i < 5; i++) {
            assertThat(stepAfter(1_000)).isEqualTo(1_000);
        }
        assertThat(stepAfter(400)).as("a wake-up in between").isEqualTo(600);
        assertThat(server.opened - before).isEqualTo(5);
        assertThat(clean).isEqualTo(5);
        assertThat(heard).isEmpty();
    }

    @Test
    void whatOpensManyIndexesSeesThatTheGuardIsLate() {
        ready();
        assertThat(control.isCheckDue()).isFalse();
        pass(1_000);
        assertThat(control.isCheckDue()).isTrue();
        control.step();
        assertThat(control.isCheckDue()).isFalse();
    }

    @Test
    void withoutSqlAttemptsBackOffToTwoSeconds() {
        server.failure = server.broken;
        assertThat(control.step()).isBetween(50L, 100L);
        assertThat(board.now()).isInstanceOf(State.Unreachable.class);
        assertThat(board.lastTrouble()).isPresent();
        for (int i = 0; i < 8; i++) {
            stepAfter(2_000);
        }
        assertThat(stepAfter(2_000)).isBetween(1_000L, 2_000L);
        server.failure = null;
        assertThat(stepAfter(2_000)).isEqualTo(1_000);
        assertThat(heard).startsWith("UNREACHABLE", "attempt 1", "attempt 2").endsWith("READY");
        server.failure = server.broken;
        assertThat(stepAfter(1_000)).as("from the beginning").isBetween(50L, 100L);
    }

    @Test
    void aServerWithoutPluginIsAskedLessOftenAfterHalfAMinute() {
        server.variables.remove("handlersocket_port");
        long delay = control.step();
        assertThat(board.now()).isInstanceOf(State.NotUsable.class);
        long waited = 0;
        int asked = 1;
        while (waited < 15_000) {
            assertThat(delay).as("perhaps the plugin is only replaced").isBetween(750L, 1_500L);
            waited += delay;
            delay = stepAfter(delay);
            asked++;
        }
        while (waited < 60 * MINUTE) {
            waited += delay;
            delay = stepAfter(delay);
            asked++;
        }
        assertThat(delay).isBetween(30_000L, MINUTE);
        assertThat(asked).isLessThan(160);
        assertThat(server.opened).as("one session each").isEqualTo(asked);
        assertThat(connections.connects).isZero();

        server.variables.put("handlersocket_port", "9998");
        assertThat(stepAfter(delay)).isEqualTo(1_000);
        assertThat(board.now()).isInstanceOf(State.Ready.class);
    }

    @Test
    void anotherProductIsNoFaultAndAskedNothing() {
        server.version = "8.0.36"; // MySQL, which does not understand the client's statements
        server.product = "MySQL";
        assertThat(control.step()).isEqualTo(10 * MINUTE);
        assertThat(board.now()).isEqualTo(new State.NotUsable("the database is MySQL 8.0.36, not MariaDB", true));
        assertThat(server.statements).isEmpty();
    }

    @Test
    void aLockThatIsWaitedForClosesEverythingForAMoment() {
        connections.tables.add(table("player"));
        ready();
        server.waitedFor.add(table("player"));

        assertThat(stepAfter(1_000)).isBetween(100L, 200L);

        assertThat(board.now()).isInstanceOf(State.YieldingToDdl.class);
        assertThat(board.now().shown()).as("it comes back by itself").isEqualTo(ClientState.READY);
        assertThat(control.isYielding()).isTrue();
        assertThat(connections.isOpen).isFalse();
        assertThat(connections.closings).containsExactly(Reason.QUARANTINED);
        assertThat(connections.quarantined).containsExactly(table("player"));
        assertThat(heard).containsExactly("drained");

        server.waitedFor.clear();
        assertThat(stepAfter(50)).as("too early").isPositive();
        assertThat(connections.isOpen).isFalse();
        assertThat(stepAfter(200)).isEqualTo(1_000);
        assertThat(board.now()).isInstanceOf(State.Ready.class);
        assertThat(control.isYielding()).isFalse();
        assertThat(heard).containsExactly("drained");
    }

    @Test
    void itStaysAwayWhileTheLockIsWaitedForButNotForEver() {
        connections.tables.add(table("player"));
        ready();
        server.waitedFor.add(table("player"));
        stepAfter(1_000);
        long away = 0;
        long delay = stepAfter(200);
        for (long longest = 200; !connections.isOpen; longest *= 2) {
            assertThat(delay).as("it asks less and less often").isBetween(1L, longest);
            away += delay;
            delay = stepAfter(delay);
        }
        assertThat(away).isBetween(1_000L, 1_600L);
        assertThat(board.now()).isInstanceOf(State.Ready.class);
    }

    @Test
    void anErrorWhileYieldingIsTroubleAndStillLeavesRoom() {
        connections.tables.add(table("player"));
        ready();
        server.waitedFor.add(table("player"));
        stepAfter(1_000);
        server.failure = server.broken;
        stepAfter(200);
        assertThat(board.now()).isInstanceOf(State.Unreachable.class);
        server.failure = null;
        assertThat(stepAfter(100)).as("the lock is still waited for").isEqualTo(200);
        assertThat(connections.isOpen).isFalse();
    }

    @Test
    void aLockThatIsWaitedForWhileConnectingIsNotAnEndOfTheFirstAttempt() {
        connections.waitedForAtConnect = List.of(table("player"));
        assertThat(control.step()).isBetween(100L, 200L);
        assertThat(board.now()).isInstanceOf(State.YieldingToDdl.class);
        assertThat(board.now().shown()).isEqualTo(ClientState.STARTING);
        assertThat(board.firstAttempt()).isNotDone();
        assertThat(connections.isOpen).isFalse();
        assertThat(control.isYielding()).as("nobody waits for a first attempt").isFalse();

        stepAfter(200);
        assertThat(board.now())
                .as("again")
                .isInstanceOfSatisfying(
                        State.YieldingToDdl.class,
                        again -> assertThat(again.before()).isInstanceOf(State.Starting.class));
        connections.waitedForAtConnect = List.of();
        stepAfter(200);
        assertThat(board.now().shown()).isEqualTo(ClientState.READY);
    }

    @Test
    void aLockThatIsWaitedForWhileAnIndexIsOpenedClosesEverything() {
        ready();
        connections.waitedForAtOpening = List.of(table("player"));
        assertThat(stepAfter(10)).isBetween(100L, 200L);
        assertThat(board.now()).isInstanceOf(State.YieldingToDdl.class);
        assertThat(connections.isOpen).isFalse();
    }

    @Test
    void anErrorOfTheGuardClosesEverything() {
        connections.tables.add(table("player"));
        ready();
        server.failuresOf.put(table("player"), new ArrayDeque<>(List.of(server.broken)));
        assertThat(stepAfter(1_000)).isBetween(50L, 100L);
        assertThat(board.now()).isInstanceOf(State.Unreachable.class);
        assertThat(connections.closings).containsExactly(Reason.NOT_CONNECTED);
        assertThat(heard).containsExactly("UNREACHABLE", "attempt 1");
    }

    @Test
    void aSessionThatIsRefusedIsAskedForAgain() {
        connections.tables.add(table("player"));
        ready();
        server.failure = new SQLException("Too many connections", "08004", 1040);
        assertThat(stepAfter(1_000)).isEqualTo(100);
        assertThat(stepAfter(600)).isEqualTo(100);
        server.failure = null;
        assertThat(stepAfter(50)).isEqualTo(1_000);
        assertThat(connections.closings).isEmpty();
        assertThat(heard).isEmpty();
        assertThat(clean).isEqualTo(1);
    }

    @Test
    void withoutASessionEverythingIsClosedBeforeTheDeadMansSwitchDoes() {
        connections.tables.add(table("player"));
        ready();
        server.failure = server.broken;
        assertThat(stepAfter(1_000)).isEqualTo(100);
        assertThat(stepAfter(700)).isBetween(50L, 100L);
        assertThat(board.now()).isInstanceOf(State.Unreachable.class);
        assertThat(connections.closings).containsExactly(Reason.NOT_CONNECTED);
        assertThat(heard).containsExactly("UNREACHABLE", "attempt 1");
    }

    @Test
    void aServerThatEndedAllConnectionsIsNotWaitedFor() {
        ready();
        connections.lost = 2;
        server.failure = server.broken;
        assertThat(stepAfter(1_000)).isBetween(50L, 100L);
        assertThat(board.now()).isInstanceOf(State.Unreachable.class);
    }

    @Test
    void anErrorWhileIndexesAreOpenedClosesEverything() {
        connections.whileConnecting = () -> {
            throw server.broken;
        };
        control.step();
        assertThat(board.now()).isInstanceOf(State.Unreachable.class);
        assertThat(connections.isOpen).isFalse();

        connections.whileConnecting = () -> {};
        ready();
        connections.openingFails = new SQLException("busy");
        stepAfter(10);
        assertThat(board.now()).isInstanceOf(State.Unreachable.class);
        assertThat(connections.isOpen).isFalse();
    }

    @Test
    void aConnectionThatFailsAndAnUnexpectedExceptionAreTrouble() {
        connections.whileConnecting = () -> {
            throw new ConnectionLostException("refused", new java.io.IOException("refused"));
        };
        control.step();
        assertThat(board.now().reason()).isEqualTo("refused");
        connections.whileConnecting = () -> {
            throw new IllegalStateException("a defect");
        };
        stepAfter(100);
        assertThat(board.now()).isEqualTo(new State.Unreachable("java.lang.IllegalStateException: a defect"));
        assertThat(connections.isOpen).isFalse();
    }

    @Test
    void whatIsFoundUnusableWhileConnectingIsClosed() {
        connections.whileConnecting = () -> {
            throw new NotUsableException("HandlerSocket is not the server that SQL reaches");
        };
        assertThat(control.step()).isBetween(750L, 1_500L);
        assertThat(board.now()).isInstanceOf(State.NotUsable.class);
        assertThat(connections.closings).containsExactly(Reason.NOT_USABLE);
    }

    @Test
    void theDrainLockKeepsEverythingClosedAndIsAskedForEverySecond() {
        ready();
        server.drainLock = "42";
        assertThat(stepAfter(1_000)).isEqualTo(1);
        assertThat(board.now()).isInstanceOf(State.Drained.class);
        assertThat(board.now().reason()).contains("session 42", "handlersocket_drain");
        assertThat(connections.closings).containsExactly(Reason.DRAINED);
        for (int i = 0; i < 3; i++) {
            assertThat(stepAfter(1_000)).isEqualTo(1_000);
        }
        assertThat(connections.isOpen).isFalse();
        assertThat(heard).containsExactly("DRAINED", "drained");
        server.drainLock = null;
        stepAfter(1_000);
        assertThat(board.now()).isInstanceOf(State.Ready.class);
    }

    @Test
    void theDrainLockIsSeenBeforeTheFirstConnection() {
        server.drainLock = "42";
        assertThat(control.step()).isEqualTo(1_000);
        assertThat(connections.connects).isZero();
        assertThat(board.firstAttempt()).isCompleted();
    }

    @Test
    void anotherServerIsDiscoveredAtOnce() {
        ready();
        server.identity = "server-2";
        assertThat(stepAfter(1_000)).isEqualTo(1);
        assertThat(board.now().reason()).contains("another server");
        assertThat(connections.isOpen).isFalse();
        stepAfter(1);
        assertThat(board.now())
                .isInstanceOfSatisfying(
                        State.Ready.class,
                        ready -> assertThat(ready.server().facts().identity()).isEqualTo("server-2"));
    }

    @Test
    void anotherAccountSchemaOrSettingIsDiscoveredAtOnce() {
        for (Runnable change : List.<Runnable>of(
                () -> {
                    server.account = "other@localhost";
                },
                () -> {
                    server.schema = "other";
                },
                () -> {
                    server.settings = "OFF; READ-COMMITTED";
                })) {
            stepAfter(1_000);
            change.run();
            assertThat(stepAfter(1_000)).isEqualTo(1);
            assertThat(board.now()).isInstanceOf(State.Drained.class);
            assertThat(stepAfter(1)).isEqualTo(1_000);
            assertThat(board.now()).isInstanceOf(State.Ready.class);
        }
    }

    @Test
    void anotherServerWithoutPluginIsNotUsable() {
        ready();
        server.identity = "server-2";
        server.variables.remove("handlersocket_port");
        stepAfter(1_000);
        stepAfter(1);
        assertThat(board.now()).isInstanceOf(State.NotUsable.class);
    }

    @Test
    void withoutLookupsEverythingIsClosedUntilOneWakesItUp() {
        ready();
        connections.idleNanos = TimeUnit.SECONDS.toNanos(2);
        assertThat(stepAfter(10)).isEqualTo(MINUTE);
        assertThat(board.now()).isInstanceOf(State.Idle.class);
        assertThat(connections.closings).containsOnly(Reason.IDLE);
        int before = server.opened;
        assertThat(stepAfter(MINUTE)).isEqualTo(MINUTE);
        assertThat(server.opened).as("asks nothing").isEqualTo(before);

        connections.idleNanos = 0;
        assertThat(control.wakeUp()).isTrue();
        assertThat(board.now()).isInstanceOf(State.Ready.class);
        assertThat(control.wakeUp()).as("awake").isFalse();
        assertThat(heard).containsExactly("IDLE", "drained", "READY");
    }

    @Test
    void aWakeUpThatFailsIsTriedAgain() {
        ready();
        connections.idleNanos = TimeUnit.SECONDS.toNanos(2);
        stepAfter(10);
        server.failure = server.broken;
        assertThat(control.wakeUp()).isTrue();
        assertThat(board.now()).isInstanceOf(State.Unreachable.class);
        server.failure = null;
        connections.idleNanos = 0;
        stepAfter(100);
        assertThat(board.now()).isInstanceOf(State.Ready.class);
    }

    @Test
    void aLostConnectionIsReplacedWhileOthersServe() {
        ready();
        connections.lost = 1;
        assertThat(stepAfter(10)).isEqualTo(50);
        assertThat(connections.repairs).isEqualTo(1);
        assertThat(connections.connects).isEqualTo(1);
        assertThat(board.now()).isInstanceOf(State.Ready.class);
    }

    @Test
    void aReplacementThatIsLostAtOnceIsNotReplacedAtOnce() {
        ready();
        connections.lost = 1;
        stepAfter(10);
        for (int i = 0; i < 4; i++) {
            connections.lost = 1;
            assertThat(stepAfter(10)).isBetween(1L, 50L);
        }
        assertThat(connections.repairs).as("50 ms are not over").isEqualTo(1);
        stepAfter(10);
        assertThat(connections.repairs).isEqualTo(2);
    }

    @Test
    void aSlowReplacementDoesNotDelayTheGuard() {
        ready();
        connections.lost = 1;
        connections.whileRepairing = () -> {
            pass(990);
            return true;
        };
        assertThat(stepAfter(5)).as("1,000 ms after the last check").isEqualTo(5);
        assertThat(stepAfter(5)).isPositive();
        assertThat(clean).isEqualTo(1);
    }

    @Test
    void theGuardChecksBetweenTheHoldsOfALongReplacement() {
        connections.tables.add(table("player"));
        ready();
        connections.lost = 1;
        connections.whileRepairing = () -> {
            assertThat(control.checkIfDue()).isTrue();
            assertThat(clean).as("not due").isZero();
            pass(1_000);
            assertThat(control.checkIfDue()).isTrue();
            assertThat(clean).isEqualTo(1);
            pass(1_000);
            server.waitedFor.add(table("player"));
            return control.checkIfDue();
        };
        assertThat(stepAfter(5)).isBetween(100L, 200L);
        assertThat(board.now()).isInstanceOf(State.YieldingToDdl.class);
        assertThat(connections.isOpen).isFalse();
        assertThat(connections.quarantined).containsExactly(table("player"));
        assertThat(heard).containsExactly("drained");
    }

    @Test
    void aReplacementEndsIfNoSessionIsLeftForTheGuardAndOthersServeOn() {
        connections.tables.add(table("player"));
        ready();
        connections.lost = 1;
        connections.whileRepairing = () -> {
            pass(1_000);
            server.failure = new SQLException("Too many connections", "08004", 1040);
            return control.checkIfDue();
        };
        assertThat(stepAfter(5)).isEqualTo(100);
        assertThat(board.now()).isInstanceOf(State.Ready.class);
        assertThat(connections.closings).isEmpty();

        assertThat(stepAfter(700)).as("too late now").isBetween(50L, 100L);
        assertThat(board.now()).isInstanceOf(State.Unreachable.class);
        assertThat(connections.closings).containsExactly(Reason.NOT_CONNECTED);
    }

    @Test
    void afterALongOpeningTheGuardChecksAtOnce() {
        connections.tables.add(table("player"));
        connections.whileConnecting = () -> pass(1_400);
        assertThat(control.step()).isEqualTo(1);
        assertThat(clean).isZero();
        assertThat(stepAfter(1)).isEqualTo(1_000);
        assertThat(clean).isEqualTo(1);
    }

    @Test
    void whatWasLeftToOpenIsOpenedAtOnce() {
        connections.hasMoreToOpen = true;
        assertThat(control.step()).isEqualTo(1);
        assertThat(stepAfter(1)).isEqualTo(1);
        connections.hasMoreToOpen = false;
        assertThat(stepAfter(1)).isBetween(900L, 1_000L);
    }

    @Test
    void afterTheLastConnectionWasLostEverythingIsDiscoveredAnew() {
        ready();
        connections.lost = 2;
        server.version = "11.8.9-MariaDB";
        server.variables.put("version", "11.8.9-MariaDB");
        stepAfter(10);
        assertThat(connections.connects).isEqualTo(2);
        assertThat(connections.repairs).isZero();
        assertThat(board.now().reason()).contains("11.8.9");
        assertThat(heard).as("another server is announced").containsExactly("attempt 1", "READY");
    }

    static Stream<Arguments> states() {
        Map<String, Consumer<ReadControlTest>> ways = new java.util.LinkedHashMap<>();
        ways.put("Starting", test -> {});
        ways.put("Ready", ReadControlTest::ready);
        ways.put("YieldingToDdl", test -> {
            test.ready();
            test.connections.waitedForAtOpening = List.of(table("player"));
            test.stepAfter(10);
            test.connections.waitedForAtOpening = List.of();
        });
        ways.put("Idle", test -> {
            test.ready();
            test.connections.idleNanos = TimeUnit.SECONDS.toNanos(2);
            test.stepAfter(10);
            test.connections.idleNanos = 0;
        });
        ways.put("Drained", test -> {
            test.server.drainLock = "42";
            test.control.step();
            test.server.drainLock = null;
        });
        ways.put("Unreachable", test -> {
            test.server.failure = test.server.broken;
            test.control.step();
            test.server.failure = null;
        });
        ways.put("NotUsable", test -> {
            test.server.version = "8.0.36";
            test.control.step();
            test.server.version = "10.11.19-MariaDB";
        });
        ways.put("Stopped", test -> test.stop(new State.Stopped("by the application")));
        return ways.entrySet().stream().map(way -> Arguments.of(way.getKey(), way.getValue()));
    }

    private void stop(State next) {
        assertThat(board.order(next)).isPresent();
        control.stop();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("states")
    void theApplicationDrainsAndResumesInEveryState(String name, Consumer<ReadControlTest> way) {
        way.accept(this);
        assertThat(board.now().getClass().getSimpleName()).isEqualTo(name);

        stop(new State.Stopped("by the application"));

        assertThat(board.now()).isEqualTo(new State.Stopped("by the application"));
        assertThat(board.now().shown()).isEqualTo(ClientState.DRAINED);
        assertThat(connections.isOpen).isFalse();
        int before = server.opened;
        assertThat(stepAfter(MINUTE)).isEqualTo(MINUTE);
        assertThat(control.wakeUp()).as("no lookup ends it").isFalse();
        assertThat(server.opened).as("asks nothing").isEqualTo(before);

        board.resume();
        assertThat(stepAfter(10)).isEqualTo(1_000);
        assertThat(board.now()).isInstanceOf(State.Ready.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("states")
    void closedIsTheEndOfEveryState(String name, Consumer<ReadControlTest> way) {
        way.accept(this);
        heard.clear();

        stop(new State.Closed("closed"));

        assertThat(heard).containsExactly("CLOSED");
        assertThat(connections.isOpen).isFalse();
        assertThat(connections.closings).endsWith(Reason.CLOSED);
        assertThat(board.order(new State.Closed("again"))).isEmpty();
        assertThat(board.order(new State.Stopped("drained"))).isEmpty();
        board.resume();
        assertThat(board.move(new State.Unreachable("late"))).isFalse();
        int before = server.opened;
        control.step();
        assertThat(server.opened).isEqualTo(before);
        assertThat(board.now().shown()).isEqualTo(ClientState.CLOSED);
        assertThat(board.unavailable().reason()).isEqualTo(Reason.CLOSED);
        assertThat(board.firstAttempt()).isCompleted();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("states")
    void theDeadMansSwitchWatchesWhatUsersSeeAsReady(String name, Consumer<ReadControlTest> way) {
        List<String> closed = new ArrayList<>();
        List<Runnable> checks = new ArrayList<>();
        DeadMansSwitch deadMansSwitch = new DeadMansSwitch(
                "unit", () -> board.is(ClientState.READY), () -> 1, checks::add, closed::add, listener, clock::get);
        deadMansSwitch.start();
        way.accept(this);
        deadMansSwitch.markClean();
        pass(1_900);
        checks.get(0).run();
        assertThat(closed).isEmpty();
        pass(200);
        checks.get(0).run();
        assertThat(closed).hasSize(name.equals("Ready") || name.equals("YieldingToDdl") ? 1 : 0);
    }

    @Test
    void aDrainWhileConnectingWinsAndClosesWhatIsMadeMeanwhile() {
        connections.whileConnecting = () -> board.order(new State.Stopped("by the application"));
        control.step();
        assertThat(board.now()).isInstanceOf(State.Stopping.class);
        assertThat(board.now().shown()).isEqualTo(ClientState.STARTING);
        assertThat(connections.isOpen).isFalse();
        assertThat(stepAfter(MINUTE)).isEqualTo(MINUTE);

        control.stop();
        assertThat(heard).containsExactly("DRAINED");
    }

    @Test
    void aDrainWhileReconnectingWins() {
        ready();
        connections.lost = 2;
        connections.whileConnecting = () -> board.order(new State.Stopped("by the application"));
        stepAfter(10);
        assertThat(board.now()).isInstanceOf(State.Stopping.class);
        assertThat(connections.isOpen).isFalse();
    }

    @Test
    void aCloseThatDidNotWaitForAStepIsNotUndoneByIt() {
        connections.whileConnecting = () -> {
            board.stopped(board.order(new State.Closed("closed")).orElseThrow());
            throw server.broken;
        };
        control.step();
        assertThat(board.now().shown()).isEqualTo(ClientState.CLOSED);
        assertThat(heard).startsWith("CLOSED").doesNotContain("UNREACHABLE");
        assertThat(connections.isOpen).isFalse();
    }

    @Test
    void whatAStepMakesAfterACloseThatDidNotWaitForItIsClosed() {
        ready();
        connections.lost = 1;
        connections.whileRepairing = () -> {
            board.stopped(board.order(new State.Closed("closed")).orElseThrow());
            return true;
        };
        stepAfter(10);
        assertThat(board.now().shown()).isEqualTo(ClientState.CLOSED);
        assertThat(connections.isOpen).isFalse();
    }

    @Test
    void aLockThatIsWaitedForAndADrainTogetherEndInADrain() {
        connections.tables.add(table("player"));
        ready();
        server.waitedFor.add(table("player"));
        stepAfter(1_000);
        State.Stopping stopping =
                board.order(new State.Stopped("by the application")).orElseThrow();
        assertThat(stopping.before()).isInstanceOf(State.YieldingToDdl.class);
        assertThat(stepAfter(200)).isEqualTo(MINUTE);
        control.stop();
        assertThat(board.now()).isInstanceOf(State.Stopped.class);
    }

    @Test
    void aResumeBeforeTheDrainHasBegunLeavesEverythingOpen() {
        ready();
        assertThat(board.order(new State.Stopped("by the application"))).isPresent();
        board.resume();
        control.stop();
        assertThat(connections.isOpen).isTrue();
        stepAfter(1);
        assertThat(board.now()).isInstanceOf(State.Ready.class);
    }

    @Test
    void aResumeInTheMiddleOfADrainConnectsAfterIt() {
        ready();
        connections.whileDraining = board::resume;
        stop(new State.Stopped("by the application"));
        assertThat(connections.isOpen).isFalse();
        assertThat(board.now()).isInstanceOf(State.Drained.class);
        stepAfter(1);
        assertThat(board.now()).isInstanceOf(State.Ready.class);
        assertThat(connections.isOpen).isTrue();
    }

    /** Gives a session once the latch is open. */
    private SqlSession sessionAfter(CountDownLatch free) throws SQLException {
        try {
            free.await();
        } catch (InterruptedException e) {
            throw new SQLException(e);
        }
        return server.session();
    }

    @Test
    void aSessionThatTheDataSourceGivesToAnIdleClientIsClosed() {
        ready();
        CountDownLatch free = new CountDownLatch(1);
        source = () -> sessionAfter(free);
        assertThat(stepAfter(1_000)).as("the DataSource gives no session").isEqualTo(100);
        connections.idleNanos = TimeUnit.SECONDS.toNanos(2);
        stepAfter(100);
        assertThat(board.now()).isInstanceOf(State.Idle.class);
        int before = server.opened;
        free.countDown();
        Awaitility.await().until(() -> server.opened > before && server.closed == server.opened);
    }

    @Test
    void aSessionThatTheDataSourceGivesAfterADrainIsClosed() {
        ready();
        CountDownLatch free = new CountDownLatch(1);
        source = () -> sessionAfter(free);
        stepAfter(1_700);
        assertThat(board.now()).as("the DataSource gives no session").isInstanceOf(State.Unreachable.class);
        stop(new State.Stopped("by the application"));
        int before = server.opened;
        free.countDown();
        Awaitility.await().until(() -> server.opened > before && server.closed == server.opened);
    }

    @Test
    void aCloseInTheMiddleOfADrainIsTheEnd() {
        ready();
        assertThat(board.order(new State.Stopped("by the application"))).isPresent();
        State.Stopping closing = board.order(new State.Closed("closed")).orElseThrow();
        assertThat(closing.before()).isInstanceOf(State.Ready.class);
        control.stop(); // of the drain, whose caller returns now
        assertThat(connections.isOpen).isFalse();
        assertThat(board.now().shown()).isEqualTo(ClientState.CLOSED);
        board.resume();
        control.stop(); // of the close
        assertThat(board.now().shown()).isEqualTo(ClientState.CLOSED);
        assertThat(heard).containsExactly("CLOSED");
    }

    @Test
    void aResumeOfWhatIsNotDrainedChangesNothing() {
        board.resume();
        assertThat(board.now()).isInstanceOf(State.Starting.class);
        ready();
        board.resume();
        assertThat(board.now()).isInstanceOf(State.Ready.class);
    }
}
