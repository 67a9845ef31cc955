// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClientBuilder;
import javax.net.ssl.SSLParameters;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;

/** Applies an SSL bundle to a client's builder. */
final class TlsOptions {

    private TlsOptions() {}

    static void apply(
            HandlerSocketProperties.Ssl ssl, ObjectProvider<SslBundles> bundles, HandlerSocketClientBuilder builder) {
        String bundle = ssl.bundle();
        if (bundle == null || bundle.isBlank()) {
            return;
        }
        SslBundles all = bundles.getObject();
        // An update brings new certificates; ciphers and protocols are properties, which stay as they are.
        SslOptions options = all.getBundle(bundle).getOptions();
        SSLParameters parameters = new SSLParameters();
        parameters.setCipherSuites(options.getCiphers());
        parameters.setProtocols(options.getEnabledProtocols());
        builder.tls(new BundleContext(bundle, all)).tlsParameters(parameters);
    }
}
