// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of 127.0.0.1 nobody listens on.
 *
 * <p>They lie below the ranges from which Linux and macOS take the local ports of outgoing connections: a client that
 * reconnects to a stopped server in such a range can end up connected to itself and keep the port from the server.
 */
final class FreePorts {
    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;
    private static final int TRIES = 1_000;
    private static final int BACKLOG = 50;

    private static final Set<Integer> RESERVED = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /** As {@link #find}, for ports that are not listened on all the time: this JVM is never given them again. */
    static int[] reserve(int count) {
        int[] ports = find(count);
        for (int port : ports) {
            RESERVED.add(port);
        }
        return ports;
    }

    /** Distinct, and free at the time of asking; another process can still be quicker. */
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
            if (RESERVED.contains(port)) {
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
