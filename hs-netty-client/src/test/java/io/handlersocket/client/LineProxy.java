// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

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
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Hands lines on between clients and HandlerSocket and remembers those of the clients. It can answer lookups in place
 * of the server, which still answers authentications and openings. Safe for all threads.
 */
final class LineProxy implements AutoCloseable {

    /** An answer to a lookup. It ends with an exception when the client closes the connection. */
    interface Answer {
        void write(OutputStream client) throws IOException, InterruptedException;
    }

    private final String host;
    private final int serverPort;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private volatile @Nullable Answer answer;
    private volatile boolean everything;

    LineProxy(String host, int serverPort) {
        this.host = host;
        this.serverPort = serverPort;
        try {
            listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** The lines of all clients so far, without their ends, as ISO-8859-1. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    /** Answers lookups so from now on; null leaves all requests to the server. */
    void answerLookups(@Nullable Answer given) {
        everything = false;
        answer = given;
    }

    /** Answers every request so from now on. */
    void answerEverything(Answer given) {
        answer = given;
        everything = true;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket(host, serverPort);
            sockets.add(client);
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.setSoLinger(true, 0); // the server overlooks a regular end that comes together with a request
            daemon(() -> requests(client, server));
            daemon(() -> replies(client, server));
        }
    }

    private void requests(Socket client, Socket server) throws IOException, InterruptedException {
        try (client;
                server) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            for (byte[] line = line(in); line.length > 0; line = line(in)) {
                lines.add(new String(line, 0, line.length - 1, ISO_8859_1));
                Answer own = answer;
                if (own != null && (everything || Character.isDigit(line[0]))) {
                    own.write(client.getOutputStream());
                } else {
                    server.getOutputStream().write(line);
                }
            }
        } finally {
            sockets.remove(client);
            sockets.remove(server);
        }
    }

    /** Reads a line with its end; empty at the end of the stream. */
    private static byte[] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            line.write(b);
            if (b == '\n') {
                return line.toByteArray();
            }
        }
        return new byte[0];
    }

    private static void replies(Socket client, Socket server) throws IOException {
        try (client;
                server) {
            server.getInputStream().transferTo(client.getOutputStream());
        }
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException | InterruptedException closed) {
                        // The end of a socket is the end of its thread.
                    }
                },
                "line-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
