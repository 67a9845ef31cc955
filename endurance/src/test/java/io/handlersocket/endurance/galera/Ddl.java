// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.testkit.GaleraMariaDB;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** DDL of any node on tables that clients of all nodes have open, and how long each statement takes. */
final class Ddl {

    private static final String ALTER = "ALTER";
    private static final String SWAP = "RENAME, view";
    private static final int ALTERS = 2;
    private static final int TRUNCATES = 5;
    private static final int SWAPS = 20;

    /**
     * A worker releases its tables only while it has no connection. Ten new clients a second on each node leave it none,
     * and DDL waits for ten seconds and more.
     */
    private static final long OPENER_MILLIS = 500;

    private final GaleraMariaDB db;
    private final Random random;
    private final List<Timed> statements = new ArrayList<>();
    private final AtomicInteger openings = new AtomicInteger();
    private int columns;
    private volatile boolean opening;

    /** One statement of a kind, with the node on which it ran, and whether clients came and went meanwhile. */
    record Timed(String kind, String statement, int node, long millis, boolean besideOpenings) {}

    Ddl(GaleraMariaDB db, Random random) {
        this.db = db;
        this.random = random;
    }

    private int anyNode() {
        return 1 + random.nextInt(ClusterRun.NODES);
    }

    private void run(String kind, int node, String statement, String... before) {
        List<String> all = new ArrayList<>(List.of(before));
        all.add(statement);
        long begin = System.nanoTime();
        db.node(node).execute(all.toArray(String[]::new));
        statements.add(
                new Timed(kind, statement, node, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin), opening));
    }

    /** New columns, and their end. */
    void alter() {
        for (int i = 0; i < ALTERS; i++) {
            String table = random.nextBoolean() ? "game" : "score";
            String column = "c" + columns++;
            run(ALTER, anyNode(), "ALTER TABLE " + table + " ADD COLUMN " + column + " INT NOT NULL DEFAULT 5");
            Pauses.millis(random.nextInt(4_000));
            run(ALTER, anyNode(), "ALTER TABLE " + table + " DROP COLUMN " + column);
            Pauses.millis(random.nextInt(4_000));
        }
    }

    /** Beside clients that open the table for a moment. */
    void truncate() {
        besideOpenings("other", () -> {
            for (int i = 0; i < TRUNCATES; i++) {
                Pauses.millis(random.nextInt(1_000));
                run("TRUNCATE", anyNode(), "TRUNCATE TABLE other");
            }
        });
    }

    /** A view takes the table's place, and gives it back. A server that opens the view crashes. */
    void swapViews() {
        besideOpenings("swapped", () -> {
            for (int i = 0; i < SWAPS; i++) {
                boolean toView = i % 2 == 0;
                Pauses.millis(random.nextInt(toView ? 1_000 : 200));
                run(
                        SWAP,
                        anyNode(),
                        toView
                                ? "RENAME TABLE swapped TO swapped_table, swapped_view TO swapped"
                                : "RENAME TABLE swapped TO swapped_view, swapped_table TO swapped");
            }
        });
    }

    /**
     * On one node after the other, each of which leaves the replication meanwhile. No application writes there: its
     * COMMIT would wait for the DDL, and the DDL for the tables of its transaction.
     */
    void alterAlone(int first, ClusterRun run) {
        String alone = "SET SESSION wsrep_OSU_method = 'RSU'";
        for (String change : List.of("ADD INDEX of_version (version)", "DROP INDEX of_version")) {
            for (int i = 0; i < ClusterRun.NODES; i++) {
                int node = (first - 1 + i) % ClusterRun.NODES + 1;
                run.withoutWriter(node, () -> run("ALTER, RSU", node, "ALTER TABLE score " + change, alone));
                db.awaitSynced(node);
            }
        }
    }

    private void besideOpenings(String table, Runnable strike) {
        opening = true;
        List<CompletableFuture<Void>> openers = new ArrayList<>();
        try {
            for (int node = 1; node <= ClusterRun.NODES; node++) {
                int opened = node;
                openers.add(CompletableFuture.runAsync(() -> open(opened, table), task -> new Thread(task).start()));
            }
            strike.run();
        } finally {
            opening = false;
            openers.forEach(CompletableFuture::join);
        }
    }

    private void open(int node, String table) {
        while (opening) {
            try (HandlerSocketClient client = HandlerSocketClient.builder()
                    .name("opener " + node)
                    .dataSource(db.node(node).dataSource())
                    .build()) {
                client.index(table).find(1);
                openings.incrementAndGet();
            } catch (HandlerSocketException e) {
                // It is a view, or the DDL waits.
            }
            Pauses.millis(OPENER_MILLIS);
        }
    }

    List<Timed> statements() {
        return statements;
    }

    /** How often a table was opened that was truncated or swapped. */
    int openings() {
        return openings.get();
    }
}
