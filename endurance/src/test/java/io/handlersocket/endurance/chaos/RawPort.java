// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** A client of the read port that does what the library never does. */
final class RawPort implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final BufferedReader answers;
    private final long loginMillis;

    /** Connects and authenticates. */
    RawPort(String host, int port, String secret) throws IOException {
        long start = System.nanoTime();
        socket = new Socket(host, port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setSoLinger(true, 0); // the server overlooks a regular end that comes together with a request
        answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
        send("A\t1\t" + secret + "\n", 1);
        loginMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    long loginMillis() {
        return loginMillis;
    }

    /** Opens the primary key as index 1. */
    void open(String database, String table, String columns) throws IOException {
        send("P\t1\t" + database + "\t" + table + "\tPRIMARY\t" + columns + "\n", 1);
    }

    /** Sends requests in one write and waits for their answers, which must be good. */
    void send(String requests, int count) throws IOException {
        socket.getOutputStream().write(requests.getBytes(US_ASCII));
        for (int i = 0; i < count; i++) {
            String answer = answers.readLine();
            if (answer == null || !answer.startsWith("0\t")) {
                throw new IOException("answer: " + answer);
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
