// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The client beside JDBC and beside a bare event loop: lookups a second by primary key, medians of slices that alternate.
 *
 * <p>Run line: see jmh/README.md.
 */
public final class ClientComparison {

    private ClientComparison() {}

    public static void main(String[] args) throws Exception {
        int rounds = Integer.getInteger("rounds", 9);
        long sliceNanos = Long.getLong("slice.millis", 1000) * 1_000_000;
        try (HandlerSocketMariaDB db = Fixture.start();
                HandlerSocketClient client = HandlerSocketClient.builder()
                        .dataSource(db.dataSource())
                        .connections(Integer.getInteger("connections", 4))
                        .build()) {
            Index index = client.index(
                    IndexSpec.primary(db.getDatabaseName(), "user").select("user_name", "user_email", "created"));
            List<Arm> arms = new ArrayList<>(List.of(
                    new JdbcArm(db, 1, 1),
                    new JdbcArm(db, 4, 1),
                    new JdbcArm(db, 16, 1),
                    new JdbcArm(db, 1, 100),
                    new JdbcArm(db, 4, 100),
                    new BareLoopArm(db),
                    new AsyncArm(index, 256),
                    new AsyncArm(index, 1024),
                    new BlockingArm(index, 1),
                    new BlockingArm(index, 16),
                    new MultiGetArm(index, 1, 100),
                    new MultiGetArm(index, 4, 100)));
            String only = System.getProperty("arms", "");
            arms.removeIf(arm -> !only.isEmpty() && !List.of(only.split(",")).contains(arm.name()));
            Slices slices = new Slices(arms, sliceNanos);
            slices.run(2, false);
            slices.run(rounds, true);
            slices.print();
            System.out.printf(Locale.ROOT, "%s%n", client.snapshot());
            for (Arm arm : arms) {
                arm.close();
            }
        }
    }
}
