// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Free ports of 127.0.0.1. This class keeps each port for the process that got it until that process ends. A server
 * that starts again therefore finds its port free.
 *
 * <p>They lie below the ranges from which Linux and macOS take the local ports of outgoing connections: a client that
 * reconnects to a stopped server in such a range can end up connected to itself and keep the port from the server.
 */
final class FreePorts {
    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;
    private static final int TRIES = 1_000;
    private static final int BACKLOG = 50;

    private static final Set<Integer> OWN = ConcurrentHashMap.newKeySet();

    /** A process locks the byte at the offset of each of its ports; the locks end with it. Never closed. */
    private static final @Nullable FileChannel CLAIMS = claims();

    private FreePorts() {}

    private static @Nullable FileChannel claims() {
        Path file =
                Path.of(System.getProperty("java.io.tmpdir"), "handlersocket-ports-" + System.getProperty("user.name"));
        try {
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            return null; // chance keeps the processes apart
        }
    }

    private static boolean claim(int port) {
        if (!OWN.add(port)) {
            return false;
        }
        try {
            return CLAIMS == null || CLAIMS.tryLock(port, 1, false) != null;
        } catch (OverlappingFileLockException ofAnotherClassLoader) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Distinct, and free at the time of asking. */
    static int[] find(int count) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                held.add(listen(BACKLOG));
            }
            return held.stream().mapToInt(ServerSocket::getLocalPort).toArray();
        } finally {
            held.forEach(Sockets::close);
        }
    }

    /** Listens on one of them. */
    static ServerSocket listen(int backlog) {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (!claim(port)) {
                continue;
            }
            try {
                InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
                return Sockets.listen(new InetSocketAddress(loopback, port), backlog);
            } catch (IOException taken) {
                // Another one may be free.
            }
        }
        throw new IllegalStateException("no free port of 127.0.0.1 between " + FIRST + " and " + LAST);
    }
}
