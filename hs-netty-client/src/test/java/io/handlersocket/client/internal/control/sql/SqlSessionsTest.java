// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.control.NotUsableException;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One session at a time is lent, and every session is given back. */
@Timeout(10)
class SqlSessionsTest {

    private final FakeServer server = new FakeServer();
    private final ManualTime time = new ManualTime();
    private final SqlSessions sessions = new SqlSessions("unit", server::session, time);

    @AfterEach
    void everySessionWasGivenBack() {
        sessions.release();
        sessions.abort();
        // After an interrupt, the thread that makes a session closes it.
        Awaitility.await().untilAsserted(() -> assertThat(server.closed).isEqualTo(server.opened));
    }

    @Test
    void aSessionIsSharedUntilItIsGivenBack() throws Exception {
        SqlSession session = sessions.get();
        assertThat(sessions.get()).isSameAs(session);
        sessions.release();
        assertThat(sessions.get()).isNotSameAs(session);
        assertThat(server.closed).isEqualTo(1);
    }

    @Test
    void theGuardsSessionIsANewOneAndTheOldOneIsGivenBackFirst() throws Exception {
        SqlSession session = sessions.get();
        SqlSession fresh = sessions.fresh();
        assertThat(fresh).isNotSameAs(session);
        assertThat(server.opened).isEqualTo(2);
        assertThat(server.closed).isEqualTo(1);
        assertThat(sessions.freshForConnecting()).isNotSameAs(fresh);
    }

    @Test
    void aSessionThatWasJustUsedStaysForTheNextIndex() throws Exception {
        sessions.get();
        sessions.releaseUnused();
        assertThat(server.closed).isZero();
        time.advanceMillis(SqlSessions.KEEP_MILLIS - 1);
        sessions.releaseUnused();
        assertThat(server.closed).isZero();
        time.advanceMillis(1);
        sessions.releaseUnused();
        assertThat(server.closed).isEqualTo(1);
    }

    @Test
    void aFailureIsThatOfTheSourceAndIsNotRemembered() throws Exception {
        server.failure = server.broken;
        assertThatThrownBy(sessions::get).isSameAs(server.broken);
        server.failure = null;
        assertThat(sessions.get()).isNotNull();
        SqlSessions none = new SqlSessions(
                "unit",
                () -> {
                    throw NotUsableException.unsupported("no catalogue");
                },
                time);
        assertThatThrownBy(none::get).isInstanceOf(NotUsableException.class);
        none.abort();
    }

    @Test
    void anInterruptEndsTheWaitAndLosesNoSession() {
        CountDownLatch interrupted = new CountDownLatch(1);
        SqlSessions slow = new SqlSessions(
                "unit",
                () -> {
                    try {
                        interrupted.await();
                    } catch (InterruptedException e) {
                        throw new SQLException(e);
                    }
                    return server.session();
                },
                time);
        Thread.currentThread().interrupt();
        assertThatThrownBy(slow::get).isInstanceOf(SQLException.class).hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        interrupted.countDown();
        Awaitility.await().untilAsserted(() -> assertThat(server.closed).isEqualTo(1));
        slow.abort();
    }

    @Test
    void aSessionThatComesLateIsGivenBackIfNobodyWantsItAnyMore() {
        CountDownLatch free = new CountDownLatch(1);
        SqlSessions busy = new SqlSessions(
                "unit",
                () -> {
                    try {
                        free.await();
                    } catch (InterruptedException e) {
                        throw new SQLException(e);
                    }
                    return server.session();
                },
                time);
        assertThatThrownBy(busy::get).isInstanceOf(SQLException.class).hasMessageContaining("no connection within");
        busy.releaseAll();
        free.countDown();
        Awaitility.await().untilAsserted(() -> assertThat(server.opened).isEqualTo(1));
        Awaitility.await().untilAsserted(() -> assertThat(server.closed).isEqualTo(1));
        busy.abort();
    }

    @Test
    void afterTheEndNoSessionIsLent() throws Exception {
        SqlSession lent = sessions.get();
        sessions.abort();
        assertThat(server.closed).as("broken under whoever uses it").isEqualTo(1);
        assertThat(lent.isLostBy(new SQLException())).isTrue();
        assertThatThrownBy(sessions::fresh).isInstanceOf(SQLException.class).hasMessageContaining("closed");
    }
}
