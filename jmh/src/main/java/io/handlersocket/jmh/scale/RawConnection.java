// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import io.handlersocket.jmh.measure.Database;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection to the read port that does nothing but authenticate and open indexes. For one thread. */
final class RawConnection implements AutoCloseable {

    private final Socket socket;

    RawConnection(Database db) throws IOException {
        socket = new Socket(db.host(), db.readPort());
        socket.setTcpNoDelay(true);
        send("A\t1\t" + db.readSecret() + "\n", 1);
    }

    /** Opens the primary keys of the first tables {@code guarded_N}. */
    void open(String schema, int tables) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < tables; i++) {
            lines.append("P\t")
                    .append(i)
                    .append('\t')
                    .append(schema)
                    .append("\tguarded_")
                    .append(i);
            lines.append("\tPRIMARY\tid\n");
        }
        send(lines.toString(), tables);
    }

    private void send(String lines, int replies) throws IOException {
        socket.getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
        InputStream in = socket.getInputStream();
        for (int i = 0; i < replies; ) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the server closed the connection");
            }
            if (next == '\n') {
                i++;
            }
        }
    }

    /** Closes with a reset, which the server never overlooks. */
    @Override
    public void close() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }
}
