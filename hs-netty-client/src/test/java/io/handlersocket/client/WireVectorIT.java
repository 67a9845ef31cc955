// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.handlersocket.client.internal.protocol.LineBuilder;
import io.handlersocket.client.internal.protocol.Replies;
import io.handlersocket.client.internal.protocol.ReplyScanner;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.internal.protocol.Tokens;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.WireVectors;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Replays recorded conversations against the real server, and through the client's encoder and decoder. */
class WireVectorIT {

    private static final HandlerSocketMariaDB DB =
            new HandlerSocketMariaDB().withWritePort().withSecrets("hs-read", "hs-write");
    private static List<WireVectors.Vector> vectors = List.of();
    private static Connection sql;

    @BeforeAll
    static void start() throws IOException, SQLException {
        vectors = WireVectors.read();
        if (vectors.stream()
                .anyMatch(vector ->
                        vector.setup().toString().toLowerCase(Locale.ROOT).contains("rocksdb"))) {
            DB.withEngine("rocksdb");
        }
        DB.start();
        DB.execute("CREATE DATABASE hsv");
        sql = DB.rootDataSource().getConnection();
    }

    @AfterAll
    static void stop() throws SQLException {
        sql.close();
        DB.stop();
    }

    @TestFactory
    Stream<DynamicTest> theServerAnswersAsRecorded() {
        return vectors.stream().map(vector -> DynamicTest.dynamicTest(vector.name(), () -> replay(vector)));
    }

    @TestFactory
    Stream<DynamicTest> theEncoderBuildsTheSameBytes() {
        return vectors.stream()
                .map(vector -> DynamicTest.dynamicTest(vector.name(), () -> {
                    for (byte[] request : vector.requests()) {
                        byte[] built = built(request);
                        if (built != null) {
                            assertThat(built).asString(ISO_8859_1).isEqualTo(new String(request, ISO_8859_1));
                        }
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> theDecoderReadsTheSameTokens() {
        return vectors.stream()
                .map(vector -> DynamicTest.dynamicTest(vector.name(), () -> {
                    for (byte[] response : vector.responses()) {
                        decode(response);
                    }
                }));
    }

    /** Otherwise the test above would say nothing. */
    @Test
    void mostLinesAreOnesTheEncoderCanBuild() {
        List<byte[]> requests =
                vectors.stream().flatMap(vector -> vector.requests().stream()).toList();
        long built = requests.stream().filter(request -> built(request) != null).count();
        System.out.println("WireVectorIT: " + vectors.size() + " vectors, " + requests.size() + " requests, " + built
                + " of them built by the encoder");
        boolean own = System.getProperty("wire.vectors", "").isEmpty();
        assertThat((double) built / requests.size()).isGreaterThan(own ? 0.9 : 0);
    }

    private static void replay(WireVectors.Vector vector) throws IOException, SQLException {
        assumeTrue(
                vector.isHarmlessTo(DB.pluginVersion()),
                vector + " can crash a server with this version of the plugin, " + DB.pluginVersion());
        try (Statement statement = sql.createStatement()) {
            for (String setup : vector.setup()) {
                statement.execute(setup);
            }
        } catch (SQLException e) {
            if (!vector.name().startsWith("since_")) {
                throw e;
            }
            assumeTrue(false, "the server does not have what " + vector + " needs: " + e.getMessage());
        }
        List<byte[]> answers = new ArrayList<>();
        try (Socket socket = new Socket(DB.getHost(), vector.writePort() ? DB.writePort() : DB.readPort())) {
            socket.setSoTimeout(10_000);
            if (vector.authenticate()) {
                byte[] secret = Requests.auth(vector.writePort() ? "hs-write" : "hs-read");
                assertThat(answer(socket, secret)).asString(UTF_8).isEqualTo("0\t1\n");
            }
            for (byte[] request : vector.requests()) {
                answers.add(answer(socket, request));
            }
        }
        if (!vector.isRecorded(answers)) {
            assertThat(answers.stream().map(answer -> new String(answer, ISO_8859_1)))
                    .containsExactlyElementsOf(vector.responses().stream()
                            .map(answer -> new String(answer, ISO_8859_1))
                            .toList());
        }
    }

    private static byte[] answer(Socket socket, byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        InputStream in = socket.getInputStream();
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        int b;
        do {
            b = in.read();
            if (b < 0) {
                throw new EOFException("after " + answer.toString(ISO_8859_1));
            }
            answer.write(b);
        } while (b != '\n');
        return answer.toByteArray();
    }

    private static void decode(byte[] response) {
        String line = new String(response, 0, response.length - 1, ISO_8859_1);
        List<String> tokens = List.of(line.split("\t", -1));
        int[] seen = new int[1];
        new ReplyScanner(1 << 27).feed(Unpooled.wrappedBuffer(response), reply -> {
            seen[0]++;
            assertThat(Replies.tokens(reply)).isEqualTo(tokens);
            assertThat(reply.isOk()).isEqualTo(tokens.get(0).equals("0"));
            if (reply.isOk()) {
                assertThat(reply.number(1)).isEqualTo(Integer.parseInt(tokens.get(1)));
            } else {
                assertThat(reply.number(0)).isEqualTo(Integer.parseInt(tokens.get(0)));
                assertThat(reply.error()).isEqualTo(tokens.get(2));
            }
            for (int i = 2; i < reply.tokens(); i++) {
                byte[] token = tokens.get(i).getBytes(ISO_8859_1);
                byte @Nullable [] value = value(token);
                LineBuilder again = new LineBuilder(0);
                assertThat(
                                value == null
                                        ? again.value(null).line()
                                        : again.value(value).line())
                        .as("value %s, decoded and encoded", i)
                        .asString(ISO_8859_1)
                        .isEqualTo(tokens.get(i) + '\n');
            }
        });
        assertThat(seen[0]).isEqualTo(1);
    }

    private static byte @Nullable [] value(byte[] token) {
        return Tokens.isNull(token, 0, token.length) ? null : Tokens.unescape(token, 0, token.length);
    }

    /** The same line made by the encoder, or null if it is one that the encoder never makes. */
    private static byte @Nullable [] built(byte[] request) {
        List<byte[]> tokens = tokens(request);
        String first = new String(tokens.get(0), UTF_8);
        if (first.equals("A")) {
            boolean possible = tokens.size() == 3 && text(tokens, 1).equals("1") && isCanonical(tokens.get(2));
            byte[] secret = possible ? value(tokens.get(2)) : null;
            return secret == null ? null : Requests.auth(new String(secret, UTF_8));
        }
        if (first.equals("P")) {
            return opening(tokens);
        }
        if (tokens.size() < 4
                || !first.matches("0|[1-9][0-9]{0,2}")
                || !tokens.stream().allMatch(t -> isCanonical(t))) {
            return null;
        }
        String parts = text(tokens, 2);
        boolean find = text(tokens, 1).equals("=") && parts.equals(String.valueOf(tokens.size() - 3));
        LineBuilder line = find
                ? new LineBuilder(Requests.findPrefix(Integer.parseInt(first), tokens.size() - 3), 0)
                : new LineBuilder(0)
                        .number(Integer.parseInt(first))
                        .keyword(text(tokens, 1))
                        .keyword(parts);
        for (byte[] token : tokens.subList(3, tokens.size())) {
            byte[] value = value(token);
            if (value == null) {
                line.value(null);
            } else {
                line.value(value);
            }
        }
        return line.line();
    }

    private static byte @Nullable [] opening(List<byte[]> tokens) {
        if (tokens.size() < 6 || tokens.size() > 7 || !text(tokens, 1).matches("0|[1-9][0-9]{0,2}")) {
            return null;
        }
        int id = Integer.parseInt(text(tokens, 1));
        if (id >= Requests.MAX_INDEX_IDS || tokens.get(5).length == 0) {
            return null;
        }
        List<String> filters = tokens.size() == 7 ? List.of(text(tokens, 6).split(",")) : List.of();
        return Requests.open(
                id,
                text(tokens, 2),
                text(tokens, 3),
                text(tokens, 4),
                List.of(text(tokens, 5).split(",")),
                filters);
    }

    private static String text(List<byte[]> tokens, int i) {
        return new String(tokens.get(i), UTF_8);
    }

    /** Whether no byte is raw that has to be escaped, and none escaped that need not be. */
    private static boolean isCanonical(byte[] token) {
        if (Tokens.isNull(token, 0, token.length)) {
            return true;
        }
        for (int i = 0; i < token.length; i++) {
            if (token[i] == Tokens.ESCAPE) {
                i++;
                if (i == token.length || token[i] < 0x40 || token[i] > 0x4f) {
                    return false;
                }
            } else if (token[i] >= 0 && token[i] <= Tokens.LAST_ESCAPED) {
                return false;
            }
        }
        return true;
    }

    private static List<byte[]> tokens(byte[] line) {
        List<byte[]> tokens = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < line.length; i++) {
            if (line[i] == Tokens.TAB || line[i] == Tokens.LF) {
                tokens.add(Arrays.copyOfRange(line, from, i));
                from = i + 1;
            }
        }
        return tokens;
    }
}
