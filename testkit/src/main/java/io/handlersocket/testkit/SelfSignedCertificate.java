// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key on the curve P-256 and a certificate that signed itself, which is also its own authority. It is valid for a
 * year. Immutable. The JDK has no public class that makes a certificate, so this one writes the DER of RFC 5280.
 */
public final class SelfSignedCertificate {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String ALIAS = "own";
    private static final String EC_WITH_SHA256 = "1.2.840.10045.4.3.2";
    private static final int SEQUENCE = 0x30;

    private final KeyPair keys;
    private final Certificate certificate;

    private SelfSignedCertificate(KeyPair keys, Certificate certificate) {
        this.keys = keys;
        this.certificate = certificate;
    }

    /** Makes a key and a certificate for these host names and IP addresses of the server, at least one. */
    public static SelfSignedCertificate of(String... names) {
        if (names.length == 0) {
            throw new IllegalArgumentException("names: none (expected at least one)");
        }
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            KeyPair keys = generator.generateKeyPair();
            byte[] content = content(keys, names);
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(content);
            byte[] signed = der(SEQUENCE, content, algorithm(), bits(signature.sign()));
            Certificate certificate =
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(signed));
            return new SelfSignedCertificate(keys, certificate);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("no certificate for " + List.of(names), e);
        }
    }

    /** What is signed: version 3, serial, algorithm, issuer, validity, subject, key, extensions. */
    private static byte[] content(KeyPair keys, String... names) throws IOException {
        byte[] name = der(
                SEQUENCE,
                der(0x31, der(SEQUENCE, identifier("2.5.4.3"), der(0x0c, names[0].getBytes(StandardCharsets.UTF_8)))));
        Instant now = Instant.now();
        byte[][] alternatives = new byte[names.length][];
        for (int i = 0; i < names.length; i++) {
            alternatives[i] = isAddress(names[i])
                    ? der(0x87, InetAddress.getByName(names[i]).getAddress())
                    : der(0x82, names[i].getBytes(StandardCharsets.US_ASCII));
        }
        byte[] authority = extension("2.5.29.19", der(SEQUENCE, der(0x01, new byte[] {(byte) 0xff})));
        return der(
                SEQUENCE,
                der(0xa0, integer(BigInteger.TWO)),
                integer(new BigInteger(64, new SecureRandom()).setBit(64)),
                algorithm(),
                name,
                // The clocks of two machines differ.
                der(SEQUENCE, time(now.minus(1, ChronoUnit.HOURS)), time(now.plus(365, ChronoUnit.DAYS))),
                name,
                keys.getPublic().getEncoded(),
                der(0xa3, der(SEQUENCE, authority, extension("2.5.29.17", der(SEQUENCE, alternatives)))));
    }

    private static boolean isAddress(String name) {
        return name.contains(":") || name.matches("[0-9.]+");
    }

    private static byte[] extension(String identifier, byte[] value) throws IOException {
        return der(SEQUENCE, identifier(identifier), der(0x04, value));
    }

    private static byte[] algorithm() throws IOException {
        return der(SEQUENCE, identifier(EC_WITH_SHA256));
    }

    private static byte[] integer(BigInteger value) throws IOException {
        return der(0x02, value.toByteArray());
    }

    private static byte[] bits(byte[] value) throws IOException {
        return der(0x03, new byte[] {0}, value);
    }

    private static byte[] time(Instant moment) throws IOException {
        String text = DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'")
                .withZone(ZoneOffset.UTC)
                .format(moment);
        // UTCTime, whose years have two digits: it ends in 2049.
        return der(0x17, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] identifier(String dotted) throws IOException {
        String[] arcs = dotted.split("\\.", -1);
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        value.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            int arc = Integer.parseInt(arcs[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (arc >> shift != 0) {
                    value.write(0x80 | (arc >> shift & 0x7f));
                }
            }
            value.write(arc & 0x7f);
        }
        return der(0x06, value.toByteArray());
    }

    private static byte[] der(int tag, byte[]... contents) throws IOException {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        for (byte[] content : contents) {
            value.write(content);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (value.size() < 0x80) {
            out.write(value.size());
        } else {
            byte[] length = BigInteger.valueOf(value.size()).toByteArray();
            int skipped = length[0] == 0 ? 1 : 0;
            out.write(0x80 | length.length - skipped);
            out.write(length, skipped, length.length - skipped);
        }
        value.writeTo(out);
        return out.toByteArray();
    }

    /** Returns a server's context, which has the key and the certificate. */
    public SSLContext serverContext() {
        try {
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, null);
            own.setKeyEntry(ALIAS, keys.getPrivate(), PASSWORD, new Certificate[] {certificate});
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(own, PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("no TLS context of a server", e);
        }
    }

    /** Returns a client's context, which trusts this certificate and no other. */
    public SSLContext clientContext() {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(ALIAS, certificate);
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("no TLS context of a client", e);
        }
    }

    /** Returns the certificate in PEM, without the key. */
    public String pem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no PEM of the certificate", e);
        }
    }

    /** Returns the key in PEM, PKCS #8, not encrypted. */
    public String keyPem() {
        return pem("PRIVATE KEY", keys.getPrivate().getEncoded());
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + label
                + "-----\n";
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "SelfSignedCertificate";
    }
}
