// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server's TLS: for a driver that wants it, by default or by {@code sslMode}, and only where the certificate fits. */
class EncryptedSqlIT {
    @RegisterExtension
    static final HandlerSocketMariaDB db = new HandlerSocketMariaDB().withProcessControl();

    private static String cipher(String host, String parameters) {
        String url = "jdbc:mariadb://" + host + ":" + db.getMappedPort(3306) + "/test" + parameters;
        return new Sql(url, "test", "test")
                .value("SELECT variable_value FROM information_schema.session_status"
                        + " WHERE variable_name = 'Ssl_cipher'");
    }

    @Test
    void theUrlServesAsItIs() throws SQLException {
        try (Connection connection = DriverManager.getConnection(db.getJdbcUrl(), "test", "test")) {
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void encryptsForEachMode(String host) {
        assertThat(cipher(host, "?sslMode=disable")).isEmpty();
        assertThat(cipher(host, "?sslMode=trust")).startsWith("TLS_");
        String trusted = "&serverSslCert=" + db.certificate();
        assertThat(cipher(host, "?sslMode=verify-ca" + trusted)).startsWith("TLS_");
        assertThat(cipher(host, "?sslMode=verify-full" + trusted)).startsWith("TLS_");
    }

    @Test
    void anotherCertificateIsRefused(@TempDir Path folder) throws Exception {
        Path other = Files.writeString(
                folder.resolve("other.pem"),
                SelfSignedCertificate.of("localhost").pem());
        assertThatThrownBy(() -> cipher("localhost", "?sslMode=verify-full&serverSslCert=" + other))
                .hasMessageContaining("PKIX");
    }

    @Test
    void aDriverThatRefusesEndsTheStartWithItsOwnSentence(@TempDir Path folder) {
        boolean encrypts = !ServerTls.urlParameters(folder).isEmpty();
        HandlerSocketMariaDB refusing = new HandlerSocketMariaDB()
                .withProcessControl()
                .withServerArguments(encrypts ? "--skip-ssl" : "--require-secure-transport=ON");
        assertThatThrownBy(refusing::start)
                .asString()
                .containsPattern(encrypts ? "ssl not enabled in the server" : "Access denied|insecure transport")
                .contains("mariadbd runs, but no connection is made");
    }
}
