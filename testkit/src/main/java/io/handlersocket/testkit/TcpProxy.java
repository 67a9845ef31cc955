// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Hands bytes on between clients and a server, until it is told to cut or to stall. Safe for all threads. */
public final class TcpProxy implements AutoCloseable {

    private final ServerSocket listener;
    private volatile InetSocketAddress target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger cuts = new AtomicInteger();
    private final AtomicInteger heldBack = new AtomicInteger();
    private volatile boolean stalled;
    private volatile int pieceBytes = Integer.MAX_VALUE;
    private volatile long pauseNanos;

    /**
     * Listens on a free port of the loopback address.
     *
     * @param host the server's
     * @param port the server's
     */
    public TcpProxy(String host, int port) {
        this.target = new InetSocketAddress(host, port);
        try {
            listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    /**
     * Where it listens.
     *
     * @return a port of the loopback address
     */
    public int port() {
        return listener.getLocalPort();
    }

    /**
     * Connections that {@link #cutOne} has cut.
     *
     * @return since the start
     */
    public int cuts() {
        return cuts.get();
    }

    /**
     * Closes one connection, with whatever it carries.
     *
     * @param random chooses which
     */
    public void cutOne(Random random) {
        List<Socket> open = List.copyOf(sockets);
        if (!open.isEmpty()) {
            close(open.get(random.nextInt(open.size())));
            cuts.incrementAndGet();
        }
    }

    /** Closes every connection, with whatever it carries. */
    public void cutAll() {
        sockets.forEach(TcpProxy::close);
    }

    /**
     * Sends new connections to another server, as after a fail-over by DNS or by a virtual address; those that are there stay.
     *
     * @param host the other server's
     * @param port the other server's
     */
    public void moveTo(String host, int port) {
        target = new InetSocketAddress(host, port);
    }

    /** Refuses new connections from here on; those that are there stay. */
    public void acceptNoMore() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Hands nothing on while this is so; connections stay open.
     *
     * @param stall from now on
     */
    public void stall(boolean stall) {
        stalled = stall;
    }

    /**
     * Counts the directions of connections in which bytes have arrived that a {@link #stall} holds back.
     *
     * @return 0 if nothing is held back
     */
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

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            awaitFlow();
            sockets.add(client);
            try {
                InetSocketAddress to = target;
                Socket server = new Socket(to.getAddress(), to.getPort());
                sockets.add(server);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                server.setSoLinger(true, 0); // the server overlooks a regular end that comes together with a request
                daemon(() -> pump(client, server));
                daemon(() -> pump(server, client));
            } catch (IOException e) {
                cutAll(); // one of the two ended meanwhile
            }
        }
    }

    private void pump(Socket from, Socket to) throws IOException {
        byte[] buffer = new byte[16 * 1024];
        try (from;
                to) {
            for (int n = from.getInputStream().read(buffer);
                    n >= 0;
                    n = from.getInputStream().read(buffer)) {
                heldBack.incrementAndGet();
                try {
                    awaitFlow();
                } finally {
                    heldBack.decrementAndGet();
                }
                handOn(buffer, n, to.getOutputStream());
            }
        } finally {
            sockets.remove(from);
            sockets.remove(to);
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
        while (stalled) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException closed) {
                        // The end of a socket is the end of its thread.
                    }
                },
                "tcp-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // Closed is closed.
        }
    }

    @Override
    public void close() {
        acceptNoMore();
        cutAll();
    }
}
