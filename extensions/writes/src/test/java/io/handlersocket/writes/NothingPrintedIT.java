// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Key;
import io.handlersocket.client.Logs;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No secret, no key and no value of a written row is in a log at TRACE, an exception or a {@code toString}. */
@Timeout(300)
class NothingPrintedIT {

    private static final long ID = 8_317_204_965_113_472L;
    private static final long ABSENT_ID = 8_317_204_965_224_583L;
    private static final String STAMP = "markOfStamp6U\t\u00e9";
    private static final String WRONG_SECRET = "markOfWrongSecret4T";

    private final HandlerSocketMariaDB server =
            new HandlerSocketMariaDB().withWritePort().withProcessControl();
    private final List<String> printed = new ArrayList<>();

    private void fails(Callable<?> call) {
        try {
            call.call();
        } catch (Exception e) {
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text, true));
            printed.add(text.toString());
            return;
        }
        throw new AssertionError("did not throw");
    }

    private void print(@Nullable Object object) {
        printed.add(String.valueOf(object));
    }

    private HandlerSocketClient client() {
        return PatientClient.builder()
                .name("writer")
                .dataSource(server.dataSource())
                .build();
    }

    private void write() {
        try (HandlerSocketClient client = client()) {
            HandlerSocketWrites writes = HandlerSocketWrites.of(client, WriteOptions.DEFAULTS);
            WriteIndex stamps = writes.index(new TableName("test", "stamp"));
            Write insert = Write.insert(Map.of("id", ID, "text", STAMP));
            await().until(() -> stamps.write(insert) instanceof WriteResult.Applied);
            print(insert);
            print(WriteOptions.DEFAULTS.withSecret(server.writeSecret()));
            print(client);
            print(writes);
            print(stamps);
            print(stamps.writeAll(
                    List.of(Write.update(Key.of(ID), Map.of("text", STAMP + '!')), Write.delete(Key.of(ABSENT_ID)))));
            fails(() -> stamps.write(insert).orThrow());
            fails(() -> stamps.write(Write.update(Key.of(ID), Map.of("text", STAMP.repeat(9)))));
            fails(() -> stamps.write(Write.update(Key.of(ID), Map.of("score", STAMP))));
            fails(() -> stamps.write(Write.insert(Map.of("id", STAMP, "text", STAMP))));
        }
        try (HandlerSocketClient client = client()) {
            WriteIndex refused = HandlerSocketWrites.of(client, WriteOptions.DEFAULTS.withSecret(WRONG_SECRET))
                    .index(new TableName("test", "stamp"));
            fails(() -> refused.write(Write.insert(Map.of("id", ABSENT_ID, "text", STAMP)))
                    .orThrow());
        }
    }

    private void loseServer() {
        try (HandlerSocketClient client = client()) {
            WriteIndex stamps =
                    HandlerSocketWrites.of(client, WriteOptions.DEFAULTS).index(new TableName("test", "stamp"));
            await().until(() -> stamps.write(Write.delete(Key.of(ID))) instanceof WriteResult.Applied);
            server.pause();
            CompletableFuture<WriteResult> lost = stamps.writeAsync(Write.insert(Map.of("id", ID, "text", STAMP)))
                    .toCompletableFuture();
            server.kill();
            fails(() -> lost.get().orThrow());
        }
    }

    @Test
    void whateverHappensToAWrite() {
        server.start();
        List<String> secrets = List.of(server.readSecret(), server.writeSecret());
        try (Logs logs = new Logs("io.handlersocket")) {
            server.execute("CREATE TABLE stamp (id BIGINT NOT NULL PRIMARY KEY, text VARCHAR(40) NOT NULL)"
                    + " DEFAULT CHARSET=utf8mb4");
            write();
            loseServer();
            assertThat(logs.lines(Level.TRACE)).isNotEmpty();
            printed.addAll(logs.lines(Level.TRACE));
        } finally {
            server.stop();
        }
        List<String> marks = Stream.concat(
                        secrets.stream(), Stream.of(String.valueOf(ID), String.valueOf(ABSENT_ID), STAMP, WRONG_SECRET))
                .flatMap(NothingPrintedIT::spellings)
                .toList();
        assertThat(printed)
                .allSatisfy(text -> assertThat(text.toLowerCase(Locale.ROOT)).doesNotContain(marks));
    }

    /** Returns the text as it is, and as bytes in hexadecimal and decimal digits. */
    private static Stream<String> spellings(String mark) {
        byte[] bytes = mark.getBytes(StandardCharsets.UTF_8);
        String decimal = Arrays.toString(bytes);
        return Stream.of(
                mark.strip().toLowerCase(Locale.ROOT),
                HexFormat.of().formatHex(bytes),
                decimal.substring(1, decimal.length() - 1));
    }
}
