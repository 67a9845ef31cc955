// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A right history, made up at random without a server: each commit and each read has one moment at which it takes
 * effect, somewhere between its begin and its end. Time moves only here.
 */
final class MadeUpHistory implements AutoCloseable {

    static final int KEYS = 6;
    private static final int SESSIONS = 4;
    private static final long LONGEST = 50;

    /** A row as the server holds it. */
    private record State(long version, boolean deleted) {}

    /** A reader: its journal, and when it is free again. */
    private static final class Session {

        private final Journal journal;
        private long free;

        Session(Path folder) {
            journal = Journal.create(folder);
        }
    }

    private final Random random;
    private final Journal writer;
    private final List<Session> sessions;
    private final List<State> states = new ArrayList<>();
    private final long[] versions = new long[KEYS + 1];
    private final long[] locked = new long[KEYS + 1]; // until when the last writer of a key held its lock
    private long now = 1_000;

    MadeUpHistory(Path folder, Random random) {
        this.random = random;
        this.writer = Journal.create(folder);
        this.sessions =
                IntStream.range(0, SESSIONS).mapToObj(i -> new Session(folder)).toList();
        for (int key = 0; key <= KEYS; key++) {
            states.add(new State(0, true));
        }
    }

    /** This many operations of all kinds. */
    MadeUpHistory some(int operations) {
        for (int i = 0; i < operations; i++) {
            now += 1 + random.nextInt(10);
            switch (random.nextInt(12)) {
                case 0 -> commit(write(anyKey(), false), random.nextInt(5) == 0);
                case 1 -> commit(write(anyKey(), true), false);
                case 2 -> commitPair();
                case 3 -> rollBack(write(anyKey(), random.nextBoolean()));
                case 4 -> readTogether(anySession());
                case 5 -> readInSnapshot(anySession());
                default -> read(anySession(), anyKey());
            }
        }
        return this;
    }

    long anyKey() {
        return 1L + random.nextInt(KEYS);
    }

    long version(long key) {
        return states.get((int) key).version();
    }

    /** The next version of a key, not yet committed. */
    Write write(long key, boolean deletes) {
        long version = ++versions[(int) key];
        return deletes ? Write.deletion(key, version) : Write.alone(key, version);
    }

    /** Makes sure that there is a row with a version before it that was also a row; returns the row's version. */
    long twoVersionsOf(long key) {
        commit(write(key, false), false);
        quiet();
        commit(write(key, false), false);
        quiet();
        return version(key);
    }

    /** Lets so much time pass that whatever was begun has ended. */
    void quiet() {
        now += 10 * LONGEST;
    }

    private void commit(Write write, boolean outcomeUnknown) {
        long begin = begin(locked[(int) write.key()]);
        writer.ending(write, begin);
        if (outcomeUnknown && random.nextBoolean()) {
            lockUntilNow(write.key());
            return; // it never took effect
        }
        takesEffect(write);
        if (!outcomeUnknown) {
            writer.committed(write, now + random.nextLong(LONGEST));
        }
    }

    private void commitPair() {
        long first = anyKey();
        long second = first % KEYS + 1;
        long begin = begin(Math.max(locked[(int) first], locked[(int) second]));
        List<Write> writes = pair(first, second);
        writes.forEach(write -> writer.ending(write, begin));
        writes.forEach(this::takesEffect);
        long end = now + random.nextLong(LONGEST);
        writes.forEach(write -> writer.committed(write, end));
    }

    private List<Write> pair(long first, long second) {
        long a = ++versions[(int) first];
        long b = ++versions[(int) second];
        return List.of(new Write(first, a, false, second, b), new Write(second, b, false, first, a));
    }

    private void rollBack(Write write) {
        writer.ending(write, begin(locked[(int) write.key()]));
        lockUntilNow(write.key());
        writer.rolledBack(write, now + random.nextLong(LONGEST));
    }

    private void takesEffect(Write write) {
        states.set((int) write.key(), new State(write.version(), write.deletes()));
        lockUntilNow(write.key());
    }

    private void lockUntilNow(long key) {
        locked[(int) key] = now;
    }

    /** A begin before now, but not before this moment. */
    private long begin(long notBefore) {
        return Math.max(notBefore + 1, now - random.nextLong(LONGEST));
    }

    private Session anySession() {
        Session session = sessions.get(random.nextInt(SESSIONS));
        now = Math.max(now, session.free + 1);
        return session;
    }

    private void read(Session session, long key) {
        long begin = begin(session.free);
        long end = now + random.nextLong(LONGEST);
        session.journal.read(seen(key, Isolation.READ_COMMITTED, begin, end, false));
        session.free = end;
    }

    private void readTogether(Session session) {
        long begin = begin(session.free);
        long end = now + random.nextLong(LONGEST);
        for (long key = 1; key <= KEYS; key++) {
            session.journal.read(seen(key, Isolation.READ_COMMITTED, begin, end, true));
        }
        session.free = end;
    }

    /** Two reads of one snapshot; the second one ends long after it. */
    private void readInSnapshot(Session session) {
        long begin = begin(session.free);
        long end = now + random.nextLong(LONGEST);
        session.journal.read(seen(anyKey(), Isolation.REPEATABLE_READ, begin, end, false));
        session.journal.read(seen(anyKey(), Isolation.REPEATABLE_READ, begin, end + 20 * LONGEST, false));
        session.free = end + 20 * LONGEST;
    }

    private Read seen(long key, Isolation isolation, long begin, long end, boolean together) {
        State state = states.get((int) key);
        return state.deleted()
                ? Read.absent(Way.JDBC, isolation, begin, end, together, key)
                : row(key, state.version(), begin, end, together, isolation);
    }

    private static Read row(long key, long version, long begin, long end, boolean together, Isolation isolation) {
        return new Read(Way.REPOSITORY, isolation, begin, end, together, key, key, version, Mark.of(key, version));
    }

    /** A read of a session of its own, at this time, that saw this. */
    void plant(long key, long found, long version, long mark) {
        Session session = anySession();
        session.journal.read(
                new Read(Way.CLIENT, Isolation.READ_COMMITTED, now, now + 1, false, key, found, version, mark));
        session.free = now + 1;
        now += 2;
    }

    void plantAbsent(long key) {
        Session session = anySession();
        session.journal.read(Read.absent(Way.CLIENT, Isolation.READ_COMMITTED, now, now + 1, false, key));
        session.free = now + 1;
        now += 2;
    }

    /** A read of a version before its COMMIT is sent. */
    void plantUncommitted(long key) {
        Write write = write(key, false);
        plant(key, key, write.version(), Mark.of(key, write.version()));
        lockUntilNow(key);
        commit(write, false);
    }

    /** A read of a version that is rolled back at once. */
    void plantRolledBack(long key) {
        Write write = write(key, false);
        rollBack(write);
        plant(key, key, write.version(), Mark.of(key, write.version()));
    }

    /** While a commit lasts, any reader may see either state, but a session that saw the new one never the old one. */
    void plantBackwards(long key, boolean absentFirst) {
        long before = twoVersionsOf(key);
        Write write = write(key, absentFirst);
        long begin = now;
        writer.ending(write, begin);
        Session session = anySession();
        Isolation isolation = Isolation.READ_COMMITTED;
        session.journal.read(
                absentFirst
                        ? Read.absent(Way.CLIENT, isolation, now + 1, now + 2, false, key)
                        : row(key, write.version(), now + 1, now + 2, false, isolation));
        session.journal.read(row(key, before, now + 3, now + 4, false, isolation));
        session.free = now + 5;
        now += 6;
        takesEffect(write);
        writer.committed(write, now);
        quiet();
    }

    /** While a commit of two rows lasts, one statement sees one row after it and the other one before it. */
    void plantFractured(long first, long second) {
        twoVersionsOf(first);
        long before = twoVersionsOf(second);
        List<Write> writes = pair(first, second);
        long begin = now;
        writes.forEach(write -> writer.ending(write, begin));
        Session session = anySession();
        Isolation isolation = Isolation.READ_COMMITTED;
        session.journal.read(row(first, writes.get(0).version(), now + 1, now + 2, true, isolation));
        session.journal.read(row(second, before, now + 1, now + 2, true, isolation));
        session.free = now + 3;
        now += 4;
        writes.forEach(this::takesEffect);
        writes.forEach(write -> writer.committed(write, now));
        quiet();
    }

    @Override
    public void close() {
        writer.close();
        sessions.forEach(session -> session.journal.close());
    }
}
