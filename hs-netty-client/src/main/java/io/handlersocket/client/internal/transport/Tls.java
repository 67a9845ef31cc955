// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.Endpoint;
import java.util.Objects;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The TLS settings of connections to a terminator in front of the port; HandlerSocket itself does not support TLS.
 * Without parameters, those of the context hold. The certificate must name the host if so told.
 */
public record Tls(Supplier<SSLContext> context, @Nullable SSLParameters parameters, boolean verifyHostname) {

    /** Makes the engine of one connection; throws what the supplier throws, or if the context lacks the parameters. */
    public SSLEngine engine(Endpoint endpoint) {
        SSLContext current = Objects.requireNonNull(context.get(), "tls: the supplier returned no SSLContext");
        SSLEngine engine = current.createSSLEngine(endpoint.host(), endpoint.port());
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
