// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

/** Read back and used by the JDK, which checks the structure. */
class SelfSignedCertificateTest {

    @Test
    void isItsOwnAuthorityForItsNames() throws Exception {
        SelfSignedCertificate own = SelfSignedCertificate.of("db.example.com", "localhost", "127.0.0.1", "::1");
        X509Certificate read = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(own.pem().getBytes(US_ASCII)));
        read.verify(read.getPublicKey());
        read.checkValidity();
        assertThatThrownBy(() -> read.checkValidity(Date.from(Instant.now().plus(Duration.ofDays(366)))))
                .hasMessageContaining("NotAfter");
        assertThat(read.getVersion()).isEqualTo(3);
        assertThat(read.getBasicConstraints()).as("an authority").isGreaterThan(0);
        assertThat(read.getSubjectX500Principal().getName()).isEqualTo("CN=db.example.com");
        assertThat(read.getIssuerX500Principal()).isEqualTo(read.getSubjectX500Principal());
        assertThat(read.getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(
                        List.of(2, "db.example.com"),
                        List.of(2, "localhost"),
                        List.of(7, "127.0.0.1"),
                        List.of(7, "0:0:0:0:0:0:0:1"));
        assertThat(own.toString()).doesNotContain("KEY");
        assertThatThrownBy(SelfSignedCertificate::of).hasMessageContaining("at least one");
    }

    @Test
    void onlyTheOwnContextTrustsIt() throws Exception {
        SelfSignedCertificate own = SelfSignedCertificate.of("127.0.0.1");
        for (int i = 0; i < 8; i++) {
            // Lengths of signature and serial number differ.
            assertThat(greeting(own, SelfSignedCertificate.of("127.0.0.1"))).isEqualTo("PKIX");
        }
        assertThat(greeting(own, own)).isEqualTo("hello");
        SelfSignedCertificate other = SelfSignedCertificate.of("other.example.com");
        assertThat(greeting(other, other)).isEqualTo("name");
    }

    private static String greeting(SelfSignedCertificate server, SelfSignedCertificate trusted) throws Exception {
        try (SSLServerSocket listening = (SSLServerSocket) server.serverContext()
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> served = CompletableFuture.runAsync(() -> {
                try (SSLSocket accepted = (SSLSocket) listening.accept()) {
                    accepted.getOutputStream().write("hello".getBytes(US_ASCII));
                } catch (java.io.IOException refused) {
                    // The client says why.
                }
            });
            try (SSLSocket client = (SSLSocket)
                    trusted.clientContext().getSocketFactory().createSocket("127.0.0.1", listening.getLocalPort())) {
                SSLParameters parameters = client.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                client.setSSLParameters(parameters);
                return new String(client.getInputStream().readAllBytes(), US_ASCII);
            } catch (SSLException e) {
                return String.valueOf(e.getMessage()).contains("PKIX") ? "PKIX" : "name";
            } finally {
                served.join();
            }
        }
    }
}
