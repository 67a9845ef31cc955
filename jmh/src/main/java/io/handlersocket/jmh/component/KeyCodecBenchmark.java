// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.component;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.codec.ColumnCodec;
import io.handlersocket.client.internal.protocol.LineBuilder;
import io.handlersocket.client.internal.protocol.Requests;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a key cost on the caller's thread, by type: validated and encoded, then built into a request? The baseline is the
 * text of the value as bytes, which checks nothing.
 *
 * <p>{@code java -jar jmh/target/benchmarks.jar KeyCodecBenchmark -prof gc}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class KeyCodecBenchmark {

    private static final ServerFacts SERVER = new ServerFacts(
            "10.11.19-MariaDB",
            "benchmark",
            "test",
            "app@localhost",
            "localhost:3306",
            "UTC",
            "SYSTEM",
            ZoneOffset.UTC,
            Instant.ofEpochSecond(Integer.MAX_VALUE),
            false,
            false,
            false,
            true,
            "",
            9998,
            9999);

    private static final Map<String, Object> VALUES = Map.of(
            "int",
            123_456,
            "bigint",
            123_456_789_012L,
            "decimal",
            new BigDecimal("12345.67"),
            "varchar",
            "user 123456",
            "date",
            LocalDate.of(2026, 1, 2),
            "datetime",
            LocalDateTime.of(2026, 1, 2, 3, 4, 5),
            "uuid",
            new UUID(0x123e4567e89b12d3L, 0x8456426614174000L));

    @Param({"int", "bigint", "decimal", "varchar", "date", "datetime", "uuid"})
    public String type = "int";

    private Object value = 0;
    private ColumnCodec codec = Columns.codec("int", SERVER);
    private byte[] prefix = {};

    /** Also checks that the key is what SQL would compare: text, but for UUIDs. */
    @Setup
    public void choose() {
        value = VALUES.getOrDefault(type, 0);
        codec = Columns.codec(type, SERVER);
        prefix = Requests.findPrefix(1, 1);
        byte[] expected = value instanceof UUID uuid
                ? ByteBuffer.allocate(16)
                        .putLong(uuid.getMostSignificantBits())
                        .putLong(uuid.getLeastSignificantBits())
                        .array()
                : value.toString().replace('T', ' ').getBytes(StandardCharsets.UTF_8);
        if (!Arrays.equals(encode(), expected)) {
            throw new AssertionError(type + ": " + new String(encode(), StandardCharsets.UTF_8));
        }
    }

    @Benchmark
    public byte[] baseline() {
        return value.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Benchmark
    public byte[] encode() {
        byte[] key = codec.encodeKey(value);
        if (key == null) {
            throw new AssertionError("no row could match");
        }
        return key;
    }

    @Benchmark
    public byte[] request() {
        byte[] key = encode();
        return new LineBuilder(prefix, LineBuilder.lengthOf(key) + 1).value(key).line();
    }
}
