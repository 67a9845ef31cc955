// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketAddress;

/** What the proxies of the testkit do with sockets. */
final class Sockets {

    private Sockets() {}

    /** Work on a socket. It ends with an exception when the socket is closed. */
    interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** Starts a daemon thread for work on a socket. */
    static Thread daemon(String name, Work work) {
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

    /** Listens again on an address whose port was free. */
    static ServerSocket listen(SocketAddress address, int backlog) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(address, backlog);
            return socket;
        } catch (IOException e) {
            close(socket);
            throw e;
        }
    }

    static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // Closed is closed.
        }
    }
}
