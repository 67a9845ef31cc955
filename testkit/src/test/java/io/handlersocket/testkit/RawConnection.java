// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One HandlerSocket connection: lines out, lines in, a character of ISO-8859-1 for each byte. */
final class RawConnection implements AutoCloseable {
    private final Socket socket = new Socket();

    RawConnection(String host, int port) throws IOException {
        socket.connect(new InetSocketAddress(host, port), 2_000);
        socket.setSoTimeout(30_000);
    }

    RawConnection timeout(int millis) throws IOException {
        socket.setSoTimeout(millis);
        return this;
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = socket.getInputStream().read();
                b != '\n';
                b = socket.getInputStream().read()) {
            if (b < 0) {
                throw new EOFException("after '" + line.toString(StandardCharsets.ISO_8859_1) + "'");
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    String ask(String line) throws IOException {
        send(line + "\n");
        return line();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
