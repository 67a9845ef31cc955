// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.control.guard.PortControl;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import io.handlersocket.writes.WriteOptions;
import io.handlersocket.writes.WriteResult;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the write side asks SQL, and what writes are told that cannot be sent. */
class WriteConnectorTest {

    private static final long LONGER_THAN_A_RETRY = 120;

    private final ManualTime time = new ManualTime();
    private final ConnectionPool pool = new ConnectionPool(
            "test",
            new ConnectionLimits(100, 10, 10, 10_000, 0, 100),
            null,
            (connection, reason) -> {},
            () -> {},
            time);
    private final WriteQueue queue = new WriteQueue("test", 100, TimeUnit.MINUTES.toNanos(1), () -> {}, time);

    @AfterEach
    void close() {
        pool.close();
    }

    private WriteConnector connector(FakeSql sql) {
        ClientOptions options =
                Options.at(time.source(), Options.of("test", sql.dataSource(), new ClientListener() {}));
        PortControl port = PortControl.of(options, "test-write", pool, () -> true, () -> 0);
        return new WriteConnector(options, WriteOptions.DEFAULTS, pool, port, queue, 5_000);
    }

    private Reason refusal(WriteConnector connector) {
        PendingWrite write = WriteFixture.increment(time.getAsLong());
        queue.submit(List.of(write));
        connector.step();
        assertThat(write.result()).isDone();
        return ((UnavailableException) ((WriteResult.Refused) write.result().join()).why()).reason();
    }

    @Test
    void withoutAWriteSqlIsNotAsked() {
        FakeSql sql = FakeSql.writable();
        assertThat(connector(sql).step()).isEqualTo(60_000);
        assertThat(sql.sessions()).isZero();
    }

    @Test
    void aServerThatCannotBeUsedIsNotAskedByEveryWrite() {
        FakeSql sql = new FakeSql("H2");
        WriteConnector connector = connector(sql);
        for (int i = 0; i < 6; i++) {
            assertThat(refusal(connector)).isEqualTo(Reason.NOT_USABLE);
            time.advanceMillis(LONGER_THAN_A_RETRY);
        }
        assertThat(sql.sessions()).isEqualTo(1);
    }

    @Test
    void afterADrainTheNextWriteAsksAgainAtOnce() {
        FakeSql sql = new FakeSql("H2");
        WriteConnector connector = connector(sql);
        assertThat(refusal(connector)).isEqualTo(Reason.NOT_USABLE);
        connector.stop("made up");
        assertThat(refusal(connector)).isEqualTo(Reason.NOT_USABLE);
        assertThat(sql.sessions()).isEqualTo(2);
    }

    @Test
    void anSqlFailureIsRetriedSoonButNotByEveryWrite() {
        FakeSql sql = new FakeSql("MariaDB").failure("SHOW", new SQLException("made up"));
        WriteConnector connector = connector(sql);
        assertThat(refusal(connector)).isEqualTo(Reason.NOT_CONNECTED);
        assertThat(refusal(connector)).isEqualTo(Reason.NOT_CONNECTED);
        assertThat(sql.sessions()).isEqualTo(1);
        time.advanceMillis(99);
        assertThat(refusal(connector)).isEqualTo(Reason.NOT_CONNECTED);
        assertThat(sql.sessions()).isEqualTo(1);
        time.advanceMillis(1);
        assertThat(refusal(connector)).isEqualTo(Reason.NOT_CONNECTED);
        assertThat(sql.sessions()).isEqualTo(2);
    }
}
