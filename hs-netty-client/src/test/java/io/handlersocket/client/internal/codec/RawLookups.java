// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One connection to the read port, one request at a time, with as little of the protocol as a lookup needs. */
final class RawLookups implements AutoCloseable {

    private final Socket socket = new Socket();
    private final InputStream in;

    RawLookups(String host, int port, String secret) throws IOException {
        socket.connect(new InetSocketAddress(host, port), 2_000);
        socket.setSoTimeout(10_000);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        expectOk(ask(("A\t1\t" + secret).getBytes(UTF_8)));
    }

    void open(int id, String database, String table, String index, String columns) throws IOException {
        expectOk(ask(("P\t" + id + '\t' + database + '\t' + table + '\t' + index + '\t' + columns).getBytes(UTF_8)));
    }

    /** The fields of all rows with this key, unescaped, one after the other. */
    List<byte @Nullable []> find(int id, byte[] key) throws IOException {
        return find(id, "=", key);
    }

    List<byte @Nullable []> find(int id, String operator, byte[] key) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes((id + "\t" + operator + "\t1\t").getBytes(UTF_8));
        for (byte b : key) {
            if (b >= 0 && b < 16) {
                line.write(1);
                line.write(b + 64);
            } else {
                line.write(b);
            }
        }
        line.writeBytes("\t100000\t0".getBytes(UTF_8));
        List<byte @Nullable []> tokens = tokens(ask(line.toByteArray()));
        expectOk(tokens.get(0));
        return tokens.subList(2, tokens.size());
    }

    private static List<byte @Nullable []> tokens(byte[] line) {
        List<byte @Nullable []> tokens = new ArrayList<>();
        ByteArrayOutputStream token = new ByteArrayOutputStream();
        for (int i = 0; i <= line.length; i++) {
            if (i == line.length || line[i] == '\t') {
                byte[] bytes = token.toByteArray();
                boolean isNull = bytes.length == 1 && bytes[0] == 0 && line[i - 1] == 0;
                tokens.add(isNull ? null : bytes);
                token.reset();
            } else if (line[i] == 1) {
                i++;
                token.write(line[i] - 64);
            } else {
                token.write(line[i]);
            }
        }
        return tokens;
    }

    private byte[] ask(byte[] line) throws IOException {
        byte[] request = new byte[line.length + 1];
        System.arraycopy(line, 0, request, 0, line.length);
        request[line.length] = '\n';
        socket.getOutputStream().write(request);
        ByteArrayOutputStream reply = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException();
            }
            reply.write(b);
        }
        return reply.toByteArray();
    }

    private static void expectOk(byte @Nullable [] reply) {
        if (reply == null || reply.length == 0 || reply[0] != '0') {
            throw new IllegalStateException("refused: " + (reply == null ? "NULL" : new String(reply, UTF_8)));
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
