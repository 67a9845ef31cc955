// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClientBuilder;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.util.StringUtils;

/** Applies an SSL bundle to a client's builder. */
final class TlsOptions {

    private TlsOptions() {}

    static void apply(
            HandlerSocketProperties.Ssl ssl, ObjectProvider<SslBundles> bundles, HandlerSocketClientBuilder builder) {
        if (!ssl.isOn()) {
            return;
        }
        if (StringUtils.hasText(ssl.bundle())) {
            SslBundles all = bundles.getObject();
            // An update brings new certificates; ciphers and protocols are properties, which stay as they are.
            SslOptions options = all.getBundle(ssl.bundle()).getOptions();
            SSLParameters parameters = new SSLParameters();
            parameters.setCipherSuites(options.getCiphers());
            parameters.setProtocols(options.getEnabledProtocols());
            builder.tls(new BundleContext(ssl.bundle(), all)).tlsParameters(parameters);
        } else {
            builder.tls(defaultContext());
        }
        if (!ssl.verifyHostname()) {
            builder.withoutTlsHostnameVerification();
        }
    }

    private static SSLContext defaultContext() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no default TLS context", e);
        }
    }
}
