// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Key;
import io.handlersocket.client.Patience;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.LineProxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The read port and the write port have different secrets, and each port receives only its own. */
@Timeout(60)
class SecretsIT {

    private static final HandlerSocketMariaDB DB = WritableServer.shared();
    private static final TableName TABLE = new TableName("test", "two_secrets");

    private LineProxy reads;
    private LineProxy writes;

    @BeforeAll
    static void createTable() {
        assertThat(DB.readSecret()).isNotEmpty().isNotEqualTo(DB.writeSecret());
        assertThat(DB.writeSecret()).isNotEmpty();
        DB.execute("CREATE OR REPLACE TABLE test.two_secrets (id INT PRIMARY KEY, n INT NOT NULL)");
    }

    @BeforeEach
    void listen() {
        DB.execute("DELETE FROM test.two_secrets", "INSERT INTO test.two_secrets VALUES (1, 10)");
        reads = new LineProxy(DB.getHost(), DB.readPort());
        writes = new LineProxy(DB.getHost(), DB.writePort());
    }

    @AfterEach
    void close() {
        reads.close();
        writes.close();
    }

    private HandlerSocketClientBuilder builder() {
        return PatientClient.builder()
                .dataSource(DB.dataSource())
                .host("127.0.0.1")
                .port(reads.port());
    }

    private HandlerSocketWrites writes(HandlerSocketClient client, WriteOptions options) {
        return HandlerSocketWrites.of(client, options.withPort(writes.port()).withTimeout(Duration.ofSeconds(5)));
    }

    private static List<String> authentications(LineProxy proxy) {
        return proxy.lines().stream().filter(line -> line.startsWith("A\t")).toList();
    }

    private void readAndWrite(HandlerSocketClientBuilder builder, WriteOptions options) {
        try (HandlerSocketClient client = builder.build()) {
            Index index = client.index(IndexSpec.primary("test", "two_secrets"));
            assertThat(index.find(1)).isPresent(); // over a direct connection
            assertThat(index.findAsync(1).toCompletableFuture().join()).isPresent(); // over a shared one
            WriteIndex writer = writes(client, options).index(TABLE);
            assertThat(Patience.answer(() -> writer.write(Write.update(Key.of(1), Map.of("n", 11)))
                                    .orThrow())
                            .rows())
                    .isEqualTo(1);
            client.drain();
            client.resume();
            assertThat(Patience.answer(() -> writer.write(Write.update(Key.of(1), Map.of("n", 12)))
                                    .orThrow())
                            .rows())
                    .isEqualTo(1);
        }
        assertThat(authentications(reads)).hasSizeGreaterThan(1).containsOnly("A\t1\t" + DB.readSecret());
        assertThat(authentications(writes)).isNotEmpty().containsOnly("A\t1\t" + DB.writeSecret());
        assertThat(reads.lines()).noneMatch(line -> line.contains(DB.writeSecret()));
        assertThat(writes.lines()).noneMatch(line -> line.contains(DB.readSecret()));
    }

    @Test
    void thoseOfTheServerAreUsed() {
        readAndWrite(builder(), WriteOptions.DEFAULTS);
    }

    @Test
    void thoseOfTheOptionsAreUsed() {
        readAndWrite(builder().secret(DB.readSecret()), WriteOptions.DEFAULTS.withSecret(DB.writeSecret()));
    }

    @Test
    void oneOfTheOptionsLeavesTheOtherToTheServer() {
        readAndWrite(builder().secret(DB.readSecret()), WriteOptions.DEFAULTS);
    }

    @Test
    void aRefusedSecretIsNotReplacedByTheOther() {
        try (HandlerSocketClient client = builder().build()) {
            WriteIndex writer = writes(client, WriteOptions.DEFAULTS.withSecret("wrong-for-writes"))
                    .index(TABLE);
            Patience.awaitFailure( // while SQL does not answer, the secret is not tried
                    () -> writer.write(Write.update(Key.of(1), Map.of("n", 13))).orThrow(), failure -> {
                        assertThat(failure).hasMessageNotContaining("wrong-for-writes");
                        return String.valueOf(failure.getMessage()).contains("unauth");
                    });
            assertThat(client.index(IndexSpec.primary("test", "two_secrets")).find(1))
                    .get()
                    .extracting(row -> row.getInt("n"))
                    .isEqualTo(10);
        }
        assertThat(authentications(writes)).isNotEmpty().containsOnly("A\t1\twrong-for-writes");

        try (HandlerSocketClient client = builder().secret("wrong-for-reads").build()) {
            assertThatThrownBy(() -> client.index(IndexSpec.primary("test", "two_secrets")))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageNotContaining("wrong-for-reads");
        }
        assertThat(authentications(reads))
                .contains("A\t1\twrong-for-reads")
                .allMatch(line -> line.endsWith(DB.readSecret()) || line.endsWith("wrong-for-reads"));
    }
}
