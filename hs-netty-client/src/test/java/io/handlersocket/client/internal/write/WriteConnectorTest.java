// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.WriteOptions;
import io.handlersocket.client.WriteResult;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.ConnectionPool;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the write side connects, with an SQL session and a clock that the test plays. */
class WriteConnectorTest {

    private final AtomicInteger sessions = new AtomicInteger();
    private final ConnectionPool pool = new ConnectionPool(
            "test", new ConnectionLimits(100, 10, 10, 10_000, 0, 100), null, (connection, reason) -> {}, () -> {});
    private final WriteQueue queue = new WriteQueue("test", 100, TimeUnit.MINUTES.toNanos(1), () -> {});

    @AfterEach
    void close() {
        pool.close();
    }

    private WriteConnector connector() {
        ClientOptions options = Options.of("test", otherDatabase(), WriteOptions.DEFAULTS, ClientListener.SILENT);
        return new WriteConnector(options, WriteOptions.DEFAULTS, pool, queue, 5_000);
    }

    /** A server that cannot be used, whatever it is asked. */
    private DataSource otherDatabase() {
        return proxy(DataSource.class, dataSource -> {
            sessions.incrementAndGet();
            return proxy(Connection.class, name -> switch (name) {
                case "getMetaData" -> proxy(DatabaseMetaData.class, metaData -> "H2");
                case "getNetworkTimeout" -> 0;
                case "getAutoCommit" -> true;
                case "isClosed" -> false;
                default -> null;
            });
        });
    }

    private interface Answer {
        @Nullable
        Object to(String method);
    }

    private static <T> T proxy(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                WriteConnectorTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, given) -> answer.to(method.getName())));
    }

    private WriteResult writeAndStep(WriteConnector connector) {
        PendingWrite write = WriteFixture.increment();
        queue.submit(List.of(write));
        connector.step();
        return write.result().join();
    }

    @Test
    void aServerThatCannotBeUsedIsNotAskedByEveryWrite() throws InterruptedException {
        WriteConnector connector = connector();
        for (int i = 0; i < 6; i++) {
            assertThat(writeAndStep(connector))
                    .isInstanceOfSatisfying(
                            WriteResult.Refused.class,
                            refused -> assertThat(refused.why())
                                    .hasMessageContaining("H2")
                                    .isInstanceOfSatisfying(
                                            UnavailableException.class,
                                            why -> assertThat(why.reason())
                                                    .isEqualTo(UnavailableException.Reason.NOT_USABLE)));
            Thread.sleep(120);
        }
        assertThat(sessions).as("SQL sessions").hasValue(1);
    }
}
