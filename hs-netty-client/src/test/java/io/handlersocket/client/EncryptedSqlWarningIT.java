// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.SelfSignedCertificate;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.MariaDbDataSource;

/** SQL is encrypted and HandlerSocket is not: one WARN says so, unless nothing of it leaves the machine. */
@Timeout(60)
class EncryptedSqlWarningIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    /** 127.0.0.1, written so that the client takes it for an address like any other. */
    private static final String OTHER_ADDRESS = "::ffff:127.0.0.1";

    @BeforeAll
    static void table() {
        DB.execute("CREATE OR REPLACE TABLE test.warned (id INT PRIMARY KEY)", "INSERT INTO test.warned VALUES (1)");
    }

    private static List<String> warnings(String sslMode, UnaryOperator<HandlerSocketClientBuilder> options)
            throws Exception {
        MariaDbDataSource source = new MariaDbDataSource(DB.jdbcUrl("user=test&password=test&sslMode=" + sslMode));
        try (Logs logs = new Logs();
                HandlerSocketClient client = options.apply(PatientClient.builder()
                                .name("warned")
                                .dataSource(source)
                                .port(DB.readPort()))
                        .build()) {
            client.firstAttempt().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(PatientClient.index(client, "warned").find(1)).isPresent();
            return logs.lines(Level.WARN);
        }
    }

    @Test
    void lookupsToAnotherHostAreWarnedOfOnce() throws Exception {
        assertThat(warnings("trust", client -> client.host(OTHER_ADDRESS)))
                .singleElement()
                .asString()
                .contains("SQL is encrypted", OTHER_ADDRESS, "option tls");
    }

    @Test
    void bothAsPlainTextAreNot() throws Exception {
        assertThat(warnings("disable", client -> client.host(OTHER_ADDRESS))).isEmpty();
    }

    @Test
    void lookupsWithinTheMachineAreNot() throws Exception {
        assertThat(warnings("trust", client -> client.host("127.0.0.1"))).isEmpty();
    }

    @Test
    void encryptedLookupsAreNot(@TempDir Path folder) throws Exception {
        SelfSignedCertificate own = SelfSignedCertificate.of("localhost");
        try (TlsTerminator terminator = TlsTerminator.before(DB.readPort(), own, folder)) {
            assertThat(warnings(
                            "trust",
                            client -> client.host(OTHER_ADDRESS)
                                    .port(terminator.port())
                                    .tls(own.clientContext())
                                    .withoutTlsHostnameVerification()))
                    .isEmpty();
        }
    }
}
