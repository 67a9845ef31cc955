// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.replicas;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.CpuArm;
import io.handlersocket.jmh.measure.Slice;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/** An arm, the CPU time that this JVM and all servers took for its rows, and how many of them came from replicas. */
final class MeteredArm implements Arm {

    private final CpuArm arm;
    private final List<ProcessHandle> servers;
    private final LongSupplier fromReplicas;
    private long serverNanos;
    private long replicaRows;
    private long rows;

    /** @param fromReplicas the rows of all slices so far that came from replicas */
    MeteredArm(Arm arm, List<ProcessHandle> servers, LongSupplier fromReplicas) {
        this.arm = new CpuArm(arm);
        this.servers = List.copyOf(servers);
        this.fromReplicas = fromReplicas;
    }

    @Override
    public String name() {
        return arm.name();
    }

    @Override
    public long run(Slice slice) throws Exception {
        long server = ofServers();
        long replica = fromReplicas.getAsLong();
        long read = arm.run(slice);
        serverNanos += ofServers() - server;
        replicaRows += fromReplicas.getAsLong() - replica;
        rows += read;
        return read;
    }

    private long ofServers() {
        return servers.stream()
                .mapToLong(server ->
                        server.info().totalCpuDuration().map(Duration::toNanos).orElseThrow())
                .sum();
    }

    /** Forgets what the warm-up took. */
    void reset() {
        arm.reset();
        serverNanos = 0;
        replicaRows = 0;
        rows = 0;
    }

    /** Returns microseconds of CPU time of this JVM for each row. */
    double clientMicros() {
        return arm.microsPerRow();
    }

    /** Returns microseconds of CPU time of all servers together for each row. */
    double serverMicros() {
        return serverNanos / 1e3 / Math.max(1, rows);
    }

    /** Returns the share of rows that came from replicas. */
    double replicaShare() {
        return replicaRows / (double) Math.max(1, rows);
    }

    @Override
    public void close() {
        arm.close();
    }
}
