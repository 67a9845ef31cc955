// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.UserTable;
import io.handlersocket.testkit.DistributionProgram;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A memcached that holds each row as one line of text. */
final class Memcached {

    private Memcached() {}

    /**
     * Starts it and fills it.
     *
     * @throws IllegalStateException if this machine neither has nor can fetch the program; the message names the reason
     */
    static CacheServer start() throws IOException, InterruptedException {
        DistributionProgram program =
                DistributionProgram.find("memcached", List.of("libevent-2.1-7", "libevent-2.1-7t64", "libsasl2-2"));
        String user = System.getProperty("user.name");
        CacheServer server = CacheServer.start(
                program,
                port -> List.of("-l", "127.0.0.1", "-U", "0", "-p", Integer.toString(port), "-m", "1024", "-u", user));
        fill(server);
        return server;
    }

    private static void fill(CacheServer server) throws IOException, InterruptedException {
        try (Socket socket = server.connect();
                OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16)) {
            for (int id = 0; id < UserTable.ROWS; id++) {
                byte[] row = row(id).getBytes(StandardCharsets.UTF_8);
                out.write(("set " + id + " 0 0 " + row.length + " noreply\r\n").getBytes(StandardCharsets.UTF_8));
                out.write(row);
                out.write('\r');
                out.write('\n');
            }
            out.write("mn\r\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            InputStream in = socket.getInputStream();
            byte[] answer = in.readNBytes(4);
            if (answer.length < 4 || answer[0] != 'M') {
                throw new IOException("memcached did not take the rows: " + new String(answer, StandardCharsets.UTF_8));
            }
        }
    }

    private static String row(int id) {
        return "user " + id + "|user" + id + "@example.com|" + CacheServer.created(id);
    }
}
