// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.util.List;

/** What one fault has caused so far. */
final class Tally {

    private final Fault fault;
    private int happened;
    private int recoveries;
    private long readErrors;
    private long writeErrors;
    private long slowestReadMillis;
    private long slowestJdbcMillis;
    private long slowestRecoveryMillis;
    private long slowestAfterJdbcMillis;
    private long slowestTableMillis;
    private long slowestStatementMillis;
    private String evidence = "";

    Tally(Fault fault) {
        this.fault = fault;
    }

    void happened(String proof, long statementMillis) {
        happened++;
        evidence = proof;
        slowestStatementMillis = Math.max(slowestStatementMillis, statementMillis);
    }

    /** As {@link Line}. */
    void recovered(RecoveryClock clock, long tableMillis) {
        recoveries++;
        slowestJdbcMillis = Math.max(slowestJdbcMillis, clock.jdbcMillis());
        slowestRecoveryMillis = Math.max(slowestRecoveryMillis, clock.fastMillis());
        slowestAfterJdbcMillis = Math.max(slowestAfterJdbcMillis, clock.fastAfterJdbcMillis());
        slowestTableMillis = Math.max(slowestTableMillis, tableMillis);
    }

    /** What contradicts the promise that a run makes all its faults happen; empty: nothing. */
    List<String> problems() {
        return happened == 0 ? List.of(fault + " never happened") : List.of();
    }

    void cost(Verdict verdict) {
        readErrors += verdict.readErrors();
        writeErrors += verdict.writeErrors();
        slowestReadMillis = Math.max(slowestReadMillis, verdict.slowestMillis());
    }

    Line line() {
        return new Line(
                fault.name(),
                fault.effect(),
                happened,
                recoveries,
                readErrors,
                writeErrors,
                slowestReadMillis,
                slowestJdbcMillis,
                slowestRecoveryMillis,
                slowestAfterJdbcMillis,
                slowestTableMillis,
                slowestStatementMillis,
                evidence);
    }

    /**
     * One line of the report.
     *
     * @param happened how often, each time proven
     * @param recoveries how often every kind of read was fast again in every JVM
     * @param slowestReadMillis longest read while it lasted and until all was well again
     * @param slowestJdbcMillis from the end of the fault until every JVM has written over JDBC
     * @param slowestRecoveryMillis from the end of the fault until the reads of all tables that need not rest are fast
     * @param slowestAfterJdbcMillis the same from the first writes over JDBC on
     * @param slowestTableMillis from the end of the fault until the reads of the table that DDL waited for are fast; 0
     *     without one
     * @param slowestStatementMillis longest statement of the DBA, its wait for locks included; 0 without one
     * @param evidence what proved it the last time
     */
    record Line(
            String name,
            Effect effect,
            int happened,
            int recoveries,
            long readErrors,
            long writeErrors,
            long slowestReadMillis,
            long slowestJdbcMillis,
            long slowestRecoveryMillis,
            long slowestAfterJdbcMillis,
            long slowestTableMillis,
            long slowestStatementMillis,
            String evidence) {}
}
