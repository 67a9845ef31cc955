// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate for {@code localhost} that signed itself, made by the JDK's tool. */
final class SelfSigned {

    private static final String PASSWORD = "changeit";

    private final KeyStore keys;

    private SelfSigned(KeyStore keys) {
        this.keys = keys;
    }

    static SelfSigned forLocalhost(Path folder) throws Exception {
        Path file = folder.resolve("own.p12");
        Path log = folder.resolve("keytool.log");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        (keytool + " -genkeypair -alias own -keyalg EC -dname CN=localhost -ext SAN=dns:localhost"
                                        + " -validity 2 -storepass " + PASSWORD + " -keystore " + file)
                                .split(" ", -1))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException(Files.readString(log));
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return new SelfSigned(keys);
    }

    /** A server's context that has the certificate and its key. */
    SSLContext context() throws GeneralSecurityException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    /** The certificate without its key. */
    String pem() throws GeneralSecurityException {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'})
                        .encodeToString(keys.getCertificate("own").getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }
}
