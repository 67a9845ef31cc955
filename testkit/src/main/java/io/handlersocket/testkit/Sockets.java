// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.net.Socket;

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

    static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // Closed is closed.
        }
    }
}
