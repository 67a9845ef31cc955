// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.Endpoint;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.util.Objects;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The TLS settings of connections to a terminator in front of the port; HandlerSocket itself does not support TLS.
 *
 * @param context returns the trusted certificates and the client's own for one connection
 * @param parameters protocols and cipher suites; null for those of the context
 * @param verifyHostname whether the certificate must name the host of the endpoint
 */
public record Tls(Supplier<SSLContext> context, @Nullable SSLParameters parameters, boolean verifyHostname) {

    /** DDL waits until the socket is closed, so the client does not wait long for the peer to acknowledge the end. */
    private static final long CLOSE_NOTIFY_MILLIS = 100;

    /**
     * Makes the engine of one connection.
     *
     * @throws RuntimeException what the supplier throws, or if the context does not support the parameters
     */
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

    /** Makes a pipeline that adds the connection's handler once the handshake is done. */
    public static ChannelInitializer<Channel> pipeline(SslHandler tls, int timeoutMillis, ChannelHandler connection) {
        tls.setHandshakeTimeoutMillis(timeoutMillis);
        tls.setCloseNotifyFlushTimeoutMillis(CLOSE_NOTIFY_MILLIS);
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline().addLast(tls, new HandshakeHandler(connection));
            }
        };
    }

    /** Replaces itself by the connection's handler, because an active connection must be usable. */
    private static final class HandshakeHandler extends ChannelInboundHandlerAdapter {

        private final ChannelHandler connection;

        HandshakeHandler(ChannelHandler connection) {
            this.connection = connection;
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof SslHandshakeCompletionEvent completion && completion.isSuccess()) {
                ctx.pipeline().addLast(connection);
                ctx.fireChannelActive();
                ctx.pipeline().remove(this);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close(); // the handshake's future reports the cause
        }
    }
}
