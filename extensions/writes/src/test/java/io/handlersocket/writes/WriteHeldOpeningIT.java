// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.ViewSwap;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A view takes the place of a table while the write port opens it. The server is this test's own. */
@Timeout(120)
class WriteHeldOpeningIT {

    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB().withWritePort();

    @BeforeAll
    static void start() {
        DB.start();
    }

    @AfterAll
    static void stop() {
        DB.stop();
    }

    @Test
    void anOpeningOnTheWritePortKeepsItsHold() {
        try (ViewSwap swap = new ViewSwap(DB)) {
            try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.writePort());
                    HandlerSocketClient client = HandlerSocketClient.builder()
                            .name("held")
                            .connectTimeout(Duration.ofSeconds(30))
                            .dataSource(DB.dataSource())
                            .build()) {
                HandlerSocketWrites writes = HandlerSocketWrites.of(
                        client, WriteOptions.DEFAULTS.withPort(proxy.port()).withTimeout(Duration.ofSeconds(10)));
                WriteIndex other = writes.index(new TableName("test", "other"));
                WriteIndex swapped = writes.index(new TableName("test", "swapped"));
                await().until(() -> System.currentTimeMillis() % 5_000 < 1_000); // all writers have just paused
                assertThat(other.write(Write.insert(Map.of("id", 2, "v", 1)))).isInstanceOf(WriteResult.Applied.class);
                swap.assertHeld(
                        swap.renameBetween(proxy, () -> swapped.writeAsync(Write.insert(Map.of("id", 2, "v", 1)))));
            }
            assertThat(swap.run()).as("nothing is left").isZero();
        }
    }
}
