// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.testkit.DistributionProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** A server of this distribution that holds the rows of the table in memory: the cache in front of the database. */
final class CacheServer implements AutoCloseable {

    private static final LocalDateTime EPOCH = LocalDateTime.of(2026, 1, 1, 0, 0);

    /** The shell ends the server when the pipe closes that only this JVM holds, however the JVM ends. */
    private static final String WATCHED =
            "\"$@\" & pid=$!; trap '' INT TERM HUP; while read -r line; do :; done; kill $pid";

    private final Process shell;
    private final int port;

    private CacheServer(Process shell, int port) {
        this.shell = shell;
        this.port = port;
    }

    /**
     * Starts a server, and waits until it accepts connections.
     *
     * @param arguments of the program that listens on a port of the loopback address
     */
    static CacheServer start(DistributionProgram program, IntFunction<List<String>> arguments)
            throws IOException, InterruptedException {
        int port = freePort();
        List<String> command = new ArrayList<>(
                List.of("/bin/sh", "-c", WATCHED, "cache", program.path().toString()));
        command.addAll(arguments.apply(port));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(program.environment());
        CacheServer server = new CacheServer(builder.start(), port);
        server.connect().close();
        return server;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** The server itself, below its shell. */
    Optional<ProcessHandle> process() {
        return shell.children().findFirst();
    }

    /** The value of the column {@code created} in a row. */
    static LocalDateTime created(int id) {
        return EPOCH.plusSeconds(id);
    }

    Socket connect() throws IOException, InterruptedException {
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
