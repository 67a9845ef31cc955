// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.Key;
import io.handlersocket.client.WritableServer;
import io.handlersocket.client.Write;
import io.handlersocket.client.WriteIndex;
import io.handlersocket.client.WriteOptions;
import io.handlersocket.client.WriteResult;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
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

/** The moment at which a busy writer lets others pass costs no write. */
class WriteBreathIT {

    private static final HandlerSocketMariaDB DB = WritableServer.shared();
    private static final int BREATHS = 30;
    private static final int THREADS = 4;

    private final AtomicInteger connections = new AtomicInteger();

    @Test
    void everyWriteIsAppliedAcrossManyBreaths() throws Exception {
        DB.execute(
                "CREATE OR REPLACE TABLE test.breaths (id INT PRIMARY KEY, n INT NOT NULL)",
                "INSERT INTO test.breaths SELECT seq, 0 FROM seq_1_to_" + THREADS);
        WriteOptions writes = WriteOptions.DEFAULTS.withTimeout(Duration.ofSeconds(5));
        AtomicLong sent = new AtomicLong();
        try (WritePort port = new WritePort(options(writes), writes, 20)) {
            port.start();
            WriteIndex counter =
                    port.open(new TableName("test", "breaths"), "PRIMARY").get(10, TimeUnit.SECONDS);
            List<CompletableFuture<Void>> threads = new ArrayList<>();
            for (int i = 1; i <= THREADS; i++) {
                Key key = Key.of(i);
                threads.add(CompletableFuture.runAsync(() -> {
                    while (connections.get() <= BREATHS) {
                        WriteResult result = counter.write(Write.increment(key, "n", 1));
                        assertThat(result).isInstanceOf(WriteResult.Applied.class);
                        sent.incrementAndGet();
                    }
                }));
            }
            CompletableFuture.allOf(threads.toArray(new CompletableFuture<?>[0]))
                    .get(60, TimeUnit.SECONDS);
        }
        assertThat(sum()).isEqualTo(sent.get());
    }

    private static long sum() throws Exception {
        try (Connection connection = DB.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT SUM(n) FROM test.breaths")) {
            row.next();
            return row.getLong(1);
        }
    }

    private ClientOptions options(WriteOptions writes) {
        ClientListener counting = new ClientListener() {
            @Override
            public void opened(Endpoint endpoint) {
                connections.incrementAndGet();
            }
        };
        return Options.of("breathing", DB.dataSource(), writes, counting);
    }
}
