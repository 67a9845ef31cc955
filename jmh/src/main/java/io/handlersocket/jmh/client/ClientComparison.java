// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.CpuArm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Series;
import io.handlersocket.jmh.measure.Slices;
import io.handlersocket.jmh.measure.UserTable;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The arms of this layer that were asked for, beside each other; see jmh/README.md. */
public final class ClientComparison {

    private static final String DEFAULT = "jdbc-prepared-1,jdbc-prepared-4,jdbc-prepared-16,jdbc-prepared-64,"
            + "jdbc-prepared-in100-1,jdbc-prepared-in100-4,vertx-4x64,bare-loop,async-256,async-1024,"
            + "async-id-1024,async-unread-1024,blocking-1,blocking-4,blocking-16,blocking-64,virtual-256,"
            + "multiget100-1,multiget100-4,async-multiget100-16";

    private ClientComparison() {}

    public static void main(String[] args) throws Exception {
        int rounds = Integer.getInteger("rounds", 9);
        long sliceNanos = Long.getLong("slice.millis", 1000) * 1_000_000;
        try (HandlerSocketMariaDB db = UserTable.start();
                ClientArms known = new ClientArms(Database.of(db))) {
            List<CpuArm> arms = new ArrayList<>();
            for (String name : System.getProperty("arms", DEFAULT).split(",", -1)) {
                if (known.absence(name).isEmpty()) {
                    arms.add(new CpuArm(known.connect(name)));
                }
            }
            Slices slices = new Slices(arms, sliceNanos).warmUp(2);
            arms.forEach(CpuArm::reset);
            slices.measure(rounds);
            Map<String, Double> cpu = arms.stream().collect(Collectors.toMap(CpuArm::name, CpuArm::microsPerRow));
            System.out.printf(
                    Locale.ROOT,
                    "%-22s %12s %8s %10s %10s %10s %10s%n",
                    "arm",
                    "rows/s",
                    "IQR %",
                    "cpu us/row",
                    "bytes/row",
                    "p50 us",
                    "p99 us");
            for (Series one : slices.series()) {
                System.out.printf(
                        Locale.ROOT,
                        "%-22s %12.0f %8.1f %10.1f %10.0f %10.1f %10.1f%n",
                        one.arm(),
                        one.median(),
                        one.spread() * 100,
                        cpu.getOrDefault(one.arm(), Double.NaN),
                        one.bytesPerRow(),
                        one.p50Nanos() / 1e3,
                        one.p99Nanos() / 1e3);
            }
        }
    }
}
