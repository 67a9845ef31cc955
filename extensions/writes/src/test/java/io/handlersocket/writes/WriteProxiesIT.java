// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.CloseWait;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.client.Key;
import io.handlersocket.client.Patience;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.TlsTerminator;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.SelfSignedCertificate;
import io.handlersocket.testkit.TcpProxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Something stands between the client and the write port. */
@Timeout(600)
class WriteProxiesIT {

    private static final HandlerSocketMariaDB DB = WritableServer.shared();
    private static final int BYTES = 16 * 1024;

    private static HandlerSocketClientBuilder builder() {
        return PatientClient.builder().name("proxied").dataSource(DB.dataSource());
    }

    private static TableName table(String name, String row) {
        DB.execute(
                "CREATE OR REPLACE TABLE test." + name + " (id INT PRIMARY KEY, v TEXT NOT NULL, n INT NOT NULL)",
                "INSERT INTO test." + name + " VALUES " + row);
        return new TableName("test", name);
    }

    @Test
    void aTerminatorOfTlsForEachPort(@TempDir Path reading, @TempDir Path writing) throws Exception {
        TableName table = table("encrypted_counts", "(1, '', 1)");
        SelfSignedCertificate certificate = SelfSignedCertificate.of("localhost");
        try (TlsTerminator reads = TlsTerminator.before(DB.readPort(), certificate, reading);
                TlsTerminator writePort = TlsTerminator.before(DB.writePort(), certificate, writing);
                HandlerSocketClient client = builder()
                        .host("localhost")
                        .port(reads.port())
                        .requestTimeout(Duration.ofSeconds(10))
                        .connectTimeout(Duration.ofSeconds(5))
                        .tls(certificate.clientContext())
                        .build()) {
            assertThatThrownBy(() -> HandlerSocketWrites.of(client, WriteOptions.DEFAULTS))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("TLS terminator for the write port");
            WriteIndex counts = HandlerSocketWrites.of(
                            client,
                            WriteOptions.DEFAULTS.withPort(writePort.port()).withTimeout(Duration.ofSeconds(5)))
                    .index(table);
            AtomicInteger attempts = new AtomicInteger();
            for (int i = 0; i < 100; i++) {
                written(counts, Write.increment(Key.of(1), "n", 1), attempts);
            }
            assertThat(Patience.answer(() -> client.index("encrypted_counts")
                            .find(1)
                            .orElseThrow()
                            .getInt("n")))
                    .isBetween(101, 1 + attempts.get());
        }
    }

    /** Writes again if a connection that is closed leaves a write unknown: the server may have done it. */
    private static WriteResult.Applied written(WriteIndex index, Write write, AtomicInteger attempts) {
        return Patience.answer(() -> {
            attempts.incrementAndGet();
            return index.write(write).orThrow();
        });
    }

    private static IntStream sizes() {
        return Boolean.getBoolean("limits.full")
                ? IntStream.rangeClosed(1, BYTES)
                : IntStream.concat(
                        IntStream.of(7, 60, 536, 1_220, 1_448, BYTES - 1),
                        IntStream.iterate(97, size -> size < BYTES, size -> size + 997));
    }

    /** Requests and replies arrive in pieces, as through a network with a small path MTU. The text before is in the reply. */
    @Test
    void pieces() {
        TableName table = table("pieces_written", "(1, '', 0)");
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.writePort());
                HandlerSocketClient client = builder().build()) {
            WriteIndex index = HandlerSocketWrites.of(
                            client, WriteOptions.DEFAULTS.withPort(proxy.port()).withTimeout(Duration.ofSeconds(10)))
                    .index(table);
            String before = "";
            for (int size : sizes().toArray()) {
                if (size < 16) { // takes seconds, and must not last until the pause of all writers, every five seconds
                    await().until(() -> System.currentTimeMillis() % 5_000 < 1_000);
                }
                proxy.pieces(size, Duration.ofNanos(20_000));
                String text = size + "w".repeat(BYTES - 100);
                AtomicInteger attempts = new AtomicInteger();
                Object old = written(
                                index,
                                Write.update(Key.of(1), Map.of("v", text)).returningOldRow(),
                                attempts)
                        .oldRow()
                        .orElseThrow()
                        .get("v");
                assertThat(old).isIn(attempts.get() == 1 ? List.of(before) : List.of(before, text));
                before = text;
            }
        }
    }

    /** Whatever the client is doing when the server closes its connection, it soon closes it too. */
    @Test
    void aConnectionThatEnds() {
        CloseWait.assumeKnown();
        TableName table = table("closed", "(1, '', 0)");
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.writePort());
                HandlerSocketClient client = builder().build()) {
            WriteIndex index = HandlerSocketWrites.of(
                            client,
                            WriteOptions.DEFAULTS.withPort(proxy.port()).withIdleTimeout(Duration.ofSeconds(10)))
                    .index(table);
            for (int i = 0; i < 5; i++) {
                Write write = Write.update(Key.of(1), Map.of("n", 7));
                await().ignoreExceptions().until(() -> index.write(write) instanceof WriteResult.Applied);
                proxy.cutAll();
                await().pollDelay(Duration.ofMillis(100))
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> CloseWait.towards(proxy.port()) == 0);
            }
        }
    }
}
