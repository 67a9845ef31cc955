// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import static io.handlersocket.client.internal.control.sql.FakeServer.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.control.sql.FakeServer;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long a client stays away for a session that waits. */
class YieldTimerTest {

    private final FakeServer server = new FakeServer();
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1); // it may overflow
    private final Quarantine quarantine = new Quarantine(InstantSource.system());
    private final YieldTimer yieldTimer = new YieldTimer(quarantine, clock::get);

    private long remainingAfter(long millis) throws SQLException {
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        return yieldTimer.remainingMillis(server.session());
    }

    @Test
    void withoutAWaitThereIsNoPauseAndNoQuestion() throws SQLException {
        assertThat(remainingAfter(0)).isZero();
        assertThat(server.statements).isEmpty();
    }

    @Test
    void thePauseIsKeptWhateverWakesTheThread() throws SQLException {
        long pause = yieldTimer.begin(List.of(table("player")));
        assertThat(pause).isBetween(100L, 199L);
        assertThat(remainingAfter(pause - 10)).isBetween(10L, 11L);
        assertThat(server.statements).as("not asked before").isEmpty();
        assertThat(remainingAfter(10)).as("no session waits any more").isZero();
        assertThat(server.statements).hasSize(1);
        assertThat(remainingAfter(1)).isZero();
        assertThat(server.statements).as("forgotten").hasSize(1);
    }

    @Test
    void itAsksLessAndLessOftenAndReturnsAfterOneAndAHalfSeconds() throws SQLException {
        server.waitedFor.add(table("player"));
        yieldTimer.begin(List.of(table("player")));
        assertThat(remainingAfter(200)).isEqualTo(200);
        assertThat(remainingAfter(200)).isEqualTo(400);
        assertThat(remainingAfter(400)).as("until the end").isBetween(700L, 701L);
        assertThat(remainingAfter(700)).isZero();
        assertThat(server.statements).as("the driver logs the error of each").hasSize(3);
    }

    /** Another client may open the table as soon as the session has what it waited for. */
    @Test
    void aWaitThatHasEndedIsRemembered() throws SQLException {
        quarantine.add(table("player"), clock.get());
        server.waitedFor.add(table("player"));
        yieldTimer.begin(List.of(table("player")));
        assertThat(remainingAfter(200)).isPositive();
        assertThat(quarantine.isCalm(table("player"))).isFalse();
        server.waitedFor.clear();
        assertThat(remainingAfter(200)).isZero();
        assertThat(quarantine.isCalm(table("player"))).isTrue();
    }

    @Test
    void aWaitThatClosingDoesNotEndIsNotForThisClient() throws SQLException {
        quarantine.add(table("player"), clock.get());
        server.waitedFor.add(table("player"));
        yieldTimer.begin(List.of(table("player")));
        assertThat(remainingAfter(1_500)).isZero();
        assertThat(quarantine.isCalm(table("player"))).isFalse();
    }

    @Test
    void aTableThatWasDroppedIsNotWaitedFor() throws SQLException {
        server.gone.add(table("player"));
        yieldTimer.begin(List.of(table("player")));
        assertThat(remainingAfter(200)).isZero();
    }
}
