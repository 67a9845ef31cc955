// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.export.SslMode;
import org.testcontainers.images.builder.Transferable;

/**
 * The TLS that each server offers and none requires. Connector/J 4 encrypts unless its URL says otherwise, and refuses a
 * server without TLS or with a certificate that it cannot verify.
 */
final class ServerTls {
    /** One for all servers of this JVM, so that an address that moves from server to server can be verified. */
    private static final SelfSignedCertificate OWN = SelfSignedCertificate.of("localhost", "127.0.0.1");

    private static final String CONTAINER_FOLDER = "/etc/handlersocket-testkit/";
    private static final boolean DRIVER_ENCRYPTS = driverEncrypts();

    private ServerTls() {}

    private static boolean driverEncrypts() {
        try {
            return Objects.requireNonNull(Configuration.parse("jdbc:mariadb://localhost/"))
                            .sslMode()
                    != SslMode.DISABLE;
        } catch (SQLException e) {
            throw new IllegalStateException("the JDBC driver does not parse a plain URL", e);
        }
    }

    static void write(Path folder) throws IOException {
        Folders.writePrivately(certificate(folder), OWN.pem());
        Folders.writePrivately(key(folder), OWN.keyPem());
    }

    static Path certificate(Path folder) {
        return folder.resolve("certificate.pem");
    }

    private static Path key(Path folder) {
        return folder.resolve("key.pem");
    }

    static Map<String, String> settings(Path folder) {
        return Map.of(
                "ssl-cert",
                certificate(folder).toString(),
                "ssl-key",
                key(folder).toString());
    }

    /** What a URL needs so that the driver's default, whatever it is, reaches the server of this folder. */
    static Map<String, String> urlParameters(Path folder) {
        return DRIVER_ENCRYPTS ? Map.of("serverSslCert", certificate(folder).toString()) : Map.of();
    }

    static Map<String, String> containerSettings() {
        return Map.of("ssl-cert", CONTAINER_FOLDER + "certificate.pem", "ssl-key", CONTAINER_FOLDER + "key.pem");
    }

    /** The server of an image runs as a user of its own, which must be able to read the key. */
    static Map<String, Transferable> containerFiles() {
        return Map.of(
                CONTAINER_FOLDER + "certificate.pem", Transferable.of(OWN.pem(), 0444),
                CONTAINER_FOLDER + "key.pem", Transferable.of(OWN.keyPem(), 0444));
    }

    /** Encrypted, but not verified: the address of a container's host is not known before. */
    static Map<String, String> containerUrlParameters() {
        return DRIVER_ENCRYPTS ? Map.of("sslMode", "trust") : Map.of();
    }
}
