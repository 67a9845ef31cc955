// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Forwards lines between clients and HandlerSocket, and remembers the requests. As a broken server might do, it changes
 * replies to lookups and writes, or answers in place of the server. Safe for all threads.
 */
public final class LineProxy implements AutoCloseable {

    private static final int BACKLOG = 100;

    /** Answers a request in place of the server. */
    public interface Answer {
        /**
         * Writes the answer. It ends with an exception when the client closes the connection.
         *
         * @param client to the client
         * @throws IOException if the connection is closed
         * @throws InterruptedException if the thread is interrupted
         */
        void write(OutputStream client) throws IOException, InterruptedException;
    }

    /** Changes the replies of one connection. */
    public interface Change {
        /** Returns the reply to forward. All three are without line feeds, and each character is one byte. */
        String reply(String request, String reply);
    }

    private final String host;
    private final int serverPort;
    private final Supplier<Change> changes;
    private final ServerSocket listener = FreePorts.listen(BACKLOG);
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AtomicInteger changed = new AtomicInteger();
    private volatile @Nullable Answer answer;
    private volatile boolean everything;

    /** Listens on a free port of the loopback address, and forwards to this port of HandlerSocket. */
    public LineProxy(String host, int serverPort) {
        this(host, serverPort, () -> (request, reply) -> reply);
    }

    /**
     * The same, with replies that change.
     *
     * @param changes called once for each connection
     */
    public LineProxy(String host, int serverPort, Supplier<Change> changes) {
        this.host = host;
        this.serverPort = serverPort;
        this.changes = changes;
        Sockets.daemon("line-proxy", this::accept);
    }

    /** Returns the port of the loopback address on which it listens. */
    public int port() {
        return listener.getLocalPort();
    }

    /**
     * Returns the requests of all clients so far, authentications and openings too, without line feeds; each character
     * is one byte.
     */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Returns how many replies were changed since the start. */
    public int changed() {
        return changed.get();
    }

    /**
     * Answers lookups and writes so from now on; the server answers authentications and openings.
     *
     * @param given null leaves all requests to the server
     */
    public void answerLookups(@Nullable Answer given) {
        everything = false;
        answer = given;
    }

    /** Answers every request so from now on, authentications and openings too. */
    public void answerEverything(Answer given) {
        answer = given;
        everything = true;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket();
            sockets.add(client);
            sockets.add(server);
            server.setSoLinger(true, 0); // the server overlooks a regular end that comes together with a request
            server.connect(new InetSocketAddress(host, serverPort));
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            if (listener.isClosed()) { // after both are among the sockets that close() ends
                Sockets.close(client);
                Sockets.close(server);
                return;
            }
            Queue<String> unanswered = new ConcurrentLinkedQueue<>();
            Change change = changes.get();
            Sockets.daemon("line-proxy", () -> requests(client, server, unanswered));
            Sockets.daemon("line-proxy", () -> replies(client, server, unanswered, change));
        }
    }

    private void requests(Socket client, Socket server, Queue<String> unanswered)
            throws IOException, InterruptedException {
        try (client;
                server) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            for (String line = Lines.read(in); line != null; line = Lines.read(in)) {
                lines.add(line);
                Answer own = answer;
                if (own != null && (everything || isLookup(line))) {
                    own.write(client.getOutputStream());
                } else {
                    unanswered.add(line);
                    Lines.write(server.getOutputStream(), line + '\n');
                }
            }
        } finally {
            sockets.remove(client);
            sockets.remove(server);
        }
    }

    /** The replies of a connection come in the order of its requests. */
    private void replies(Socket client, Socket server, Queue<String> unanswered, Change change) throws IOException {
        try (client;
                server) {
            InputStream in = new BufferedInputStream(server.getInputStream());
            for (String reply = Lines.read(in); reply != null; reply = Lines.read(in)) {
                String request = Objects.requireNonNullElse(unanswered.poll(), "");
                String forwarded = isLookup(request) ? change.reply(request, reply) : reply;
                if (!forwarded.equals(reply)) {
                    changed.incrementAndGet();
                }
                Lines.write(client.getOutputStream(), forwarded + '\n');
            }
        }
    }

    /** Lookups and writes begin with the number of an index. */
    private static boolean isLookup(String request) {
        return !request.isEmpty() && Character.isDigit(request.charAt(0));
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sockets.forEach(Sockets::close);
    }
}
