// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.UserTable;
import io.handlersocket.testkit.DistributionProgram;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/** A memcached that holds the rows of the table as text: the cache in front of the database. */
final class Memcached implements AutoCloseable {

    private static final LocalDateTime EPOCH = LocalDateTime.of(2026, 1, 1, 0, 0);

    /** The shell ends the server when the pipe closes that only this JVM holds, however the JVM ends. */
    private static final String WATCHED =
            "\"$@\" & pid=$!; trap '' INT TERM HUP; while read -r line; do :; done; kill $pid";

    private final Process shell;
    private final int port;

    private Memcached(Process shell, int port) {
        this.shell = shell;
        this.port = port;
    }

    /**
     * Starts it and fills it.
     *
     * @throws IllegalStateException if there is none here; the message says why
     */
    static Memcached start() throws IOException, InterruptedException {
        DistributionProgram program =
                DistributionProgram.find("memcached", List.of("libevent-2.1-7", "libevent-2.1-7t64", "libsasl2-2"));
        int port = freePort();
        ProcessBuilder builder = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        WATCHED,
                        "memcached",
                        program.path().toString(),
                        "-l",
                        "127.0.0.1",
                        "-U",
                        "0",
                        "-p",
                        Integer.toString(port),
                        "-m",
                        "1024",
                        "-u",
                        System.getProperty("user.name"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(program.environment());
        Memcached memcached = new Memcached(builder.start(), port);
        memcached.fill();
        return memcached;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** The server itself, below its shell. */
    Optional<ProcessHandle> process() {
        return shell.children().findFirst();
    }

    private void fill() throws IOException, InterruptedException {
        try (Socket socket = connect();
                OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16)) {
            for (int id = 0; id < UserTable.ROWS; id++) {
                byte[] row = row(id).getBytes(StandardCharsets.UTF_8);
                out.write(("set " + id + " 0 0 " + row.length + " noreply\r\n").getBytes(StandardCharsets.UTF_8));
                out.write(row);
                out.write('\r');
                out.write('\n');
            }
            out.write("mn\r\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            InputStream in = socket.getInputStream();
            byte[] answer = in.readNBytes(4);
            if (answer.length < 4 || answer[0] != 'M') {
                throw new IOException("memcached did not take the rows: " + new String(answer, StandardCharsets.UTF_8));
            }
        }
    }

    static String row(int id) {
        return "user " + id + "|user" + id + "@example.com|" + EPOCH.plusSeconds(id);
    }

    private Socket connect() throws IOException, InterruptedException {
        for (int tries = 0; ; tries++) {
            try {
                return new Socket(InetAddress.getLoopbackAddress(), port);
            } catch (IOException notYet) {
                if (tries == 50) {
                    close();
                    throw notYet;
                }
                Thread.sleep(100);
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        try {
            shell.getOutputStream().close();
        } catch (IOException gone) {
            // Then the pipe is closed already.
        }
    }
}
