// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

/** What one fault has caused so far. */
final class Tally {

    private final Fault fault;
    private int happened;
    private int recoveries;
    private long readErrors;
    private long writeErrors;
    private long slowestReadMillis;
    private long slowestRecoveryMillis;
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

    void recovered(long millis) {
        recoveries++;
        slowestRecoveryMillis = Math.max(slowestRecoveryMillis, millis);
    }

    void cost(long reads, long writes, long slowestMillis) {
        readErrors += reads;
        writeErrors += writes;
        slowestReadMillis = Math.max(slowestReadMillis, slowestMillis);
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
                slowestRecoveryMillis,
                slowestStatementMillis,
                evidence);
    }

    /**
     * One line of the report.
     *
     * @param happened how often, each time proven
     * @param recoveries how often every kind of read was fast again in every JVM
     * @param slowestReadMillis longest read while it lasted and until all was well again
     * @param slowestRecoveryMillis from the end of the fault
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
            long slowestRecoveryMillis,
            long slowestStatementMillis,
            String evidence) {}
}
