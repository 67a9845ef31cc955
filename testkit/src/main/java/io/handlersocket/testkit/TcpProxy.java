// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Forwards bytes between clients and a server, until a test asks for trouble: cut, stalled, slow, torn, half-open or
 * refused connections. Safe for all threads.
 */
// Longer than other classes, because every trouble acts on the same sockets.
public final class TcpProxy implements AutoCloseable {

    private static final String NAME = "tcp-proxy";
    private static final int BACKLOG = 100;
    private static final long REOPEN_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long ACCEPTOR_MILLIS = 100;

    /** Long enough for the half of a reply to be read before the reset arrives. */
    private static final long HALF_REPLY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Map<Socket, Socket> servers = new ConcurrentHashMap<>();
    private final Set<Socket> abandoned = ConcurrentHashMap.newKeySet();
    private final AtomicInteger cuts = new AtomicInteger();
    private final AtomicInteger heldBack = new AtomicInteger();
    private final AtomicInteger toTear = new AtomicInteger();
    private final AtomicInteger torn = new AtomicInteger();
    private volatile ServerSocket listener;
    private volatile Thread acceptor;
    private volatile InetSocketAddress target;
    private volatile Slowness slowness = Slowness.NONE;
    private volatile boolean stalled;
    private volatile boolean closed;
    private volatile int pieceBytes = Integer.MAX_VALUE;
    private volatile long pauseNanos;

    /** Listens on a free port of the loopback address, and forwards to this server. */
    public TcpProxy(String host, int port) {
        this.target = new InetSocketAddress(host, port);
        listener = FreePorts.listen(BACKLOG);
        acceptor = Sockets.daemon(NAME, this::accept);
    }

    /** Returns the port of the loopback address on which it listens. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Returns how many connections {@link #cutOne} has cut since the start. */
    public int cuts() {
        return cuts.get();
    }

    /** Returns how many connections are open on the clients' side now. */
    public int connections() {
        return servers.size() + abandoned.size();
    }

    /** Closes one connection, with whatever it carries. */
    public void cutOne(Random random) {
        List<Socket> open = List.copyOf(sockets);
        if (!open.isEmpty()) {
            Sockets.close(open.get(random.nextInt(open.size())));
            cuts.incrementAndGet();
        }
    }

    /** Closes every connection, with whatever it carries. */
    public void cutAll() {
        abandoned.clear();
        List<Socket> open = List.copyOf(sockets);
        open.forEach(Sockets::close);
        open.forEach(sockets::remove);
    }

    /** Sends new connections to another server, as after a fail-over by DNS; those that are there stay. */
    public void moveTo(String host, int port) {
        target = new InetSocketAddress(host, port);
    }

    /** Refuses new connections from here on; those that are there stay. */
    public void acceptNoMore() {
        try {
            listener.close();
            acceptor.join(ACCEPTOR_MILLIS); // until it has left the call, the kernel may still accept
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Accepts connections again after {@link #acceptNoMore}, on the same port.
     *
     * @throws UncheckedIOException if another process has taken the port
     */
    public void acceptAgain() {
        long deadline = System.nanoTime() + REOPEN_NANOS;
        while (true) {
            try {
                listener = Sockets.listen(listener.getLocalSocketAddress(), BACKLOG);
                acceptor = Sockets.daemon(NAME, this::accept);
                return;
            } catch (IOException e) {
                if (System.nanoTime() - deadline > 0) {
                    throw new UncheckedIOException(e);
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Hands nothing on while this is so; connections stay open. */
    public void stall(boolean stall) {
        stalled = stall;
    }

    /** Returns in how many directions of connections a {@link #stall} holds back bytes now. */
    public int heldBack() {
        return heldBack.get();
    }

    /**
     * Hands bytes on in pieces, each in a segment of its own, as a network with a small path MTU does.
     *
     * @param bytes the most bytes of a piece; at least 1
     * @param pause the time between two pieces of what arrived at once, so that the receiver does not read both at once
     */
    public void pieces(int bytes, Duration pause) {
        pieceBytes = bytes;
        pauseNanos = pause.toNanos();
    }

    /**
     * Delays what it forwards, in both directions, piece by piece and in order. A piece is at most 16 kB.
     *
     * @param delay of each piece, 0 or more
     * @param jitter the most that a random time adds to it, 0 or more
     */
    public void delay(Duration delay, Duration jitter) {
        slowness = new Slowness(delay.toNanos(), jitter.toNanos(), slowness.bytesPerSecond());
    }

    /**
     * Limits the bandwidth of each connection and direction.
     *
     * @param bytesPerSecond at least 1; 0: no limit
     */
    public void limit(int bytesPerSecond) {
        slowness = new Slowness(slowness.delayNanos(), slowness.jitterNanos(), bytesPerSecond);
    }

    /**
     * Forwards only the first half of what the server sends next, then resets that connection on both sides.
     *
     * @param count number of pieces to tear, on whichever connection they come
     */
    public void tear(int count) {
        toTear.set(count);
    }

    /** Returns how many connections {@link #tear} has reset since the start. */
    public int torn() {
        return torn.get();
    }

    /** Closes every connection to the server and leaves the clients' sides open and silent, until {@link #cutAll}. */
    public void abandonClients() {
        servers.forEach((client, server) -> {
            abandoned.add(client);
            Sockets.close(server);
        });
    }

    private void accept() throws IOException {
        ServerSocket listening = listener;
        while (true) {
            Socket client = listening.accept();
            awaitFlow();
            sockets.add(client);
            Socket server = new Socket();
            sockets.add(server);
            try {
                server.setSoLinger(true, 0); // the server overlooks a regular end that comes together with a request
                InetSocketAddress to = target;
                server.connect(new InetSocketAddress(to.getAddress(), to.getPort()));
                servers.put(client, server);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                if (closed) { // after both are among the sockets that close() ends
                    throw new SocketException("the proxy is closed");
                }
                Sockets.daemon(NAME, () -> pump(client, server, false));
                Sockets.daemon(NAME, () -> pump(server, client, true));
            } catch (IOException e) {
                end(client); // one of the two ended meanwhile
                end(server);
            }
        }
    }

    private void pump(Socket from, Socket to, boolean replies) throws IOException {
        byte[] buffer = new byte[16 * 1024];
        try {
            for (int n = from.getInputStream().read(buffer);
                    n >= 0;
                    n = from.getInputStream().read(buffer)) {
                heldBack.incrementAndGet();
                try {
                    awaitFlow();
                } finally {
                    heldBack.decrementAndGet();
                }
                if (closed) {
                    return;
                }
                slowness.await(n);
                if (replies && n > 1 && toTear.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    to.getOutputStream().write(buffer, 0, n / 2);
                    LockSupport.parkNanos(HALF_REPLY_NANOS);
                    to.setSoLinger(true, 0);
                    torn.incrementAndGet();
                    return;
                }
                handOn(buffer, n, to.getOutputStream());
            }
        } finally {
            end(from);
            end(to);
        }
    }

    private void end(Socket socket) {
        servers.remove(socket);
        if (!abandoned.contains(socket)) {
            Sockets.close(socket);
            sockets.remove(socket);
        }
    }

    private void handOn(byte[] bytes, int length, OutputStream out) throws IOException {
        int piece = pieceBytes;
        for (int from = 0; from < length; from += piece) {
            if (from > 0) {
                LockSupport.parkNanos(pauseNanos);
            }
            out.write(bytes, from, Math.min(piece, length - from));
        }
    }

    private void awaitFlow() {
        while (stalled && !closed) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    @Override
    public void close() {
        closed = true;
        acceptNoMore();
        cutAll();
    }
}
