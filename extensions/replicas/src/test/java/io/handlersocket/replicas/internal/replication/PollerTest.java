// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.replicas.GtidPosition;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class PollerTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final FakeServer server = new FakeServer();
    private final ManualTime time = new ManualTime();
    private final List<Probe> probes = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Probe>> during = new CopyOnWriteArrayList<>();
    private final AtomicInteger statuses = new AtomicInteger();
    private volatile String missing = "";
    private volatile boolean callsDuringTheQuestion;
    private volatile boolean keep = true;
    private volatile boolean stuck;
    private volatile @Nullable GtidPosition awaited;

    private final Poller.Listener listener = new Poller.Listener() {
        @Override
        public boolean answered(Probe probe, ReplicationStatus status) {
            probes.add(probe);
            if (callsDuringTheQuestion && during.isEmpty()) {
                during.add(Objects.requireNonNull(poller).next());
            }
            return keep;
        }

        @Override
        public @Nullable GtidPosition awaited() {
            return awaited;
        }

        @Override
        public void failed(String reason) {
            failures.add(reason);
        }
    };

    private volatile @Nullable Poller poller;

    @BeforeEach
    void answers() {
        server.answers.put("@@global.gtid_slave_pos", List.<Object[]>of(new Object[] {"id", 1L, "0", "", "", "", ""}));
        server.answers.put("MASTER_GTID_WAIT", List.<Object[]>of(new Object[] {0}));
    }

    @AfterEach
    void close() {
        Poller started = poller;
        if (started != null) {
            started.close();
        }
    }

    /** Starts a poller for which 100 ms pass each time that it looks, so that it never waits. */
    private Poller startQuick(long statusNanos) {
        time.moveWhenAsked(Duration.ofMillis(100));
        return start(statusNanos, 1_000_000);
    }

    private Poller start(long intervalNanos) {
        return start(Poller.STATUS_NANOS, intervalNanos);
    }

    private Poller start(long statusNanos, long intervalNanos) {
        Poller started = new Poller(
                "unit",
                server.dataSource(),
                (session, nowNanos) -> {
                    statuses.incrementAndGet();
                    if (stuck) {
                        time.advanceMillis(300);
                        throw new SQLException("timed out");
                    }
                    return new ReplicationStatus(nowNanos, List.of(), List.of(), missing);
                },
                statusNanos,
                intervalNanos,
                listener,
                time.source());
        poller = started;
        started.start();
        return started;
    }

    @Test
    void itKeepsItsSessionAndAsksAgain() {
        startQuick(Poller.STATUS_NANOS);
        Awaitility.await().until(() -> probes.size() > 5);
        assertThat(server.opened).isEqualTo(1);
        assertThat(probes.get(0).fresh()).isTrue();
        assertThat(probes.get(3).fresh()).isFalse();
    }

    @Test
    void aStatusOfTheProcessIsAskedOnceEvenOverNewSessions() {
        keep = false;
        startQuick(Poller.UNTIL_RESTART);
        Awaitility.await().until(() -> probes.size() > 3);
        assertThat(server.opened).isGreaterThan(2);
        assertThat(statuses).hasValue(1);

        server.answers.put("@@global.gtid_slave_pos", List.<Object[]>of(new Object[] {"id2", 1L, "0", "", "", "", ""}));
        Awaitility.await().until(() -> statuses.get() == 2);
    }

    @Test
    void aStatusThatLacksAPrivilegeIsAskedAgain() {
        missing = "GRANT BINLOG MONITOR ON *.* TO the account";
        startQuick(Poller.UNTIL_RESTART);
        Awaitility.await().until(() -> statuses.get() > 2);
    }

    @Test
    void aStatusThatTimedOutIsNotAskedAgainAtOnceNotEvenForCallers() {
        stuck = true;
        Poller asked = start(Poller.UNTIL_RESTART, 1_000_000);
        Awaitility.await().until(() -> !failures.isEmpty());
        for (int i = 0; i < 10; i++) {
            CompletableFuture<Probe> answer = asked.next();
            assertThatThrownBy(() -> answer.get(5, TimeUnit.SECONDS)).hasMessageContaining("asked again after 2 s");
            time.advanceMillis(199);
        }
        assertThat(statuses).hasValue(1);
        assertThat(server.opened).isEqualTo(1);

        stuck = false;
        time.advanceMillis(10);
        asked.wake();
        Awaitility.await().until(() -> !probes.isEmpty());
        assertThat(statuses).hasValue(2);
    }

    @Test
    void theStatusOfAReplicaIsAskedAgain() {
        startQuick(Poller.STATUS_NANOS);
        Awaitility.await().until(() -> statuses.get() > 2);
    }

    @Test
    void aCallerGetsAnAnswerToAQuestionAfterItsCall() throws Exception {
        time.moveWhenAsked(Duration.ofNanos(1));
        Poller asked = start(HOUR);
        Awaitility.await().until(() -> probes.size() == 1);
        for (int i = 0; i < 50; i++) {
            long before = time.getAsLong();
            Probe probe = asked.next().get(5, TimeUnit.SECONDS);
            assertThat(probe.sentNanos() - before).isPositive();
        }
    }

    @Test
    void aCallDuringAQuestionIsAnsweredByTheNextQuestion() throws Exception {
        callsDuringTheQuestion = true;
        start(HOUR);
        Awaitility.await().until(() -> !during.isEmpty());
        assertThat(during.get(0).get(5, TimeUnit.SECONDS)).isSameAs(probes.get(1));
    }

    @Test
    void anUnwantedSessionIsReplaced() {
        keep = false;
        startQuick(Poller.STATUS_NANOS);
        Awaitility.await().until(() -> probes.size() > 2);
        assertThat(probes).allMatch(Probe::fresh);
        assertThat(server.closed).isGreaterThan(1);
    }

    @Test
    void aFailureIsReportedAndTheServerIsAskedAgain() throws Exception {
        server.failure = new SQLException("(conn=7) gone");
        Poller asked = startQuick(Poller.STATUS_NANOS);
        Awaitility.await().until(() -> !failures.isEmpty());
        assertThat(failures.get(0)).isEqualTo("SQL: gone");
        CompletableFuture<Probe> answer = asked.next();
        assertThatThrownBy(() -> answer.get(5, TimeUnit.SECONDS)).hasMessageContaining("SQL: gone");
        server.failure = null;
        Awaitility.await().until(() -> !probes.isEmpty());
    }

    @Test
    void anAnswerThatCannotBeReadIsAFailure() {
        server.answers.put("@@global.gtid_slave_pos", List.<Object[]>of(new Object[] {"id", 1L, "0", "x", "", "", ""}));
        startQuick(Poller.STATUS_NANOS);
        Awaitility.await().until(() -> !failures.isEmpty());
        assertThat(failures.get(0)).contains("GTID");
    }

    @Test
    void itWaitsAtTheServerForAPositionThatCallersWaitFor() {
        Poller asked = start(HOUR);
        Awaitility.await().until(() -> probes.size() == 1);
        awaited = GtidPosition.parse("0-1-1");
        asked.wake();
        Awaitility.await().until(() -> probes.size() > 2);
        awaited = null;
        assertThat(server.statements).anyMatch(sql -> sql.contains("MASTER_GTID_WAIT"));
    }

    @Test
    void nobodyWaitsForAClosedPoller() {
        Poller asked = start(HOUR);
        Awaitility.await().until(() -> probes.size() == 1);
        asked.close();
        assertThatThrownBy(() -> asked.next().get(5, TimeUnit.SECONDS)).hasMessageContaining("closed");
        Awaitility.await().until(() -> server.closed == 1);
    }
}
