// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.component;

import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.ReplyScanner;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to cut the stream into rows, per row, when 64 of them arrive together, whole or in pieces? The baseline only
 * counts line ends, as the bare loop of the comparison does.
 *
 * <p>{@code java -jar jmh/target/benchmarks.jar ReplyScannerBenchmark -prof gc}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ReplyScannerBenchmark {

    private static final int ROWS = 64;

    /** Bytes of a row's last column. */
    @Param({"20", "1000"})
    public int width = 20;

    /** Bytes that arrive at once; 0: all. */
    @Param({"0", "1460"})
    public int piece;

    private ByteBuf stream = Unpooled.EMPTY_BUFFER;
    private final ReplyScanner scanner = new ReplyScanner(1 << 20);
    private long rows;
    private long idSum;

    @Setup
    public void build() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            text.append("0\t4\t").append(i).append("\tuser ").append(i).append('\t');
            text.append("x".repeat(width)).append("\t2026-01-01 00:00:00\n");
        }
        stream = Unpooled.directBuffer().writeBytes(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int baseline() {
        int lines = 0;
        for (int at = 0; (at = stream.indexOf(at, stream.writerIndex(), (byte) '\n') + 1) > 0; ) {
            lines++;
        }
        return lines;
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long scan() {
        int step = piece == 0 ? stream.writerIndex() : piece;
        for (int at = 0; at < stream.writerIndex(); at += step) {
            scanner.feed(stream.slice(at, Math.min(step, stream.writerIndex() - at)), this::row);
        }
        return idSum;
    }

    private void row(Reply reply) {
        if (!reply.isOk() || reply.number(1) != 4) {
            throw reply.malformed();
        }
        byte[] values = reply.copyRow(4, 2);
        rows++;
        idSum += values[0];
    }

    /** Whole rounds of rows only, and the first digits of their ids. */
    @TearDown
    public void check() {
        long digits = 0;
        for (int i = 0; i < ROWS; i++) {
            digits += Integer.toString(i).charAt(0);
        }
        if (rows % ROWS != 0 || idSum != rows / ROWS * digits) {
            throw new AssertionError(rows + " rows, sum " + idSum);
        }
    }
}
