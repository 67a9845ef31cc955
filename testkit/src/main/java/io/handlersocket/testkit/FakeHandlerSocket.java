// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A tiny HandlerSocket that misbehaves on demand, for what the real server cannot be made to do.
 *
 * <p>One table: an integer key, which is also the first column of each answer, and columns of text. It answers
 * {@code A}, {@code P} (any names) and finds with one key value, and nothing else. Faults are taken from a queue, one
 * per request that is not {@code A} or {@code P}, by all connections together.
 *
 * <pre>{@code
 * try (FakeHandlerSocket fake = new FakeHandlerSocket("secret")) {
 *     fake.row(1, "one");
 *     fake.next(Fault.NONE, Fault.CUT);
 * }
 * }</pre>
 */
public final class FakeHandlerSocket implements AutoCloseable {
    /** What happens instead of, or besides, an answer. */
    public enum Fault {
        /** The right answer. */
        NONE,
        /** Half the line, then the connection is closed. */
        CUT,
        /** The connection is closed without a byte. */
        CLOSE,
        /** No answer to this request nor to any later one on this connection, which stays open. */
        STALL,
        /** No answer to this request; later ones are answered as if it had not been. */
        SKIP,
        /** The answer twice. */
        EXTRA,
        /** Bytes that are no answer, ended by LF, instead of it. */
        GARBAGE,
        /** The answer byte by byte, each in a packet of its own, {@value #DRIP_MILLIS} ms apart. */
        DRIP,
        /** An answer that says the request failed: {@code 1 1 lock_tables}. */
        ERROR
    }

    private static final long DRIP_MILLIS = 5;

    private final String secret;
    private final FakeTable table = new FakeTable();
    private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final CopyOnWriteArrayList<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile Fault otherwise = Fault.NONE;
    private volatile boolean refusesAuth;
    private volatile ServerSocket listener;
    private volatile Thread acceptor;
    private final int port;

    /**
     * Listens on a free port of 127.0.0.1.
     *
     * @param secret what {@code A} must name
     */
    public FakeHandlerSocket(String secret) {
        this.secret = secret;
        try {
            listener = listen(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        port = listener.getLocalPort();
        acceptor = acceptFrom(listener);
    }

    /**
     * Where it listens.
     *
     * @return a port of 127.0.0.1, the same after {@link #acceptConnections}
     */
    public int port() {
        return port;
    }

    /**
     * Puts a row into the table, or replaces it.
     *
     * @param key 32 bits, signed
     * @param columns the columns after the key
     */
    public void row(int key, String... columns) {
        table.put(key, columns);
    }

    /**
     * Plans the next requests, one fault each, after those planned before.
     *
     * @param planned in the order of the requests
     */
    public void next(Fault... planned) {
        faults.addAll(Arrays.asList(planned));
    }

    /**
     * Sets what happens to requests nothing is planned for.
     *
     * @param fault {@link Fault#NONE} at first
     */
    public void otherwise(Fault fault) {
        otherwise = fault;
    }

    /**
     * Answers {@code 3 1 unauth} to the right secret too.
     *
     * @param refuse from now on
     */
    public void refuseAuth(boolean refuse) {
        refusesAuth = refuse;
    }

    /** Closes the port and all connections: whoever connects is refused. */
    public void refuseConnections() {
        close();
    }

    /** Listens again, on the same port. */
    public void acceptConnections() {
        if (listener.isClosed()) {
            try {
                listener = listen(port);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            acceptor = acceptFrom(listener);
        }
    }

    /** Closes all connections and goes on listening. */
    public void cutConnections() {
        connections.forEach(FakeHandlerSocket::closeQuietly);
    }

    /**
     * How many connections there have been.
     *
     * @return since the start, closed ones too
     */
    public int accepted() {
        return accepted.get();
    }

    /**
     * What was asked.
     *
     * @return all lines so far, without LF, as ISO-8859-1
     */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** Closes the port and all connections. */
    @Override
    public void close() {
        try {
            listener.close();
            // The port is only free when nobody waits on it any more.
            acceptor.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        cutConnections();
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        return socket;
    }

    private Thread acceptFrom(ServerSocket server) {
        return daemon("fake-handlersocket-" + server.getLocalPort(), () -> {
            while (true) {
                Socket socket = server.accept();
                accepted.incrementAndGet();
                connections.add(socket);
                if (server.isClosed()) {
                    closeQuietly(socket);
                }
                daemon("fake-handlersocket-connection", () -> serve(socket));
            }
        });
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static Thread daemon(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException | InterruptedException closed) {
                        // The end of a socket is the end of its thread.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void serve(Socket socket) throws IOException, InterruptedException {
        boolean authorized = false;
        boolean stalled = false;
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String line = Lines.read(in); line != null; line = Lines.read(in)) {
                requests.add(line);
                String[] tokens = line.split("\t", -1);
                if (stalled) {
                    continue;
                }
                if (tokens[0].equals("A")) {
                    authorized = !refusesAuth && tokens.length > 2 && tokens[2].equals(secret);
                    Lines.write(out, authorized ? "0\t1\n" : "3\t1\tunauth\n");
                } else if (!authorized) {
                    Lines.write(out, "3\t1\tunauth\n");
                } else if (tokens[0].equals("P")) {
                    Lines.write(out, "0\t1\n");
                } else {
                    Fault planned = faults.poll();
                    Fault fault = planned == null ? otherwise : planned;
                    if (fault == Fault.CUT || fault == Fault.CLOSE) {
                        Lines.write(out, fault == Fault.CUT ? half(table.answer(tokens)) : "");
                        return;
                    }
                    stalled = fault == Fault.STALL;
                    misbehave(out, fault, table.answer(tokens));
                }
            }
        } finally {
            connections.remove(socket);
        }
    }

    private static String half(String answer) {
        return answer.substring(0, answer.length() / 2);
    }

    private static void misbehave(OutputStream out, Fault fault, String answer)
            throws IOException, InterruptedException {
        switch (fault) {
            case NONE -> Lines.write(out, answer);
            case EXTRA -> Lines.write(out, answer + answer);
            case GARBAGE -> Lines.write(out, "\u0000\u00ff\u0001 not\u0007an answer\t\t\n");
            case ERROR -> Lines.write(out, "1\t1\tlock_tables\n");
            case DRIP -> {
                for (int i = 0; i < answer.length(); i++) {
                    Lines.write(out, answer.substring(i, i + 1));
                    Thread.sleep(DRIP_MILLIS);
                }
            }
            case STALL, SKIP, CUT, CLOSE -> {
                // Nothing is written; the caller does the rest.
            }
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // Closed is closed.
        }
    }
}
