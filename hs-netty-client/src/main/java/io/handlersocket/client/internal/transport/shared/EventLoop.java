// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.internal.transport.Tls;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.PromiseNotifier;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * The I/O thread, which serves all shared connections: with native epoll if available, else with NIO.
 *
 * <p>One thread is enough: it uses less than half a core at 500,000 lookups a second, and two measured no better.
 */
final class EventLoop implements AutoCloseable {

    private static final long CLOSE_TIMEOUT_SECONDS = 5;
    private static final int RECEIVE_BUFFER_BYTES = 16 * 1024;

    /** DDL waits until the socket is closed, so the client does not wait long for the peer to acknowledge the end. */
    private static final long CLOSE_NOTIFY_MILLIS = 100;

    private final EventLoopGroup group;
    /** The only one of the group, whose {@code next()} counts its calls. */
    private final EventExecutor executor;

    private final boolean epoll;

    /**
     * Sends the delayed acknowledgement of a TCP socket at once; unknown to other sockets, which ignore it. Null where
     * the runtime does not have it.
     */
    private final @Nullable ChannelOption<Boolean> quickAck;

    /** The connection whose replies are being read. Event loop only. */
    @Nullable
    Connection reading;

    /** How many closed connections wait for the answer to an opening. Event loop only. */
    private int keptOpen;

    /** Whether to end the thread when it is not used. Event loop only. */
    private boolean closed;

    public EventLoop(String name) {
        epoll = Epoll.isAvailable();
        quickAck = epoll ? EpollChannelOption.TCP_QUICKACK : quickAckOfNio();
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        group = new MultiThreadIoEventLoopGroup(1, DriverThread.io(name), io);
        executor = group.next();
    }

    public EventLoopGroup group() {
        return group;
    }

    /** Starts to connect; the result completes when the handler can be used. */
    Future<?> connect(Endpoint endpoint, @Nullable Tls tls, int timeoutMillis, ChannelHandler handler) {
        Bootstrap bootstrap = new Bootstrap()
                .group(group)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(RECEIVE_BUFFER_BYTES));
        if (endpoint.isUnixSocket()) {
            bootstrap.handler(handler);
            return epoll
                    ? bootstrap
                            .channel(EpollDomainSocketChannel.class)
                            .connect(new DomainSocketAddress(endpoint.host()))
                    : bootstrap
                            .channel(NioDomainSocketChannel.class)
                            .connect(UnixDomainSocketAddress.of(endpoint.host()));
        }
        // Resolved here, because the calling thread may wait and the event loop may not.
        InetSocketAddress address = new InetSocketAddress(endpoint.host(), endpoint.port());
        bootstrap
                .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.SO_LINGER, ServerConnection.ABORT);
        if (tls == null) {
            return bootstrap.handler(handler).connect(address);
        }
        SslHandler encrypting = new SslHandler(tls.engine(endpoint));
        Promise<Channel> shaken = group.next().newPromise();
        bootstrap
                .handler(pipeline(encrypting, timeoutMillis, handler))
                .connect(address)
                .addListener(connected -> {
                    if (connected.isSuccess()) {
                        PromiseNotifier.cascade(encrypting.handshakeFuture(), shaken);
                    } else {
                        shaken.tryFailure(connected.cause());
                    }
                });
        return shaken;
    }

    /** Makes a pipeline that adds the connection's handler once the handshake is done. */
    private static ChannelInitializer<Channel> pipeline(SslHandler tls, int timeoutMillis, ChannelHandler connection) {
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

    /**
     * Acknowledges what was read, for a server that has more replies to send. It sets no TCP_NODELAY, so it holds a
     * small reply until the one before is acknowledged, and the kernel would delay that by 40 ms unless a write carries
     * it.
     */
    void acknowledge(Channel channel) {
        if (quickAck != null) {
            channel.config().setOption(quickAck, true);
        }
    }

    private static @Nullable ChannelOption<Boolean> quickAckOfNio() {
        try {
            return NioChannelOption.of(ExtendedSocketOptions.TCP_QUICKACK);
        } catch (NoClassDefFoundError e) {
            return null; // a runtime image without the module jdk.net
        }
    }

    boolean isCurrentThread() {
        return executor.inEventLoop();
    }

    /** Keeps the thread running for a connection that waits for the answer to an opening. Event loop only. */
    void keepOpen() {
        keptOpen++;
    }

    /** Ends {@link #keepOpen}. Event loop only. */
    void release() {
        keptOpen--;
        shutdownIfUnused();
    }

    private void shutdownIfUnused() {
        if (closed && keptOpen == 0) {
            group.shutdownGracefully(0, CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Ends the thread, after the last connection that waits for the answer to an opening. Waits for others only. */
    @Override
    public void close() {
        Promise<Boolean> unused = GlobalEventExecutor.INSTANCE.newPromise();
        try {
            executor.execute(() -> {
                closed = true;
                shutdownIfUnused();
                unused.setSuccess(keptOpen == 0);
            });
        } catch (RejectedExecutionException e) {
            return; // closed before
        }
        if (unused.awaitUninterruptibly(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS) && unused.getNow()) {
            group.terminationFuture().awaitUninterruptibly(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
    }
}
