// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.Endpoint;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * How connections are encrypted, for a terminator in front of the port: HandlerSocket itself speaks no TLS.
 *
 * @param context whom to trust, and who we are
 * @param parameters protocols and cipher suites; null for the context's own
 * @param verifyHostname whether the certificate must be one for the host that is connected to
 */
public record Tls(SSLContext context, @Nullable SSLParameters parameters, boolean verifyHostname) {

    /** One connection's end. */
    SSLEngine engine(Endpoint endpoint) {
        SSLEngine engine = context.createSSLEngine(endpoint.host(), endpoint.port());
        engine.setUseClientMode(true);
        if (parameters != null) {
            engine.setSSLParameters(parameters);
        }
        SSLParameters effective = engine.getSSLParameters();
        effective.setEndpointIdentificationAlgorithm(verifyHostname ? "HTTPS" : "");
        engine.setSSLParameters(effective);
        return engine;
    }
}
