// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

/**
 * What rows cost on both sides. What cannot be known here is negative.
 *
 * @param serverCpuSeconds of the server's process, for 100,000 rows
 * @param clientCpuSeconds of this JVM, for 100,000 rows
 * @param wireBytes on the loopback interface for each row, both ways, headers included
 * @param packets on the loopback interface for each row, both ways; two of them are a round trip
 * @param keyReads of {@code Handler_read_key} for each row
 * @param questions SQL statements for each row
 */
public record Cost(
        String arm,
        double serverCpuSeconds,
        double clientCpuSeconds,
        double wireBytes,
        double packets,
        double keyReads,
        double questions) {

    /** Rows that the CPU times are for. */
    public static final double UNIT = 100_000;

    /** CPU time of the server for one row, in microseconds. */
    public double serverCpuMicros() {
        return micros(serverCpuSeconds);
    }

    /** CPU time of this JVM for one row, in microseconds. */
    public double clientCpuMicros() {
        return micros(clientCpuSeconds);
    }

    private static double micros(double seconds) {
        return seconds < 0 ? -1 : seconds * 1e6 / UNIT;
    }
}
