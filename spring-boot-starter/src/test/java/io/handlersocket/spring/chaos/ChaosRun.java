// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** One run: server, proxies, JVMs under load, and fault after fault. For one thread. */
final class ChaosRun implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration SETTLED = Duration.ofSeconds(30);

    /** The server looks for idle connections every ten seconds, and {@code handlersocket_timeout} is 30. */
    private static final Duration FORGOTTEN = Duration.ofSeconds(45);

    /** A read that is under way for longer is a late one of the last fault. */
    private static final long CALM_MILLIS = 500;

    private static final Duration POOL_RECOVERS = Duration.ofSeconds(15);
    private static final int LEAK_CYCLES = 10;

    private final HandlerSocketMariaDB server;
    private final TcpProxy fastPort;
    private final TcpProxy sqlPort;
    private final Stage stage;
    private final Random random;
    private final int slack;
    private final long startNanos = System.nanoTime();
    private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final Map<Fault, Tally> tallies = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Footprint> before = new ArrayList<>();
    private final List<Footprint> after = new ArrayList<>();
    private final Progress progress;
    private long longestStallMillis;
    private long calmErrors;

    /** @param slack factor of the times that reads and recoveries may take, for a machine that does other work too */
    ChaosRun(HandlerSocketMariaDB server, Path folder, Random random, int slack) throws IOException {
        this.server = server;
        this.random = random;
        this.slack = slack;
        Files.createDirectories(folder);
        Path board = folder.resolve("board");
        Files.deleteIfExists(board);
        fastPort = new TcpProxy(server.getHost(), server.readPort());
        sqlPort = new TcpProxy(server.getHost(), server.getMappedPort(3306));
        List<Child> children = new CopyOnWriteArrayList<>();
        stage = new Stage(server, fastPort, sqlPort, children, Board.in(board), folder, new LockTimes());
        progress = new Progress(children, startNanos);
    }

    /** Returns when all JVMs read everything over HandlerSocket. */
    void begin() throws Exception {
        progress.now("start");
        Tables.create(stage);
        stage.children().addAll(Applications.start(server, fastPort, sqlPort, random.nextLong(), stage.folder()));
        Map<Child, Map<Kind, Long>> none = fastReads();
        Stage.await("fast reads of every kind", START, () -> missing(none).isEmpty());
        calmErrors = settle().readErrors();
    }

    /** Each fault once, in random order, and again until the time is over; the first round is always complete. */
    void rounds(List<Fault> faults, Duration limit) throws Exception {
        faults.forEach(fault -> tallies.putIfAbsent(fault, new Tally(fault)));
        List<Fault> order = new ArrayList<>(faults);
        do {
            Collections.shuffle(order, random);
            for (Fault fault : order) {
                strike(fault);
                if (!before.isEmpty() && isOver(limit)) {
                    return;
                }
            }
            if (before.isEmpty() && !limit.isZero()) {
                before.addAll(footprints());
            }
        } while (!isOver(limit));
    }

    private boolean isOver(Duration limit) {
        return System.nanoTime() - startNanos > limit.toNanos();
    }

    /** Makes and ends connections in many ways, and compares what is held with {@link #rounds}' first round. */
    void searchLeaks(List<Fault> faults) throws Exception {
        faults.forEach(fault -> tallies.putIfAbsent(fault, new Tally(fault)));
        for (int i = 0; i < LEAK_CYCLES; i++) {
            for (Fault fault : faults) {
                strike(fault);
            }
        }
        after.addAll(footprints());
        for (int i = 0; i < after.size(); i++) {
            problems.addAll(after.get(i).growthSince(before.get(i)));
        }
    }

    /** When the server has forgotten connections that ended. */
    private List<Footprint> footprints() throws IOException {
        long end = System.nanoTime() + FORGOTTEN.toNanos();
        List<Footprint> prints = held();
        while (prints.stream().anyMatch(each -> each.closeWait() > 0) && System.nanoTime() - end < 0) {
            Stage.hold(2);
            prints = held();
        }
        return prints;
    }

    private List<Footprint> held() throws IOException {
        List<Footprint> prints = new ArrayList<>();
        for (Child child : stage.children()) {
            prints.add(Footprint.of(child));
        }
        prints.add(Footprint.ofServer(server.pid()));
        return prints;
    }

    private void strike(Fault fault) throws Exception {
        Tally tally = tallies.computeIfAbsent(fault, Tally::new);
        progress.now(fault.name());
        Stage.hold(1);
        Totals calm = totals();
        refuseErrors(calm);
        for (Child child : stage.children()) {
            child.ask("calm");
        }
        stage.locks().take();
        try {
            String proof = fault.strike().on(stage);
            tally.happened(proof, stage.locks().take());
        } catch (Exception e) {
            problems.add(fault + " did not happen: " + e);
            mend();
        }
        awaitRecovery(fault, tally);
        judge(fault, tally, calm, settle());
    }

    /** A pool waits up to seconds before it connects again: lookups have their time from then on. */
    private void awaitRecovery(Fault fault, Tally tally) throws Exception {
        long ended = System.nanoTime();
        Map<Child, Map<Kind, Long>> fast = fastReads();
        Map<Child, Long> writes = writes();
        Duration limit = Duration.ofSeconds((long) slack * fault.effect().recoverySeconds());
        try {
            Stage.await("writes over JDBC", POOL_RECOVERS, () -> haveGrown(writes));
            Stage.await("fast reads of every kind", limit, () -> missing(fast).isEmpty());
            tally.recovered(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - ended));
        } catch (IllegalStateException e) {
            problems.add(fault + ": " + e.getMessage() + ", " + missing(fast));
        }
    }

    private void judge(Fault fault, Tally tally, Totals start, Totals end) {
        long readErrors = end.readErrors() - start.readErrors();
        tally.cost(readErrors, end.writeErrors() - start.writeErrors(), end.slowestMillis());
        calmErrors = end.readErrors();
        if (readErrors > 0 && !fault.effect().readsMayFail()) {
            problems.add(fault + ": " + readErrors + " reads failed, though JDBC worked");
        }
        if (end.slowestMillis()
                > slack * TimeUnit.SECONDS.toMillis(fault.effect().deadlineSeconds())) {
            problems.add(fault + ": a read took " + end.slowestMillis() + " ms");
        }
        if (fault.effect() != Effect.FROZEN) {
            longestStallMillis = Math.max(longestStallMillis, end.slowestMillis());
        }
    }

    /** Between two faults. */
    private void refuseErrors(Totals now) {
        if (now.readErrors() > calmErrors) {
            problems.add((now.readErrors() - calmErrors) + " reads failed without a fault");
        }
    }

    /** Whatever the fault has left behind. */
    private void mend() {
        fastPort.tear(0);
        fastPort.limit(0);
        fastPort.delay(Duration.ZERO, Duration.ZERO);
        fastPort.stall(false);
        sqlPort.stall(false);
        server.start();
    }

    /** Waits until no read is late any more. */
    private Totals settle() throws Exception {
        long end = System.nanoTime() + SETTLED.toNanos();
        while (true) {
            Stage.hold(0.5);
            Totals now = totals();
            if (now.pendingMillis() < CALM_MILLIS || System.nanoTime() - end > 0) {
                return now;
            }
        }
    }

    private Totals totals() throws IOException {
        List<Status> statuses = new ArrayList<>();
        for (Child child : stage.children()) {
            statuses.add(child.status());
        }
        return Totals.of(statuses);
    }

    private Map<Child, Map<Kind, Long>> fastReads() throws IOException {
        Map<Child, Map<Kind, Long>> fast = new LinkedHashMap<>();
        for (Child child : stage.children()) {
            fast.put(child, new EnumMap<>(child.status().fast()));
        }
        return fast;
    }

    /** What has not been read over HandlerSocket since then. */
    private List<String> missing(Map<Child, Map<Kind, Long>> since) throws IOException {
        List<String> missing = new ArrayList<>();
        Map<Child, Map<Kind, Long>> now = fastReads();
        for (Map.Entry<Child, Map<Kind, Long>> child : since.entrySet()) {
            Map<Kind, Long> counts = now.getOrDefault(child.getKey(), Map.of());
            child.getValue().forEach((kind, count) -> {
                if (counts.getOrDefault(kind, 0L) <= count) {
                    missing.add(child.getKey() + " " + kind);
                }
            });
        }
        return missing;
    }

    private Map<Child, Long> writes() throws IOException {
        Map<Child, Long> writes = new LinkedHashMap<>();
        for (Child child : stage.children()) {
            writes.put(child, child.status().writes());
        }
        return writes;
    }

    private boolean haveGrown(Map<Child, Long> writes) throws IOException {
        Map<Child, Long> now = writes();
        return writes.entrySet().stream().allMatch(each -> now.getOrDefault(each.getKey(), 0L) > each.getValue());
    }

    ChaosReport report() throws IOException {
        Totals totals = totals();
        List<String> all = new ArrayList<>(problems);
        all.addAll(totals.examples());
        totals.foreignErrors().forEach(error -> all.add("not an error of JDBC: " + error));
        for (Child child : stage.children()) {
            child.leaks().forEach(leak -> all.add(child + ": " + leak));
        }
        tallies.forEach((fault, tally) -> {
            if (tally.line().happened() == 0) {
                all.add(fault + " never happened");
            }
        });
        List<Tally.Line> lines = tallies.values().stream().map(Tally::line).toList();
        return new ChaosReport(
                started.toString(),
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos),
                "MariaDB " + server.globalVariable("version") + " (" + server.origin() + ")",
                System.getProperty("java.version"),
                all,
                totals.reads() + totals.writes(),
                totals.reads(),
                totals.reads() == 0 ? 0 : totals.fastReads() * 100 / totals.reads(),
                totals.writes(),
                totals.wrong(),
                totals.stale(),
                totals.errors(),
                longestStallMillis,
                lines.stream().mapToInt(Tally.Line::recoveries).sum(),
                lines,
                before,
                after);
    }

    @Override
    public void close() {
        progress.close();
        stage.children().forEach(Child::close);
        fastPort.close();
        sqlPort.close();
    }
}
