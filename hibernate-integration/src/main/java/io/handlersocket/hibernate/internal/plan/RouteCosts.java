// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How long the loads of one statement take over each route, and which route is cheaper. HandlerSocket is, until enough
 * loads have shown something else. The dearer route is measured so rarely that this costs at most 1 % of the time.
 *
 * <p>Reads no clock: the caller passes the times. Safe for all threads. Only a load that is timed takes the lock.
 */
public final class RouteCosts {

    /** So many loads over HandlerSocket come before the first one over JDBC. */
    static final int LOADS_BEFORE = 128;

    /** One of so many loads is measured. */
    static final int TIMED = 8;

    /** At most one of so many loads takes the dearer route. */
    static final int SAMPLED = 64;

    /** For each time that a load over the dearer route takes longer, so many loads take the cheaper one. */
    private static final int PER_COST = 150;

    /** Of the first loads of a route, only the fastest counts: classes are loaded, statements prepared. */
    private static final int WARM_UP = 4;

    private static final int KNOWN = WARM_UP + 32;
    private static final int WEIGHT = 128;

    /** Times that differ from the average by more than this factor are outliers, unless some follow each other. */
    private static final int OUTLIER = 4;

    private static final int NO_OUTLIER = 7;

    /** One load over the dearer route counts as no more than this, because a pause may have hit it; two in turn do. */
    private static final int SINGLE_OUTLIER = 40;

    private static final int MAX_COUNT = 1_000;
    private static final int MAX_INTERVAL = 1 << 30;
    private static final int NOT_YET = -1;

    private final boolean connected;
    private final Average handlerSocket = new Average();
    private final Average jdbc = new Average();
    // The last times of the dearer route; 0 if unknown.
    private long last;
    private long lastButOne;
    private volatile int mask = NOT_YET;
    private volatile @Nullable JdbcReason cheaper;

    /** The average of one route. */
    private static final class Average {

        private int count;
        /** How many outliers came last; negative for short times. */
        private int streak;

        private volatile long nanos;

        void add(long time) {
            long average = nanos;
            if (count < WARM_UP) {
                nanos = count == 0 ? time : Math.min(average, time);
                count++;
                return;
            }
            int side = time > average * OUTLIER ? 1 : time < average / OUTLIER ? -1 : 0;
            streak = streak * side > 0 ? streak + side : side;
            if (Math.abs(streak) == NO_OUTLIER) {
                restart(time);
                return;
            }
            long counted = Math.min(time, average * OUTLIER);
            nanos = average + (counted - average) / Math.min(WEIGHT, count - WARM_UP + 2);
            count = Math.min(MAX_COUNT, count + 1);
        }

        void restart(long time) {
            count = WARM_UP;
            streak = 0;
            nanos = time;
        }
    }

    /** @param connected whether these are loads of sessions that hold a connection */
    public RouteCosts(boolean connected) {
        this.connected = connected;
    }

    /** Returns a number that says, for one load, whether it is measured, and over which route. */
    public static int draw() {
        return ThreadLocalRandom.current().nextInt() | Integer.MIN_VALUE; // so that NOT_YET never matches
    }

    public boolean isConnected() {
        return connected;
    }

    /** Returns that JDBC is cheaper, as the reason of a load; null if it is not, or if this load measures the other. */
    public @Nullable JdbcReason cheaper(int draw) {
        JdbcReason why = cheaper;
        return why == null || isSample(draw) ? null : why;
    }

    /** Returns whether a load measures JDBC although HandlerSocket is cheaper. */
    public boolean measuresJdbc(int draw) {
        return cheaper == null && isSample(draw);
    }

    private boolean isSample(int draw) {
        return (draw & mask) == 0;
    }

    public boolean isTimed(int draw) {
        return mask == NOT_YET || (draw & (TIMED - 1)) == 0;
    }

    /**
     * Records the time of a load.
     *
     * @return whether the other route is the cheaper one from now on
     */
    public synchronized boolean record(boolean overJdbc, long nanos) {
        long time = Math.max(1, nanos);
        boolean jdbcWins = cheaper != null;
        Average route = overJdbc ? jdbc : handlerSocket;
        route.add(time);
        if (overJdbc && jdbc.count == KNOWN) {
            handlerSocket.restart(handlerSocket.nanos); // without the loads of a cold JVM
        }
        if (overJdbc != jdbcWins && route.count > WARM_UP) {
            lastButOne = last;
            last = time;
        }
        return (mask != NOT_YET || handlerSocket.count >= LOADS_BEFORE) && decide(jdbcWins);
    }

    private boolean decide(boolean jdbcWins) {
        Average winner = jdbcWins ? jdbc : handlerSocket;
        Average loser = jdbcWins ? handlerSocket : jdbc;
        boolean changes = winner.count >= KNOWN && loser.count >= KNOWN && loser.nanos * 10 < winner.nanos * 9;
        if (changes) {
            cheaper =
                    jdbcWins ? null : JdbcReason.of(ReasonCode.JDBC_CHEAPER, micros(loser.nanos), micros(winner.nanos));
            last = 0;
            lastButOne = 0;
            mask = SAMPLED - 1;
        } else {
            mask = interval(winner.nanos, loser.nanos) - 1;
        }
        return changes;
    }

    /** Returns how many loads pay for one that takes the dearer route, as a power of two. */
    private int interval(long winner, long loser) {
        long seen = Math.min(last, Math.max(lastButOne, SINGLE_OUTLIER * winner));
        // A much faster load may mean that what was slow has ended: the next ones come soon.
        long cost = seen < loser / OUTLIER ? seen : Math.max(loser, seen);
        long loads = PER_COST * (cost - winner) / winner;
        return loads <= SAMPLED ? SAMPLED : (int) Math.min(MAX_INTERVAL, Long.highestOneBit(loads - 1) << 1);
    }

    /** Returns two digits, so that reasons stay few. */
    private static String micros(long nanos) {
        long micros = Math.max(1, TimeUnit.NANOSECONDS.toMicros(nanos));
        long unit = 1;
        while (micros / unit >= 100) {
            unit *= 10;
        }
        return (micros + unit / 2) / unit * unit + " us";
    }

    public boolean isJdbcCheaper() {
        return cheaper != null;
    }

    /** Returns the average over HandlerSocket in nanoseconds; 0 if unknown. */
    public long handlerSocketNanos() {
        return handlerSocket.nanos;
    }

    /** Returns the average over JDBC in nanoseconds; 0 if unknown. */
    public long jdbcNanos() {
        return jdbc.nanos;
    }
}
