// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What happens inside the applications. */
final class ClientFaults {

    /** More than {@code handlersocket_timeout} and the ten seconds in which the server looks for it. */
    private static final int FROZEN_SECONDS = 45;

    /** Longer than a lookup may take, shorter than the guard may be silent: like a garbage collection. */
    private static final double PAUSE_SECONDS = 0.8;

    private static final int PAUSES = 5;

    private static final String CIRCUIT_OPEN = "OUTAGE: HandlerSocket did not answer the last lookups";

    /** libfaketime looks into its file once a second. */
    private static final Duration NOTICED = Duration.ofSeconds(5);

    private ClientFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("client-frozen", Effect.FROZEN, ClientFaults::frozen),
                new Fault("client-paused", Effect.FAST_PATH, ClientFaults::paused),
                new Fault("pool-exhausted", Effect.SQL, ClientFaults::poolExhausted),
                new Fault("io-blocked", Effect.FAST_PATH, ClientFaults::ioBlocked),
                new Fault("heap-pressure", Effect.FAST_PATH, ClientFaults::heapPressure),
                new Fault(JumpingClock.FAULT, Effect.FAST_PATH, ClientFaults::clockJump));
    }

    private static String frozen(Stage stage) throws Exception {
        Child child = stage.children().get(Applications.STOPPED);
        String name = child.toString();
        int before = Footprint.ofProcess(name, child.pid()).established();
        Process shell = stop(String.valueOf(child.pid()), FROZEN_SECONDS);
        try {
            Stage.hold(2);
            Stage.prove(state(child.pid()) == 'T', "the process runs");
            Stage.hold(FROZEN_SECONDS - 4);
            Stage.prove(state(child.pid()) == 'T', "the process was not stopped for so long");
            // A stopped process closes nothing: the server has ended them, and the kernel of the client knows it.
            int after = Footprint.ofProcess(name, child.pid()).established();
            Stage.prove(after < before, "the server ended no connection of the process");
            return "process " + child.pid() + " stopped for " + FROZEN_SECONDS + " s, which ended " + (before - after)
                    + " of its " + before + " connections";
        } finally {
            shell.waitFor();
        }
    }

    /** The answers came meanwhile: no lookup may count as one that the server did not answer. */
    private static String paused(Stage stage) throws Exception {
        String pids = stage.children().stream()
                .map(child -> String.valueOf(child.pid()))
                .collect(Collectors.joining(" "));
        long fast = stage.fastReads();
        long refused = refusedByCircuit(stage);
        for (int i = 0; i < PAUSES; i++) {
            Process shell = stop(pids, PAUSE_SECONDS);
            try {
                Stage.hold(PAUSE_SECONDS / 2);
                for (Child child : stage.children()) {
                    Stage.prove(state(child.pid()) == 'T', child + " runs");
                }
            } finally {
                shell.waitFor();
            }
            Stage.hold(1);
        }
        refused = refusedByCircuit(stage) - refused;
        Stage.prove(refused == 0, "the circuit breaker refused " + refused + " reads");
        return "all JVMs stopped " + PAUSES + " times for " + PAUSE_SECONDS + " s, " + (stage.fastReads() - fast)
                + " fast reads in between";
    }

    private static long refusedByCircuit(Stage stage) throws IOException {
        long refused = 0;
        for (Child child : stage.children()) {
            refused += child.status().reasons().getOrDefault(CIRCUIT_OPEN, 0L);
        }
        return refused;
    }

    /** Stops processes for a while, by a shell, which wakes them even if this JVM has ended. */
    private static Process stop(String pids, double seconds) throws IOException {
        String script = "kill -STOP " + pids + "; sleep " + seconds + "; kill -CONT " + pids;
        return new ProcessBuilder("/bin/sh", "-c", script).start();
    }

    private static char state(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }

    private static String poolExhausted(Stage stage) throws IOException {
        List<String> evidence = new ArrayList<>();
        try {
            for (Child child : stage.children()) {
                evidence.add(child.ask("pool empty"));
            }
            long before = stage.fastReads();
            Stage.hold(4);
            long fast = stage.fastReads() - before;
            Stage.prove(fast > 100, fast + " fast reads without a pool");
            return evidence.get(0) + " in each JVM, " + fast + " fast reads meanwhile";
        } finally {
            for (Child child : stage.children()) {
                child.ask("pool full");
            }
        }
    }

    /** In the JVM that has no direct connections: all its lookups need the I/O threads. */
    private static String ioBlocked(Stage stage) throws IOException {
        Child child = stage.children().get(Applications.WITHOUT_DIRECT_CONNECTIONS);
        String blocked = child.ask("io block");
        Stage.hold(4);
        child.ask("io release");
        return blocked + " for 4 s";
    }

    private static String heapPressure(Stage stage) throws IOException {
        Child child = stage.children().get(1);
        String full = child.ask("heap fill");
        Stage.hold(4);
        String now = child.ask("heap empty");
        return full + "; " + now;
    }

    /** An hour ahead, and back again. */
    private static String clockJump(Stage stage) throws Exception {
        Child child = stage.children().get(Applications.WITH_OWN_CLOCK);
        JumpingClock clock = new JumpingClock(stage.folder());
        clock.set(Duration.ofHours(1));
        long ahead;
        long fast;
        try {
            Stage.await("the clock is ahead", NOTICED, () -> seconds(child) > 3_500);
            ahead = seconds(child);
            Stage.hold(4); // the limit for lookups to come back, and the last second
            long before = child.status().fastReads();
            Stage.hold(1);
            fast = child.status().fastReads() - before;
        } finally {
            clock.set(Duration.ZERO);
        }
        Stage.await("the clock is back", NOTICED, () -> seconds(child) < 100);
        Stage.prove(fast > 0, "no fast reads while the clock was ahead");
        return child + " was " + ahead + " s ahead, then " + seconds(child) + " s, with " + fast
                + " fast reads per second ahead";
    }

    /** How far its wall clock is ahead of this JVM's. */
    private static long seconds(Child child) throws IOException {
        return (Long.parseLong(child.ask("time")) - System.currentTimeMillis()) / 1_000;
    }
}
