// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.history;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stands between the client and the read port, and changes replies to reads, as a broken server might do. */
final class TamperingProxy implements AutoCloseable {

    private final ServerSocket listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger tampered = new AtomicInteger();
    private final String host;
    private final int port;
    private final Supplier<Tamper> tampers;

    /** Creates one {@link Tamper} for each connection. */
    TamperingProxy(String host, int port, Supplier<Tamper> tampers) throws IOException {
        this.host = host;
        this.port = port;
        this.tampers = tampers;
        daemon(this::accept);
    }

    /** Where it listens, on the loopback address. */
    int port() {
        return listener.getLocalPort();
    }

    /** Replies changed so far. */
    int tampered() {
        return tampered.get();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            sockets.add(client);
            Socket server = new Socket(host, port);
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
            Tamper tamper = tampers.get();
            daemon(() -> pump(client, server, request -> {
                requests.add(request);
                return request;
            }));
            daemon(() -> pump(server, client, reply -> changed(tamper, String.valueOf(requests.poll()), reply)));
        }
    }

    /** The replies of a connection come in the order of its requests; those that log in or open an index stay. */
    private String changed(Tamper tamper, String request, String reply) {
        if (request.startsWith("A\t") || request.startsWith("P\t")) {
            return reply;
        }
        String changed = tamper.reply(request, reply);
        if (!changed.equals(reply)) {
            tampered.incrementAndGet();
        }
        return changed;
    }

    private interface Lines {
        String pass(String line);
    }

    private static void pump(Socket from, Socket to, Lines lines) throws IOException {
        try (from;
                to) {
            InputStream in = new BufferedInputStream(from.getInputStream());
            OutputStream out = to.getOutputStream();
            for (String line = line(in); line != null; line = line(in)) {
                out.write((lines.pass(line) + '\n').getBytes(ISO_8859_1));
            }
        }
    }

    private static @Nullable String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                return null;
            }
            line.write(b);
        }
        return line.toString(ISO_8859_1);
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
                "tampering-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
