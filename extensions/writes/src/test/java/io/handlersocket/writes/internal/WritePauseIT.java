// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.Key;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.Options;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.writes.WritableServer;
import io.handlersocket.writes.Write;
import io.handlersocket.writes.WriteIndex;
import io.handlersocket.writes.WriteOptions;
import io.handlersocket.writes.WriteResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A pause of a busy writer, in which other sessions get their locks, costs no write. */
class WritePauseIT {

    private static final HandlerSocketMariaDB DB = WritableServer.shared();
    private static final int PAUSES = 30;
    private static final int THREADS = 4;

    private final AtomicInteger connections = new AtomicInteger();

    /** How often the machine kept the guard from looking: then it closes the connection in the middle of writes. */
    private final AtomicInteger drained = new AtomicInteger();

    @Test
    void everyWriteIsAppliedAcrossManyPauses() throws Exception {
        DB.execute(
                "CREATE OR REPLACE TABLE test.pauses (id INT PRIMARY KEY, n INT NOT NULL)",
                "INSERT INTO test.pauses SELECT seq, 0 FROM seq_1_to_" + THREADS);
        WriteOptions writes = WriteOptions.DEFAULTS.withTimeout(Duration.ofSeconds(5));
        AtomicLong sent = new AtomicLong();
        AtomicLong unknown = new AtomicLong();
        try (WriteSide side = new WriteSide(options(), writes, 20)) {
            side.start();
            WriteIndex counter =
                    side.open(new TableName("test", "pauses"), "PRIMARY").get(10, TimeUnit.SECONDS);
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int i = 1; i <= THREADS; i++) {
                Key key = Key.of(i);
                threads.add(CompletableFuture.runAsync(() -> {
                    while (connections.get() <= PAUSES) {
                        WriteResult result = counter.write(Write.increment(key, "n", 1));
                        if (result instanceof WriteResult.Refused refused) {
                            assertThat(refused.why())
                                    .as("only the guard's")
                                    .matches(why ->
                                            String.valueOf(why.getMessage()).contains(": SQL: ") || drained.get() > 0);
                        } else if (result instanceof WriteResult.Unknown && drained.get() > 0) {
                            unknown.incrementAndGet();
                        } else {
                            assertThat(result).isInstanceOf(WriteResult.Applied.class);
                            sent.incrementAndGet();
                        }
                    }
                }));
            }
            CompletableFuture.allOf(threads.toArray(new CompletableFuture<?>[0]))
                    .get(60, TimeUnit.SECONDS);
        }
        assertThat(sum()).isBetween(sent.get(), sent.get() + unknown.get()).isPositive();
    }

    private static long sum() throws Exception {
        try (Connection connection = DB.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT SUM(n) FROM test.pauses")) {
            row.next();
            return row.getLong(1);
        }
    }

    private ClientOptions options() {
        ClientListener counting = new ClientListener() {
            @Override
            public void opened(Endpoint endpoint) {
                connections.incrementAndGet();
            }

            @Override
            public void drained(String why) {
                drained.incrementAndGet();
            }
        };
        return Options.of("pausing", DB.dataSource(), counting);
    }
}
