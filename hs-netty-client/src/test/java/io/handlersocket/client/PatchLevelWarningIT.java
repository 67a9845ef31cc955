// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A server whose plugin has no secret, as older patch levels have by default: it is used, and one WARN says what to
 * do.
 */
@Timeout(120)
class PatchLevelWarningIT {

    private static final HandlerSocketMariaDB DB =
            new HandlerSocketMariaDB().withProcessControl().withSecrets("", "");

    @BeforeAll
    static void start() {
        DB.start();
        DB.execute("CREATE TABLE item (id INT PRIMARY KEY, v INT)", "INSERT INTO item VALUES (1, 2)");
    }

    @AfterAll
    static void stop() {
        DB.stop();
    }

    private static HandlerSocketClientBuilder builder(HandlerSocketMariaDB db) {
        return PatientClient.builder().name("patched").dataSource(db.dataSource());
    }

    private static List<String> aboutTheSecret(Logs logs) {
        return logs.linesOfAnyServer(Level.WARN).stream()
                .filter(line -> line.contains("handlersocket_plain_secret"))
                .toList();
    }

    @Test
    void aServerWithoutASecretIsReadAndWarnedOfOnceForEachStart() {
        assertThat(DB.readSecret()).isEmpty();
        try (Logs logs = new Logs();
                HandlerSocketClient client = builder(DB).build()) {
            assertThat(PatientClient.index(client, "item").find(1).orElseThrow().intAt(1))
                    .isEqualTo(2);
            client.drain();
            client.resume();
            assertThat(PatientClient.index(client, "item").find(1)).isPresent();
            assertThat(aboutTheSecret(logs))
                    .singleElement()
                    .asString()
                    .contains("patched: ", "is empty", "my.cnf", "handlersocket_plain_secret=");
            DB.restart();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(aboutTheSecret(logs)).hasSize(2));
            assertThat(PatientClient.index(client, "item").find(1)).isPresent();
        }
    }

    @Test
    void theHandshakeOfAClientThatIsGivenAnEmptySecretWorks() {
        try (HandlerSocketClient client =
                builder(DB).host(DB.getHost()).port(DB.readPort()).secret("").build()) {
            assertThat(PatientClient.index(client, "item").find(1)).isPresent();
        }
    }

    @Test
    void aClientThatIsGivenASecretTheServerHasNotSaysSo() throws Exception {
        try (HandlerSocketClient client = builder(DB).secret("not-there").build()) {
            ClientSnapshot snapshot =
                    client.firstAttempt().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(snapshot.state()).isEqualTo(ClientState.UNREACHABLE);
            assertThat(snapshot.reason()).contains("authentication", "unauth");
        }
    }

    @Test
    void aSecretIsNoReasonToWarn() throws Exception {
        HandlerSocketMariaDB other = new HandlerSocketMariaDB().withSecrets("sesame", "");
        other.start();
        try (Logs logs = new Logs();
                HandlerSocketClient client = builder(other).build()) {
            client.firstAttempt().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
            assertThat(aboutTheSecret(logs)).isEmpty();
        } finally {
            other.stop();
        }
    }

    /** Requests.MAX_KEY_VALUES: the plugin takes a key of 32 values for an empty one, and crashes. */
    @Test
    void anIndexOf31PartsIsReadAndOneOf32IsRefusedBeforeItIsOpened() {
        String columns = IntStream.rangeClosed(1, 33)
                .mapToObj(i -> "c" + i + " TINYINT NOT NULL")
                .collect(Collectors.joining(", "));
        DB.execute(
                "CREATE TABLE wide (" + columns + ", UNIQUE KEY k31 (" + parts(31) + "), UNIQUE KEY k32 (" + parts(32)
                        + "))",
                "INSERT INTO wide VALUES (" + numbers("0") + ")",
                "INSERT INTO wide VALUES (" + numbers("i") + ")");
        assertThatThrownBy(() -> DB.execute("ALTER TABLE wide ADD UNIQUE KEY k33 (" + parts(33) + ")"))
                .hasMessageContaining("32 parts");
        Object[] key = IntStream.rangeClosed(1, 31).boxed().toArray();
        try (HandlerSocketClient client = builder(DB).build()) {
            TableName wide = new TableName("test", "wide");
            Index index = client.index(new IndexSpec(wide, "k31", List.of()));
            assertThat(index.find(key).orElseThrow().intAt(32)).isEqualTo(33);
            assertThatThrownBy(() -> client.index(new IndexSpec(wide, "k32", List.of())))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("k32 has 32 parts");
            assertThat(index.find(key)).isPresent();
        }
    }

    private static String numbers(String each) {
        return IntStream.rangeClosed(1, 33)
                .mapToObj(i -> each.equals("i") ? Integer.toString(i) : each)
                .collect(Collectors.joining(", "));
    }

    private static String parts(int number) {
        return IntStream.rangeClosed(1, number).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
    }
}
