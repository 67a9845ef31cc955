// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for {@code localhost} that signed itself, made by the JDK's tool. */
final class Certificate {

    private static final char[] PASSWORD = "changeit".toCharArray();

    private final Path folder;
    private final KeyStore own;

    private Certificate(Path folder, KeyStore own) {
        this.folder = folder;
        this.own = own;
    }

    static Certificate forLocalhost(Path folder) throws Exception {
        Path file = folder.resolve("own.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "own",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost",
                        "-validity",
                        "2",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD)))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IllegalStateException(Files.readString(folder.resolve("keytool.log")));
        }
        KeyStore own = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            own.load(in, PASSWORD);
        }
        return new Certificate(folder, own);
    }

    /** A context that has the certificate. */
    SSLContext server() throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** A context that trusts the certificate and no other. */
    SSLContext client() throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("own", own.getCertificate("own"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /** Certificate and key as one PEM file. */
    Path pem() throws GeneralSecurityException, IOException {
        Base64.Encoder base64 = Base64.getMimeEncoder(64, new byte[] {'\n'});
        return Files.writeString(
                folder.resolve("own.pem"),
                "-----BEGIN PRIVATE KEY-----\n"
                        + base64.encodeToString(own.getKey("own", PASSWORD).getEncoded())
                        + "\n-----END PRIVATE KEY-----\n-----BEGIN CERTIFICATE-----\n"
                        + base64.encodeToString(own.getCertificate("own").getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
    }
}
