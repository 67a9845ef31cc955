// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Speaks the first line of the protocol.
 *
 * <p>The plugin reports a port that is taken nowhere, so only its answer proves that it listens. An idle worker looks
 * up once a second; a connection wakes it, at start and at shutdown.
 */
final class Knock {
    private static final int MILLIS = 1_000;

    private Knock() {}

    /** Whether HandlerSocket answers, and takes this secret (empty: takes none). */
    static boolean accepts(String host, int port, String secret) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), MILLIS);
            socket.setSoTimeout(MILLIS);
            socket.getOutputStream().write(("A\t1\t" + secret + "\n").getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readNBytes(4), StandardCharsets.US_ASCII);
            return answer.equals("0\t1\n");
        } catch (IOException e) {
            return false;
        }
    }

    /** Connects and goes away; whether anybody was there does not matter. */
    static void wake(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), MILLIS);
        } catch (IOException ignored) {
            // It has closed its port already.
        }
    }
}
