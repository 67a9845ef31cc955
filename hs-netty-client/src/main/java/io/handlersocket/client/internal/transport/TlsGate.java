// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/** Keeps a connection from its socket until the TLS handshake is done: a connection that is active can be used. */
final class TlsGate extends ChannelInboundHandlerAdapter {

    /** Nobody waits for the other side to hear of the end: the socket must be closed when DDL wants to pass. */
    private static final long CLOSE_NOTIFY_MILLIS = 100;

    private final ChannelHandler connection;

    private TlsGate(ChannelHandler connection) {
        this.connection = connection;
    }

    /** Puts TLS in front of a connection. */
    static ChannelInitializer<Channel> before(SslHandler tls, int timeoutMillis, ChannelHandler connection) {
        tls.setHandshakeTimeoutMillis(timeoutMillis);
        tls.setCloseNotifyFlushTimeoutMillis(CLOSE_NOTIFY_MILLIS);
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline().addLast(tls, new TlsGate(connection));
            }
        };
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
        ctx.close(); // who waits for the handshake is told why it failed
    }
}
