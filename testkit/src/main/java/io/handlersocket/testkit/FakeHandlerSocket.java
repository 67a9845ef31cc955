// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A tiny HandlerSocket that misbehaves on demand, for what the real server cannot be made to do.
 *
 * <p>It answers what a read port answers for tables with a primary key of numbers and bytes: {@code A}, {@code P}, and finds
 * with every comparison, leading parts, limit, offset, IN and filters; one suite of tests runs against it and against the real
 * server. It coerces nothing: send it numbers for numbers. Faults are taken from a queue, one per request that is not {@code A}
 * or {@code P}, by all connections together.
 *
 * <pre>{@code
 * try (FakeHandlerSocket fake = new FakeHandlerSocket("secret")) {
 *     fake.table("test", "item", 1, "id INT", "name VARCHAR(20)").row(1, "one").row(2, null);
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
        /** The answer byte by byte, each in a packet of its own, 5 ms apart. */
        DRIP,
        /** An answer that says the request failed: {@code 1 1 lock_tables}. */
        ERROR
    }

    private static final int BACKLOG = 50;

    private final String secret;
    private final Map<String, FakeTable> tables = new ConcurrentHashMap<>();
    private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final CopyOnWriteArrayList<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile Fault otherwise = Fault.NONE;
    private volatile boolean refusesAuth;
    private volatile ServerSocket listener;
    private volatile Thread acceptor;

    /** Listens on a free port of 127.0.0.1. {@code A} must name the secret. */
    public FakeHandlerSocket(String secret) {
        this.secret = secret;
        listener = FreePorts.listen(BACKLOG);
        acceptor = acceptFrom(listener);
    }

    /** Returns the port of 127.0.0.1 on which it listens, the same after {@link #acceptConnections}. */
    public int port() {
        return listener.getLocalPort();
    }

    /**
     * Makes an empty table, in place of one of that name, and returns it.
     *
     * @param keyParts how many of the columns, from the first, are the primary key
     * @param columns each a name and a type as in {@code CREATE TABLE}; types with INT are numbers of at most 64 bits, all
     *     others are compared byte by byte
     */
    public FakeTable table(String schema, String name, int keyParts, String... columns) {
        FakeTable table = new FakeTable(keyParts, columns);
        tables.put(schema + '.' + name, table);
        return table;
    }

    @Nullable
    FakeTable table(String name) {
        return tables.get(name);
    }

    boolean accepts(String given) {
        return !refusesAuth && given.equals(secret);
    }

    /** Plans the next requests, one fault each, after those planned before. */
    public void next(Fault... planned) {
        faults.addAll(Arrays.asList(planned));
    }

    /** Sets what happens to requests nothing is planned for, {@link Fault#NONE} at first. */
    public void otherwise(Fault fault) {
        otherwise = fault;
    }

    /** Answers {@code 3 1 unauth} to the right secret too, while this is so. */
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
                listener = Sockets.listen(listener.getLocalSocketAddress(), BACKLOG);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            acceptor = acceptFrom(listener);
        }
    }

    /** Closes all connections and goes on listening. */
    public void cutConnections() {
        connections.forEach(Sockets::close);
    }

    /** Returns how many connections there have been since the start, closed ones too. */
    public int accepted() {
        return accepted.get();
    }

    /** Returns all requests so far: lines without LF, as ISO-8859-1. */
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

    private Thread acceptFrom(ServerSocket server) {
        return Sockets.daemon("fake-handlersocket-" + server.getLocalPort(), () -> {
            while (true) {
                Socket socket = server.accept();
                accepted.incrementAndGet();
                connections.add(socket);
                if (server.isClosed()) {
                    Sockets.close(socket);
                }
                Sockets.daemon("fake-handlersocket-connection", () -> serve(socket));
            }
        });
    }

    private void serve(Socket socket) throws IOException, InterruptedException {
        FakeSession session = new FakeSession(this);
        boolean stalled = false;
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String line = Lines.read(in); line != null; line = Lines.read(in)) {
                requests.add(line);
                if (stalled) {
                    continue;
                }
                String answer = session.answer(line);
                Fault fault = session.isReading(line) ? nextFault() : Fault.NONE;
                stalled = fault == Fault.STALL;
                Misbehaviour.write(out, fault, answer);
                if (fault == Fault.CUT || fault == Fault.CLOSE) {
                    return;
                }
            }
        } finally {
            connections.remove(socket);
        }
    }

    private Fault nextFault() {
        Fault planned = faults.poll();
        return planned == null ? otherwise : planned;
    }
}
