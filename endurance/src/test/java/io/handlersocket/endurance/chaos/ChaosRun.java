// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

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

    /** A quarantine lasts up to 60 s, with jitter, if DDL waits again and again. */
    private static final Duration TABLE_RESTS = Duration.ofSeconds(75);

    /** A busy machine needs longer until every kind was read often enough. */
    private static final int CALM_SECONDS = 10;

    private static final int LEAK_CYCLES = 10;
    private static final Set<Kind> ALL = Set.of(Kind.values());

    private final HandlerSocketMariaDB server;
    private final TcpProxy fastPort;
    private final TcpProxy sqlPort;
    private final Stage stage;
    private final String version;
    private final long seed;
    private final Random random;
    private final int slack;
    private final long startNanos = System.nanoTime();
    private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final Map<Fault, Tally> tallies = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final LeakSearch leaks = new LeakSearch();
    private final CalmReads calm = new CalmReads();
    private final Progress progress;
    private long longestStallMillis;
    private long calmErrors;
    private String last = "the start";

    /** @param slack factor of the times that reads and recoveries may take, for a machine that does other work too */
    ChaosRun(HandlerSocketMariaDB server, Path folder, long seed, int slack) throws IOException {
        this.server = server;
        this.version = "MariaDB " + server.globalVariable("version") + " (" + server.origin() + ")";
        this.seed = seed;
        this.random = new Random(seed);
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

    /** Returns when all JVMs read everything over HandlerSocket, ready for these faults. */
    void begin(List<Fault> faults) throws Exception {
        progress.now("start");
        Tables.create(stage);
        Map<String, String> clock = JumpingClock.environment(faults, stage.folder(), problems);
        stage.children()
                .addAll(Applications.start(server, fastPort, sqlPort, random.nextLong(), stage.folder(), clock));
        Recovery start = new Recovery(stage.children());
        Stage.await("fast reads of every kind", START, () -> start.missing(ALL).isEmpty());
        calmErrors = Totals.of(settle()).readErrors();
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
                    break;
                }
            }
            if (!leaks.hasBegun() && !limit.isZero()) {
                leaks.begin(stage);
            }
        } while (!isOver(limit));
        calm();
    }

    private boolean isOver(Duration limit) {
        return System.nanoTime() - startNanos > limit.toNanos();
    }

    /** Makes and ends connections in many ways, and compares what is held with {@link #rounds}' first round. */
    void searchLeaks(List<Fault> faults) throws Exception {
        faults.forEach(fault -> tallies.putIfAbsent(fault, new Tally(fault)));
        leaks.sample(stage);
        for (int i = 0; i < LEAK_CYCLES; i++) {
            for (Fault fault : faults) {
                strike(fault);
            }
            leaks.sample(stage);
        }
        calm();
        problems.addAll(leaks.end(stage));
    }

    private void strike(Fault fault) throws Exception {
        Tally tally = tallies.computeIfAbsent(fault, Tally::new);
        List<Status> before = calm();
        progress.now(fault.name());
        last = fault.name();
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
        List<Status> after = settle();
        Verdict verdict = Verdict.of(fault, slack, before, after);
        tally.cost(verdict);
        problems.addAll(verdict.problems());
        longestStallMillis = Math.max(longestStallMillis, verdict.stallMillis());
        calmErrors = Totals.of(after).readErrors();
    }

    /**
     * Judges the time between two faults, when all is well again. Beside other tests, lookups may wait for a processor
     * longer than they may take, so one of a few intervals must be right.
     *
     * @return what the JVMs have done until its end
     */
    private List<Status> calm() throws IOException {
        List<Status> end = statuses();
        List<String> wrong = List.of();
        for (int interval = 0; interval == 0 || (interval < slack && !wrong.isEmpty()); interval++) {
            List<Status> begin = end;
            for (int second = 0; second == 0 || (second < CALM_SECONDS && !CalmReads.enough(begin, end)); second++) {
                Stage.hold(1);
                end = statuses();
            }
            wrong = calm.add(last, begin, end);
        }
        problems.addAll(wrong);
        long errors = Totals.of(end).readErrors() - calmErrors;
        if (errors > 0) {
            problems.add(errors + " reads failed without a fault");
        }
        calmErrors += errors;
        return end;
    }

    private void awaitRecovery(Fault fault, Tally tally) throws Exception {
        Recovery recovery = new Recovery(stage.children());
        try {
            RecoveryClock clock = recovery.await(fault.effect(), slack);
            Set<Kind> resting = fault.effect().resting();
            tally.recovered(clock, resting.isEmpty() ? 0 : recovery.awaitTable(resting, TABLE_RESTS));
        } catch (IllegalStateException e) {
            problems.add(fault + ": " + e.getMessage() + ", " + recovery.missing(ALL));
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
    private List<Status> settle() throws IOException {
        long end = System.nanoTime() + SETTLED.toNanos();
        while (true) {
            Stage.hold(0.5);
            List<Status> now = statuses();
            if (Totals.of(now).pendingMillis() < CALM_MILLIS || System.nanoTime() - end > 0) {
                return now;
            }
        }
    }

    private List<Status> statuses() throws IOException {
        List<Status> statuses = new ArrayList<>();
        for (Child child : stage.children()) {
            statuses.add(child.status());
        }
        return statuses;
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
                seed,
                Commands.commit(),
                Runtime.getRuntime().availableProcessors(),
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
                calm.lines(),
                calm.reasons(),
                history,
                leaks.before(),
                leaks.after(),
                leaks.series());
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
