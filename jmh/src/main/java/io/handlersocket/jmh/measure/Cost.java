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
 * @param writes calls of {@code write()} by this JVM for each row: a blocking round trip is one. The sockets of Netty and
 *     JNA use another system call, which is not counted
 * @param keyReads of {@code Handler_read_key} for each row
 * @param questions SQL statements for each row; neither preparing a statement nor a ping is one
 * @param rowsPerCall rows that a call reads: a lookup, a multi-get, a transaction
 */
public record Cost(
        String arm,
        double serverCpuSeconds,
        double clientCpuSeconds,
        double wireBytes,
        double packets,
        double writes,
        double keyReads,
        double questions,
        double rowsPerCall) {

    /** Rows that the CPU times are for. */
    public static final double UNIT = 100_000;

    /** Returns the CPU time of the server for one call, in microseconds; negative if it is not known. */
    public double serverCpuMicros() {
        return perCall(serverCpuSeconds * 1e6 / UNIT);
    }

    /** Returns the CPU time of this JVM for one call, in microseconds; negative if it is not known. */
    public double clientCpuMicros() {
        return perCall(clientCpuSeconds * 1e6 / UNIT);
    }

    /** Returns what one call costs, from what one row costs. */
    public double perCall(double eachRow) {
        return eachRow < 0 ? -1 : eachRow * rowsPerCall;
    }
}
