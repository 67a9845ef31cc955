// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.component;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.codec.ColumnCodec;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
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
 * What does a value of a row cost when it is read, by type? The baseline makes a string of it.
 *
 * <p>{@code java -jar jmh/target/benchmarks.jar DecodeBenchmark -prof gc}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class DecodeBenchmark {

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
            "bigint",
            123_456_789_012L,
            "decimal",
            new BigDecimal("12345.67"),
            "varchar",
            "user123456@example.com",
            "datetime",
            LocalDateTime.of(2026, 1, 2, 3, 4, 5));

    @Param({"bigint", "decimal", "varchar", "datetime"})
    public String type = "bigint";

    private ColumnCodec codec = Columns.codec("bigint", SERVER);
    private byte[] field = {};

    /** Also checks that the value comes back. */
    @Setup
    public void choose() {
        Object value = VALUES.getOrDefault(type, 0);
        codec = Columns.codec(type, SERVER);
        field = value.toString().replace('T', ' ').getBytes(StandardCharsets.UTF_8);
        if (!value.toString().equals(decode().toString())) {
            throw new AssertionError(type + ": " + decode());
        }
    }

    @Benchmark
    public String baseline() {
        return new String(field, StandardCharsets.UTF_8);
    }

    @Benchmark
    public Object decode() {
        Object value = codec.decode(field, 0, field.length);
        if (value == null) {
            throw new AssertionError("a zero date");
        }
        return value;
    }
}
