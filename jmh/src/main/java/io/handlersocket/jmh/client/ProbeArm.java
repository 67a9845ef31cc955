// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.UserTable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The blocking floor: threads with a plain socket each, prebuilt requests, one in flight, of the answer only the first byte is
 * looked at. No client whose callers wait can be faster.
 */
final class ProbeArm implements Arm {

    private static final int PREBUILT = 1 << 14;

    private static final class Connection {
        final Socket socket;
        final byte[] buffer = new byte[4096];

        Connection(Socket socket) {
            this.socket = socket;
        }
    }

    private final int threads;
    private final byte[][] requests = new byte[PREBUILT][];
    private final Queue<Connection> connections = new ConcurrentLinkedQueue<>();

    ProbeArm(Database db, int threads) throws IOException {
        this.threads = threads;
        for (int i = 0; i < PREBUILT; i++) {
            requests[i] = ("1\t=\t1\t" + UserTable.randomId() + "\n").getBytes(StandardCharsets.US_ASCII);
        }
        for (int i = 0; i < threads; i++) {
            Connection connection = new Connection(new Socket(db.host(), db.readPort()));
            connection.socket.setTcpNoDelay(true);
            ask(connection, ("A\t1\t" + db.readSecret() + "\n").getBytes(StandardCharsets.UTF_8));
            ask(
                    connection,
                    ("P\t1\t" + db.schema() + "\tuser\tPRIMARY\tuser_id,user_name,user_email,created\n")
                            .getBytes(StandardCharsets.UTF_8));
            connections.add(connection);
        }
    }

    @Override
    public String name() {
        return "probe-" + threads;
    }

    @Override
    public long run(Slice slice) throws Exception {
        return Threads.run(threads, slice, () -> {
            Connection connection = connections.remove();
            ask(connection, requests[ThreadLocalRandom.current().nextInt(PREBUILT)]);
            connections.add(connection);
            return 1;
        });
    }

    private static void ask(Connection connection, byte[] request) throws IOException {
        connection.socket.getOutputStream().write(request);
        InputStream in = connection.socket.getInputStream();
        byte[] buffer = connection.buffer;
        int length = 0;
        do {
            int more = in.read(buffer, length, buffer.length - length);
            if (more < 0) {
                throw new IOException("the server closed the connection");
            }
            length += more;
        } while (buffer[length - 1] != '\n');
        if (buffer[0] != '0') {
            throw new AssertionError("an error instead of a row");
        }
    }

    @Override
    public void close() {
        for (Connection connection : connections) {
            try {
                connection.socket.close();
            } catch (IOException gone) {
                // Nothing is left to give back.
            }
        }
    }
}
