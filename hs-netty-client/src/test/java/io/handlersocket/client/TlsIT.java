// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.SelfSignedCertificate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over TLS, through a terminator in front of the port: shared and direct connections, and what is refused. */
@Timeout(120)
class TlsIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @TempDir
    static Path folder;

    private static SelfSignedCertificate certificate;
    private static TlsTerminator terminator;

    @BeforeAll
    static void terminator() throws Exception {
        certificate = SelfSignedCertificate.of("localhost");
        terminator = TlsTerminator.before(DB.readPort(), certificate, folder);
        DB.execute(
                "CREATE OR REPLACE TABLE test.encrypted (id INT PRIMARY KEY, v LONGBLOB)",
                "INSERT INTO test.encrypted SELECT seq, REPEAT(CHAR(64 + seq % 26), seq) FROM seq_1_to_1000",
                "INSERT INTO test.encrypted VALUES (2000, REPEAT('large', 600000))");
    }

    @AfterAll
    static void stop() throws Exception {
        terminator.close();
    }

    private static HandlerSocketClientBuilder encrypted(String host, SSLContext context) {
        return encrypted(host, () -> context);
    }

    private static HandlerSocketClientBuilder encrypted(String host, Supplier<SSLContext> context) {
        return HandlerSocketClient.builder()
                .name("tls")
                .dataSource(DB.dataSource())
                .host(host)
                .port(terminator.port())
                .requestTimeout(Duration.ofSeconds(10))
                .connectTimeout(Duration.ofSeconds(5))
                .tls(context);
    }

    private static ClientSnapshot attempt(HandlerSocketClient client) throws Exception {
        return client.firstAttempt().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void sharedConnectionsPipelineAndGiveLargeRows() throws Exception {
        try (HandlerSocketClient client = encrypted("localhost", certificate.clientContext())
                .maxDirectConnections(0)
                .build()) {
            Index rows = PatientClient.index(client, "encrypted");
            List<CompletableFuture<Optional<Row>>> found = new ArrayList<>();
            for (int key = 1; key <= 1000; key++) {
                found.add(rows.findAsync(key).toCompletableFuture());
            }
            for (int key = 1; key <= 1000; key++) {
                assertThat(found.get(key - 1).join().orElseThrow().get("v", byte[].class))
                        .hasSize(key)
                        .containsOnly(64 + key % 26);
            }
            assertThat(rows.find(2000).orElseThrow().get("v", byte[].class)).hasSize(3_000_000);
            assertThat(client.snapshot().endpoint().orElseThrow().port()).isEqualTo(terminator.port());
        }
    }

    @Test
    void directConnectionsDoToo() throws Exception {
        try (HandlerSocketClient client = encrypted("localhost", certificate.clientContext())
                .connections(1)
                .build()) {
            Index rows = PatientClient.index(client, "encrypted");
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                assertThat(rows.find(7)).isPresent();
                return client.snapshot().connections() > 1;
            });
            for (int key = 1; key <= 500; key++) {
                assertThat(rows.find(key).orElseThrow().get("v", byte[].class)).hasSize(key);
            }
            assertThat(rows.find(2000).orElseThrow().get("v", byte[].class)).hasSize(3_000_000);
            assertThat(rows.find(2001)).isEmpty();
            assertThat(client.snapshot().reconnects()).isZero();
        }
    }

    @Test
    void eachProtocolVersionServes() throws Exception {
        for (String version : List.of("TLSv1.2", "TLSv1.3")) {
            SSLParameters only = new SSLParameters();
            only.setProtocols(new String[] {version});
            try (HandlerSocketClient client = encrypted("localhost", certificate.clientContext())
                    .tlsParameters(only)
                    .build()) {
                assertThat(PatientClient.index(client, "encrypted").find(1)).isPresent();
            }
        }
    }

    @Test
    void aCertificateForAnotherHostIsRefusedUnlessThatIsWanted() throws Exception {
        try (HandlerSocketClient client =
                encrypted("127.0.0.1", certificate.clientContext()).build()) {
            ClientSnapshot snapshot = attempt(client);
            assertThat(snapshot.state()).isEqualTo(ClientState.UNREACHABLE);
            assertThat(snapshot.reason()).contains("127.0.0.1");
            assertThat(snapshot.connections()).isZero();
        }
        try (HandlerSocketClient client = encrypted("127.0.0.1", certificate.clientContext())
                .withoutTlsHostnameVerification()
                .build()) {
            assertThat(PatientClient.index(client, "encrypted").find(1)).isPresent();
        }
    }

    @Test
    void aCertificateThatNobodyTrustsIsRefused() throws Exception {
        try (HandlerSocketClient client =
                encrypted("localhost", SSLContext.getDefault()).build()) {
            ClientSnapshot snapshot = attempt(client);
            assertThat(snapshot.state()).isEqualTo(ClientState.UNREACHABLE);
            assertThat(snapshot.reason()).contains("PKIX");
        }
    }

    @Test
    void newConnectionsUseTheContextOfThatMoment() throws Exception {
        AtomicReference<SSLContext> newest = new AtomicReference<>(SSLContext.getDefault());
        AtomicInteger asked = new AtomicInteger();
        Supplier<SSLContext> contexts = () -> {
            asked.incrementAndGet();
            return newest.get();
        };
        try (HandlerSocketClient client = encrypted("localhost", contexts)
                .withoutGuard()
                .maxAge(Duration.ofSeconds(2))
                .build()) {
            assertThat(attempt(client).reason()).contains("PKIX");

            newest.set(certificate.clientContext());
            Index rows = Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .ignoreExceptionsInstanceOf(HandlerSocketException.class)
                    .until(
                            () -> client.index("encrypted"),
                            index -> index.find(1).isPresent());

            asked.set(0);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> asked.get() >= client.snapshot().connections());

            newest.set(SSLContext.getDefault());
            asked.set(0);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> asked.get() > 0);
            assertThat(rows.find(1)).as("open connections stay").isPresent();
        }
    }

    @Test
    @SuppressWarnings("NullAway") // a null context is one of the failures
    void aSupplierThatFailsIsAFailureToConnect() throws Exception {
        List<Supplier<SSLContext>> failing = List.of(
                () -> {
                    throw new IllegalStateException("the key is broken");
                },
                () -> null);
        List<String> reasons = new ArrayList<>();
        for (Supplier<SSLContext> contexts : failing) {
            try (HandlerSocketClient client = encrypted("localhost", contexts).build()) {
                ClientSnapshot snapshot = attempt(client);
                assertThat(snapshot.state()).isEqualTo(ClientState.UNREACHABLE);
                reasons.add(snapshot.reason());
            }
        }
        assertThat(reasons.get(0)).contains("the key is broken");
        assertThat(reasons.get(1)).contains("the supplier returned no SSLContext");
    }

    @Test
    void aTerminatorThatEndsIsALostConnectionAndComesBack() throws Exception {
        TlsTerminator own = TlsTerminator.before(DB.readPort(), certificate, folder);
        try (HandlerSocketClient client = encrypted("localhost", certificate.clientContext())
                .port(own.port())
                .connectTimeout(Duration.ofSeconds(1))
                .build()) {
            Index rows = PatientClient.index(client, "encrypted");
            assertThat(rows.find(1)).isPresent();
            own.close();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> client.snapshot().state() == ClientState.UNREACHABLE);
            assertThatThrownBy(() -> rows.find(1)).isInstanceOf(HandlerSocketException.class);
        } finally {
            own.close();
        }
    }

    @Test
    void thePortMustBeNamedBecauseThePluginsOwnSpeaksNoTls() throws Exception {
        HandlerSocketClientBuilder builder =
                HandlerSocketClient.builder().dataSource(DB.dataSource()).tls(certificate.clientContext());
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("tls: no port");
        assertThatThrownBy(() -> builder.port(1).unixSocket("/x").build())
                .as("a file is not encrypted either")
                .isInstanceOf(IllegalStateException.class);
    }
}
