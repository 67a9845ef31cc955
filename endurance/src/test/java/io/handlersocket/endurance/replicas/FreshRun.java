// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import io.handlersocket.testkit.ReplicatedMariaDB;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.awaitility.Awaitility;

/** Writers and readers at work until {@link #end()}, which judges every answer. Used by one thread. */
final class FreshRun implements AutoCloseable {

    private static final int WRITERS = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int SHOWN = 5;

    private final RunClock clock = new RunClock();
    private final AtomicReference<Token> newest = new AtomicReference<>();
    private final Random random;
    private final List<RowWriter> writers = new ArrayList<>();
    private final List<RowReader> readers = new ArrayList<>();
    private final List<Thread> writing = new ArrayList<>();
    private final List<Thread> reading = new ArrayList<>();
    private final List<FailOver> failOvers = new ArrayList<>();
    private final List<Fencing> fencings = new ArrayList<>();

    /**
     * What a run has shown.
     *
     * @param counts of each error
     * @param some findings of each error
     * @param answers by way and server
     * @param commits attempts of the writers
     * @param lost acknowledged commits that a fail-over lost
     */
    record Verdict(
            Map<Finding.Wrong, Integer> counts,
            List<Finding> some,
            Map<String, Integer> answers,
            long commits,
            long lost) {}

    /** Makes the table, waits until the replicas have it, and starts the writers. */
    FreshRun(ReplicatedMariaDB db, int replicas, Random random) {
        this.random = random;
        FreshTable.create(db);
        for (int i = 0; i < replicas; i++) {
            db.awaitReplica(i, PATIENCE);
        }
        AtomicLong nonces = new AtomicLong(FreshTable.FIRST_FREE_NONCE);
        DataSource primary = db.primaryDataSource();
        for (int i = 0; i < WRITERS; i++) {
            RowWriter writer = new RowWriter(primary, clock, nonces, newest, new Random(random.nextLong()), i, WRITERS);
            writers.add(writer);
            writing.add(start("writer-" + i, writer));
        }
    }

    private static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    RunClock clock() {
        return clock;
    }

    /** Starts a reader. */
    void read(RowReader.Way way, Reading how) {
        RowReader reader = new RowReader(way, how, clock, newest, new Random(random.nextLong()), readers.size());
        readers.add(reader);
        reading.add(start("reader-" + way.name(), reader));
    }

    /** Runs what changes the primary, and returns when the readers know the new one: with the strike itself. */
    FailOver failOver(Runnable strike) {
        long from = clock.now();
        strike.run();
        FailOver failOver = new FailOver(from, clock.now());
        failOvers.add(failOver);
        return failOver;
    }

    /** Runs something while no writer writes or is connected. */
    void withoutWrites(Runnable strike) {
        writers.forEach(RowWriter::hold);
        try {
            strike.run();
        } finally {
            writers.forEach(RowWriter::resume);
        }
    }

    /** From now on, no read that begins may be answered by this server, until it is admitted again. */
    void fence(String server) {
        fencings.add(new Fencing(server, clock.now(), Commit.NEVER));
    }

    /** From now on, this server may answer again. */
    void admit(String server) {
        long now = clock.now();
        fencings.replaceAll(fencing -> fencing.server().equals(server) && fencing.until() == Commit.NEVER
                ? new Fencing(server, fencing.from(), now)
                : fencing);
    }

    /** Answers so far. */
    int reads() {
        return readers.stream().mapToInt(RowReader::reads).sum();
    }

    /** Waits until the writers are at work again, which a fail-over has interrupted. */
    void awaitNextCommit() {
        Token before = newest.get();
        Awaitility.await().atMost(PATIENCE).until(() -> !Objects.equals(newest.get(), before));
    }

    /** Stops everything, and judges. */
    Verdict end() throws InterruptedException, SQLException {
        close();
        List<Commit> commits = new ArrayList<>();
        for (RowWriter writer : writers) {
            commits.addAll(writer.commits(failOvers));
        }
        FreshnessChecker checker = new FreshnessChecker(commits, fencings);
        Map<Finding.Wrong, Integer> counts = new EnumMap<>(Finding.Wrong.class);
        Map<String, Integer> answers = new TreeMap<>();
        List<Finding> some = new ArrayList<>();
        for (RowReader reader : readers) {
            System.out.println("FreshRun: " + reader);
            for (Observed read : reader.observed()) {
                answers.merge(reader.way().name() + " from " + read.server(), 1, Integer::sum);
                for (Finding finding : checker.check(read)) {
                    if (counts.merge(finding.wrong(), 1, Integer::sum) <= SHOWN) {
                        some.add(finding);
                    }
                }
            }
        }
        long lost = commits.stream()
                .filter(commit -> commit.isLost() && commit.acknowledged() != Commit.NEVER)
                .count();
        System.out.println("FreshRun: " + commits.size() + " commits, " + lost + " lost, " + failOvers.size()
                + " fail-overs, " + answers + ", " + counts);
        return new Verdict(counts, some, answers, commits.size(), lost);
    }

    @Override
    public void close() throws InterruptedException {
        readers.forEach(RowReader::stop);
        join(reading);
        writers.forEach(RowWriter::stop);
        join(writing);
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(PATIENCE.toMillis());
            if (thread.isAlive()) {
                throw new IllegalStateException(thread.getName() + " does not end");
            }
        }
    }

    static void pause(long millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(millis);
    }
}
