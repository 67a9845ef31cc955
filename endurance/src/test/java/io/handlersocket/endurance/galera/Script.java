// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.testkit.GaleraMariaDB;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Strikes the cluster with one fault after another in a random order. At least two nodes remain the majority. */
final class Script {

    private static final long MAX_AWAY_MILLIS = 10_000;

    private final GaleraMariaDB db;
    private final ClusterRun run;
    private final Ddl ddl;
    private final Health health;
    private final Random random;
    private final List<Fault> faults;
    private final List<Fault> deck = new ArrayList<>();
    private final List<Struck> struck = new ArrayList<>();
    private final List<Move> moves = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    enum Fault {
        KILLED,
        WITHOUT_DATA,
        STOPPED,
        PAUSED,
        ISOLATED,
        ALTER,
        TRUNCATE,
        VIEW_SWAPS,
        RSU_DDL,
        DESYNC,
        ADDRESS_MOVED,
        WRITERS_WAIT
    }

    /** A fault from its begin until its end, when all nodes are synced again. */
    record Struck(Fault fault, long from, long until) {}

    /** The cluster's address leads to this node from this time on; sessions that it had are cut, or stay. */
    record Move(int node, long at, boolean cut) {}

    /** @param faults the only ones that strike */
    Script(GaleraMariaDB db, ClusterRun run, Health health, List<Fault> faults, Random random) {
        this.faults = List.copyOf(faults);
        this.db = db;
        this.run = run;
        this.health = health;
        this.random = random;
        this.ddl = new Ddl(db, random);
    }

    /** Strikes once. A fault that fails is a problem; afterwards the cluster is whole again. */
    void strike() {
        if (deck.isEmpty()) {
            deck.addAll(faults);
            Collections.shuffle(deck, random);
        }
        Fault fault = deck.remove(deck.size() - 1);
        int node = 1 + random.nextInt(ClusterRun.NODES);
        System.out.println("Script: " + fault + ", node " + node);
        long from = System.nanoTime();
        try {
            strike(fault, node);
            db.awaitSize(ClusterRun.NODES);
        } catch (RuntimeException | AssertionError e) {
            problems.add(fault + " of node " + node + ": " + e);
            System.out.println("Script: " + problems.get(problems.size() - 1));
            health.mend();
        }
        Struck now = new Struck(fault, from, System.nanoTime());
        struck.add(now);
        System.out.printf("Script: %s took %d ms%n", fault, TimeUnit.NANOSECONDS.toMillis(now.until() - now.from()));
    }

    private void strike(Fault fault, int node) {
        switch (fault) {
            case KILLED ->
                health.away(node, () -> {
                    db.kill(node);
                    pause();
                    db.restart(node);
                });
            case WITHOUT_DATA -> health.away(node, () -> db.restartWithoutData(node));
            case STOPPED -> health.away(node, () -> db.restart(node));
            case PAUSED -> {
                db.pause(node);
                pause();
                db.resume(node);
                db.awaitSynced(node);
            }
            case ISOLATED -> {
                db.isolate(node);
                Pauses.millis(MAX_AWAY_MILLIS);
                db.rejoin(node);
            }
            case ALTER -> ddl.alter();
            case TRUNCATE -> ddl.truncate();
            case VIEW_SWAPS -> ddl.swapViews();
            case RSU_DDL -> ddl.alterAlone(node, run);
            case DESYNC -> {
                db.desync(node, true);
                pause();
                db.desync(node, false);
            }
            case ADDRESS_MOVED -> moveAddress();
            case WRITERS_WAIT -> {
                run.waitForOthers(true);
                pause();
                run.waitForOthers(false);
            }
        }
    }

    private void pause() {
        Pauses.millis(1_000 + random.nextLong(MAX_AWAY_MILLIS - 1_000));
    }

    /** To each node, with or without the end of its sessions. */
    private void moveAddress() {
        for (int i = 0; i < 3; i++) {
            int node = 1 + random.nextInt(ClusterRun.NODES);
            boolean cut = random.nextBoolean();
            db.moveAddress(node);
            if (cut) {
                db.address().cutAll();
            }
            moves.add(new Move(node, System.nanoTime(), cut));
            Pauses.millis(4_000);
        }
    }

    boolean hasStruckAll() {
        return struck.size() >= faults.size();
    }

    List<Struck> struck() {
        return struck;
    }

    List<Move> moves() {
        return moves;
    }

    Ddl ddl() {
        return ddl;
    }

    /** Faults that did not do what they should. */
    List<String> problems() {
        return problems;
    }
}
