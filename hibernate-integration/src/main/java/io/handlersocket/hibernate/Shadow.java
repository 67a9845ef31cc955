// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shadow mode of a session factory: a share of the answers over HandlerSocket is compared with the answer of SQL, by a
 * background thread, on a connection outside the pool. Safe for use by several threads.
 */
public interface Shadow {

    /** A value in {@link Answer#rows()} that could not be read, by either route. */
    Object UNREADABLE = new Object();

    /** What happens when a difference is found. Each value includes those before it. */
    enum OnDifference {
        /** One WARN for each column and kind of difference. */
        LOG,
        /** The table's loads use JDBC until the session factory is built again. */
        QUARANTINE,
        /** The health indicator of the Spring Boot starter is DOWN. Without the starter, the same as QUARANTINE. */
        FAIL
    }

    /** What differs. */
    enum Kind {
        /** The number of rows. */
        ROWS,
        /** The order of the rows. */
        ORDER,
        /** Only one of the answers has NULL. */
        NULL,
        /** The value. */
        VALUE,
        /** Only one of the answers can be read. */
        ERROR
    }

    /**
     * One answer.
     *
     * @param rows for each row its values, which have {@code equals}; {@link #UNREADABLE} for one that cannot be read
     * @param nanos how long the answer took, in nanoseconds
     */
    record Answer(List<List<@Nullable Object>> rows, long nanos) {}

    /** One read to check. The background thread calls each method, so none may use the caller's session. */
    interface Read {

        /** Returns the name under which the read is counted. */
        String role();

        /** Returns the names of the tables, without schema and quotes. */
        Set<String> tables();

        /** Returns for each value of a row its table and column, such as {@code player.level}. */
        List<String> columns();

        /** Returns the positions of the values by which the rows are sorted, from 0; empty if any order is right. */
        List<Integer> order();

        /** Returns the answer that the application got. */
        Answer first() throws Exception;

        /**
         * Reads over HandlerSocket again.
         *
         * @throws Exception if HandlerSocket does not answer now
         */
        Answer handlerSocket() throws Exception;

        /**
         * Reads by SQL.
         *
         * @param connection a connection with auto-commit, for this call only
         * @throws Exception if SQL does not answer
         */
        Answer jdbc(Connection connection) throws Exception;
    }

    /**
     * The checks so far of reads with the same role.
     *
     * @param role Hibernate's name of the entity or collection; {@code query on …} for a query; the repository method
     *     for a query that is answered without Hibernate
     * @param equal number of equal answers
     * @param changed number of reads whose rows changed before both routes were asked
     * @param different number of reads whose answers differ
     * @param failed number of reads for which one route did not answer
     * @param handlerSocketMicros median duration over HandlerSocket of the last 255 checks that are equal, in
     *     microseconds; 0 if there are none
     * @param jdbcMicros median duration of the same reads over JDBC, in microseconds, without the time to get a
     *     connection
     * @param speedUp how many times faster HandlerSocket is by these medians; 0 if there are no equal answers
     */
    record Count(
            String role,
            long equal,
            long changed,
            long different,
            long failed,
            double handlerSocketMicros,
            double jdbcMicros,
            double speedUp) {}

    /**
     * A difference that was found at least once. It never shows values.
     *
     * @param role the role of the read that found it first
     * @param where the table and column; all tables of the statement if the difference is not about one column
     * @param kind what differs
     */
    record Difference(String role, String where, Kind kind) {}

    /**
     * Returns whether to check the read that begins now. Costs a few nanoseconds. A read that is due while too many
     * wait is counted as dropped, and this method returns false for it.
     */
    boolean isDue();

    /** Checks a read in the background. Returns at once. */
    void check(Read read);

    /** Returns the checks so far by role, sorted by role. */
    List<Count> counts();

    /** Returns the count for this role; empty if no read with it was checked. */
    Optional<Count> count(String role);

    /** Returns the number of reads that were due but not checked, because too many were waiting. */
    long dropped();

    /** Returns the differences so far, at most 1,000, in no particular order. */
    List<Difference> differences();

    /** Returns what happens when a difference is found. */
    OnDifference onDifference();

    /**
     * Returns why a table is read over JDBC.
     *
     * @param table the table's name without schema and quotes, compared without case
     * @return null unless a difference was found and {@link #onDifference()} is not LOG
     */
    @Nullable
    JdbcReason refusal(String table);
}
