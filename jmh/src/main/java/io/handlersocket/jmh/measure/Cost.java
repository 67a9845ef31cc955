// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

/**
 * What rows cost on both sides. What cannot be known here is negative.
 *
 * @param serverCpuSeconds of the server's process, for 100,000 rows
 * @param clientCpuSeconds of this JVM, for 100,000 rows
 * @param wireBytes on the loopback interface for each row, both ways, headers included
 * @param keyReads of {@code Handler_read_key} for each row
 * @param questions statements for each row
 */
public record Cost(
        String arm,
        double serverCpuSeconds,
        double clientCpuSeconds,
        double wireBytes,
        double keyReads,
        double questions) {}
