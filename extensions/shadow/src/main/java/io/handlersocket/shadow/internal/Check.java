// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import io.handlersocket.hibernate.spi.AnsweredRead;
import io.handlersocket.hibernate.spi.AnsweredRead.Answer;
import io.handlersocket.shadow.internal.RowsComparison.Found;
import java.sql.Connection;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Tells a difference between the two routes from a row that changed between two reads.
 *
 * <p>If the first answer of SQL equals the application's answer, the read is equal. Otherwise both routes are asked
 * again, in this order: SQL, HandlerSocket, SQL, HandlerSocket, SQL, and so on, with random pauses. Each statement has
 * a separate snapshot, and each lookup reads the newest committed row. So each lookup lies between two answers of SQL.
 * It is a difference only if, in all of {@link #TRIES} rounds, SQL gives one and the same answer, HandlerSocket gives
 * one and the same answer, and the two differ. Anything else is counted as changed.
 *
 * <p>A single round proves little: a row that a writer switches between two states can look unchanged to two
 * statements. A writer that switches it at random moments, for a share p of the time in the state that SQL sees, passes
 * all rounds with the probability p^11 (1-p)^10, at most 5 in 10,000,000. A row that really differs but never rests is
 * counted as changed; another row of the table will show the difference.
 */
final class Check {

    /** How often HandlerSocket is asked before a difference is reported. */
    static final int TRIES = 10;

    private static final long MIN_PAUSE_MILLIS = 5;
    private static final long MAX_PAUSE_MILLIS = 50;

    /** The outcome. */
    enum Result {
        EQUAL,
        CHANGED,
        DIFFERENT
    }

    /**
     * The outcome of a check.
     *
     * @param found what differs; null unless the result is DIFFERENT
     * @param fastNanos how long the application's answer took
     * @param jdbcNanos how long the first answer of SQL took
     */
    record Outcome(Result result, @Nullable Found found, long fastNanos, long jdbcNanos) {}

    private Check() {}

    /**
     * Compares both routes.
     *
     * @throws Exception if one of them does not answer
     */
    static Outcome of(AnsweredRead read, Connection connection) throws Exception {
        Answer first = read.first();
        Answer sql = read.jdbc(connection);
        if (difference(read, first, sql) == null) {
            return new Outcome(Result.EQUAL, null, first.nanos(), sql.nanos());
        }
        Answer fast = null;
        Found found = null;
        for (int i = 0; i < TRIES; i++) {
            if (i > 0) {
                Thread.sleep(ThreadLocalRandom.current().nextLong(MIN_PAUSE_MILLIS, MAX_PAUSE_MILLIS));
            }
            Answer now = read.handlerSocket();
            Answer after = read.jdbc(connection);
            found = difference(read, now, sql);
            if (found == null
                    || difference(read, sql, after) != null
                    || (fast != null && difference(read, fast, now) != null)) {
                return new Outcome(Result.CHANGED, null, first.nanos(), sql.nanos());
            }
            fast = now;
        }
        return new Outcome(Result.DIFFERENT, found, first.nanos(), sql.nanos());
    }

    private static @Nullable Found difference(AnsweredRead read, Answer left, Answer right) {
        return RowsComparison.difference(
                left.rows(), right.rows(), read.selected().order());
    }
}
