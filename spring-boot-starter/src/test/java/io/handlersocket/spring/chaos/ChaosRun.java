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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.springframework.util.FileSystemUtils;

/** One run: server, proxies, JVMs under load, and fault after fault. For one thread. */
final class ChaosRun implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration SETTLED = Duration.ofSeconds(30);

    /** A read that is under way for longer is a late one of the last fault. */
    private static final long CALM_MILLIS = 500;

    private static final Duration POOL_RECOVERS = Duration.ofSeconds(15);
    private static final Duration RECOVERY = Duration.ofSeconds(3);

    /** A quarantine lasts up to 60 s, with jitter, if DDL waits again and again. */
    private static final Duration TABLE_RESTS = Duration.ofSeconds(75);

    private static final int LEAK_CYCLES = 10;
    private static final Set<Kind> ALL = Set.of(Kind.values());

    private final HandlerSocketMariaDB server;
    private final TcpProxy fastPort;
    private final TcpProxy sqlPort;
    private final Stage stage;
    private final String version;
    private final Random random;
    private final int slack;
    private final long startNanos = System.nanoTime();
    private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final Map<Fault, Tally> tallies = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final LeakSearch leaks = new LeakSearch();
    private final Progress progress;
    private long longestStallMillis;
    private long calmErrors;

    /** @param slack factor of the times that reads and recoveries may take, for a machine that does other work too */
    ChaosRun(HandlerSocketMariaDB server, Path folder, Random random, int slack) throws IOException {
        this.server = server;
        this.version = "MariaDB " + server.globalVariable("version") + " (" + server.origin() + ")";
        this.random = random;
        this.slack = slack;
        FileSystemUtils.deleteRecursively(folder); // journals of an earlier run above all
        Files.createDirectories(journals(folder));
        fastPort = new TcpProxy(server.getHost(), server.readPort());
        sqlPort = new TcpProxy(server.getHost(), server.getMappedPort(3306));
        List<Child> children = new CopyOnWriteArrayList<>();
        TableHistory history = new TableHistory(journals(folder));
        stage = new Stage(
                server, fastPort, sqlPort, children, Board.in(board(folder)), folder, history, new LockTimes());
        progress = new Progress(children, startNanos);
    }

    /** File of the board of a run with this folder. */
    static Path board(Path folder) {
        return folder.resolve("board");
    }

    /** Folder of its journals. */
    static Path journals(Path folder) {
        return folder.resolve("history");
    }

    /** Returns when all JVMs read everything over HandlerSocket. */
    void begin() throws Exception {
        progress.now("start");
        Tables.create(stage);
        stage.children().addAll(Applications.start(server, fastPort, sqlPort, random.nextLong(), stage.folder()));
        Recovery start = new Recovery(stage.children());
        Stage.await("fast reads of every kind", START, () -> start.missing(ALL).isEmpty());
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
                if (leaks.hasBegun() && isOver(limit)) {
                    return;
                }
            }
            if (!leaks.hasBegun() && !limit.isZero()) {
                leaks.begin(stage);
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
        problems.addAll(leaks.end(stage));
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
        Effect effect = fault.effect();
        Recovery recovery = new Recovery(stage.children());
        try {
            long jdbc = time("writes over JDBC", POOL_RECOVERS, recovery::writesWork);
            long others = time(
                    "fast reads",
                    RECOVERY.multipliedBy(slack),
                    () -> recovery.missing(effect.others()).isEmpty());
            long table = effect.resting().isEmpty()
                    ? 0
                    : others
                            + time(
                                    "fast reads of the changed table",
                                    TABLE_RESTS,
                                    () -> recovery.missing(effect.resting()).isEmpty());
            tally.recovered(jdbc, others, table);
        } catch (IllegalStateException e) {
            problems.add(fault + ": " + e.getMessage() + ", " + recovery.missing(ALL));
        }
    }

    /** Milliseconds until this holds. */
    private static long time(String what, Duration limit, Stage.Condition condition) throws Exception {
        long start = System.nanoTime();
        Stage.await(what, limit, condition);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
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

    /** Notes what ended the run early. */
    void endedBy(Exception failure) {
        problems.add("the run ended early: " + failure);
    }

    /** What the applications have done so far, as far as they still answer. */
    private Totals lastTotals() {
        List<Status> statuses = new ArrayList<>();
        for (Child child : stage.children()) {
            try {
                child.status();
            } catch (IOException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
            Status last = child.last();
            if (last != null) {
                statuses.add(last);
            }
        }
        return Totals.of(statuses);
    }

    /** Ends the applications, and judges all that they have done. */
    ChaosReport report() throws IOException {
        Totals totals = lastTotals();
        List<String> all = new ArrayList<>(problems);
        all.addAll(totals.examples());
        totals.foreignErrors().forEach(error -> all.add("not an error of JDBC: " + error));
        for (Child child : stage.children()) {
            child.leaks().forEach(leak -> all.add(child + ": " + leak));
        }
        tallies.values().forEach(tally -> all.addAll(tally.problems()));
        stage.children().forEach(Child::close);
        HistoryResult history = HistoryResult.of(journals(stage.folder()));
        all.addAll(history.problems());
        if (history.problems().isEmpty()) {
            FileSystemUtils.deleteRecursively(journals(stage.folder())); // a long run leaves a gigabyte
        }
        List<Tally.Line> lines = tallies.values().stream().map(Tally::line).toList();
        return new ChaosReport(
                started.toString(),
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos),
                version,
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
                history,
                leaks.before(),
                leaks.after());
    }

    @Override
    public void close() {
        progress.close();
        stage.children().forEach(Child::close);
        stage.history().close();
        fastPort.close();
        sqlPort.close();
    }
}
