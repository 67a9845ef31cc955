// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** One connection that sends lines as they are. */
final class PlainClient implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 10_000;

    private final Socket socket = new Socket();

    PlainClient(String host, int port) throws IOException {
        socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
        socket.setSoTimeout(TIMEOUT_MILLIS);
    }

    /** The answer to a line, both with their ends. */
    byte[] ask(byte[] line) throws IOException {
        socket.getOutputStream().write(line);
        InputStream in = socket.getInputStream();
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        int b;
        do {
            b = in.read();
            if (b < 0) {
                throw new EOFException("closed by the server");
            }
            answer.write(b);
        } while (b != '\n');
        return answer.toByteArray();
    }

    /** The answer to a line of tokens, without its end. */
    String ask(String... tokens) throws IOException {
        return new String(ask((String.join("\t", tokens) + '\n').getBytes(ISO_8859_1)), ISO_8859_1).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
