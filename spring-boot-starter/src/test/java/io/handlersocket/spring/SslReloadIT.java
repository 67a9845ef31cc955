// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.actuate.LoadReport;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.SelfSignedCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** The certificates of an SSL bundle change in their file while the application runs. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(120)
class SslReloadIT {

    private static final Duration AT_MOST = Duration.ofSeconds(30);

    @Test
    void newConnectionsUseTheReloadedBundle(@TempDir Path folder, CapturedOutput output) throws Exception {
        SelfSignedCertificate first = SelfSignedCertificate.of("localhost");
        SelfSignedCertificate second = SelfSignedCertificate.of("localhost");
        Path trusted = Files.writeString(folder.resolve("trusted.pem"), first.pem());
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        server.start();
        PlayerApplication.createTable(server);
        try (RenewedTerminator terminator = new RenewedTerminator(server.readPort(), first.serverContext());
                ConfigurableApplicationContext context = PlayerApplication.on(
                                server,
                                "handlersocket.host=localhost",
                                "handlersocket.port=" + terminator.port(),
                                "handlersocket.ssl.bundle=front",
                                "spring.ssl.bundle.pem.front.truststore.certificate=file:" + trusted,
                                "spring.ssl.bundle.pem.front.reload-on-update=true",
                                "spring.ssl.bundle.watch.file.quiet-period=100ms")
                        .initializers(PlayerApplication.patient())
                        .run()) {
            HandlerSocketEndpoint endpoint = context.getBean(HandlerSocketEndpoint.class);
            Players players = context.getBean(Players.class);
            await().atMost(AT_MOST).until(() -> isFast(endpoint));

            terminator.present(second.serverContext());
            Files.writeString(trusted, second.pem());
            await().atMost(AT_MOST).until(() -> output.getOut().contains("the SSL bundle front has changed: new"));
            long fast = fastLoads(endpoint);
            await("open connections stay").until(() -> {
                assertThat(players.findById(7L)).isPresent();
                return fastLoads(endpoint) > fast;
            });

            terminator.cutAll();
            await().atMost(AT_MOST).until(() -> terminator.handshakes() > 0 && isFast(endpoint));
            assertThat(output).doesNotContain("PKIX", "may be in use by a technology");

            Files.writeString(trusted, "-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----\n");
            await().atMost(AT_MOST).until(() -> output.getOut().contains("front has changed and cannot be used"));
            terminator.cutAll();
            await().atMost(AT_MOST).until(() -> terminator.handshakes() > 0 && isFast(endpoint));

            // What the terminator presents is checked: the first certificate is no longer trusted.
            terminator.present(first.serverContext());
            terminator.cutAll();
            await().atMost(AT_MOST).until(() -> output.getOut().contains("PKIX"));
            assertThat(players.findById(7L)).as("JDBC answers").isPresent();
            assertThat(terminator.handshakes()).isZero();
        }
    }

    private static boolean isFast(HandlerSocketEndpoint endpoint) {
        return endpoint.entities().stream().anyMatch(plan -> plan.route() == Route.HANDLERSOCKET);
    }

    private static long fastLoads(HandlerSocketEndpoint endpoint) {
        return endpoint.loads().stream().mapToLong(LoadReport::handlerSocket).sum();
    }
}
