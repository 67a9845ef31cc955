// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow;

import io.handlersocket.hibernate.HandlerSocketLoads;
import java.util.List;
import java.util.Optional;
import org.hibernate.SessionFactory;

/**
 * Shadow mode of a session factory: a share of the answers over HandlerSocket is compared with the answer of SQL, by a
 * background thread, on a connection outside the pool. Safe for use by several threads.
 */
public interface Shadow {

    /**
     * The share of loads over HandlerSocket that is also read by SQL and compared, from 0 to 1; {@link #MAX_RATE} limits
     * it. Above 0, {@link #DATA_SOURCE} must be set. Default 0: shadow mode is off.
     */
    String SAMPLE = "handlersocket.shadow.sample";

    /** How many loads are compared at most in a second, from 1 to 1000. Default 10. */
    String MAX_RATE = "handlersocket.shadow.max-rate";

    /**
     * What happens when a difference is found: {@code log}, {@code quarantine} or {@code fail}, as {@link OnDifference}
     * says. Default {@code log}.
     */
    String ON_DIFFERENCE = "handlersocket.shadow.on-difference";

    /**
     * Where shadow mode gets its only connection: a {@link javax.sql.DataSource} that connects as the session factory's
     * own, to the same server, schema and account, but does not use its pool. Default: none.
     */
    String DATA_SOURCE = "handlersocket.shadow.data-source";

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

    /** Returns shadow mode of a session factory; empty if it is off. */
    static Optional<Shadow> of(SessionFactory factory) {
        return HandlerSocketLoads.of(factory).observer() instanceof Shadow shadow
                ? Optional.of(shadow)
                : Optional.empty();
    }

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
}
