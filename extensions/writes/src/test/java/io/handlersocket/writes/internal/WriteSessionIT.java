// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Key;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.writes.WritableServer;
import io.handlersocket.writes.Write;
import io.handlersocket.writes.WriteIndex;
import io.handlersocket.writes.WriteOptions;
import io.handlersocket.writes.WriteResult;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The DataSource of a client that writes is small or slow. */
@Timeout(120)
class WriteSessionIT {

    private static final HandlerSocketMariaDB DB = WritableServer.shared();
    private static final WriteOptions WRITES =
            WriteOptions.DEFAULTS.withTimeout(Duration.ofSeconds(10)).withIdleTimeout(Duration.ofSeconds(10));

    private final Queue<String> drained = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void createTables() {
        for (String table : new String[] {"first_written", "then_written"}) {
            DB.execute(
                    "CREATE OR REPLACE TABLE test." + table + " (id INT PRIMARY KEY, n INT NOT NULL)",
                    "INSERT INTO test." + table + " VALUES (1, 0)");
        }
    }

    private WriteSide side(DataSource dataSource) {
        ClientListener listening = new ClientListener() {
            @Override
            public void drained(String reason) {
                drained.add(reason);
            }
        };
        WriteSide side =
                new WriteSide(Options.of("small", dataSource, listening), WRITES, WritableServer.NO_PAUSE_MILLIS);
        side.start();
        return side;
    }

    private static void openAndWrite(WriteSide side, String table) throws Exception {
        WriteIndex index = side.open(new TableName("test", table), "PRIMARY").get(30, TimeUnit.SECONDS);
        assertThat(index.write(Write.increment(Key.of(1), "n", 1))).isInstanceOf(WriteResult.Applied.class);
    }

    @Test
    void whileTheWritePortIsConnectedAnIndexIsOpenedInAPoolOfOneConnection() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(DB.getJdbcUrl());
        config.setUsername(DB.getUsername());
        config.setPassword(DB.getPassword());
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(60_000);
        try (HikariDataSource pool = new HikariDataSource(config);
                WriteSide side = side(pool)) {
            openAndWrite(side, "first_written");
            openAndWrite(side, "then_written");
            assertThat(side.snapshot().connected()).isTrue();
        }
        assertThat(drained).isEmpty();
    }

    @Test
    void aSlowDataSourceDoesNotSilenceTheGuard() throws Exception {
        AtomicLong delayMillis = new AtomicLong();
        DataSource slow = (DataSource)
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (p, m, args) -> {
                    Thread.sleep(delayMillis.get());
                    return m.invoke(DB.dataSource(), args);
                });
        try (WriteSide side = side(slow)) {
            openAndWrite(side, "first_written");
            delayMillis.set(4_000);
            openAndWrite(side, "then_written");
            assertThat(side.snapshot().connected()).isTrue();
        }
        assertThat(drained).isEmpty();
    }

    @Test
    void aSessionThatIsLostSaysNothingAboutTheTable() throws Exception {
        AtomicInteger broken = new AtomicInteger();
        DataSource breaking = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (p, m, args) -> {
                    Object made = m.invoke(DB.dataSource(), args);
                    if (made instanceof Connection connection && broken.getAndDecrement() > 0) {
                        DB.execute("KILL "
                                + connection
                                        .unwrap(org.mariadb.jdbc.Connection.class)
                                        .getThreadId());
                    }
                    return made;
                });
        try (WriteSide side = side(breaking)) {
            broken.set(2);
            assertThatThrownBy(() -> openAndWrite(side, "first_written"))
                    .hasCauseInstanceOf(UnavailableException.class);

            broken.set(1);
            openAndWrite(side, "first_written");
        }
    }
}
