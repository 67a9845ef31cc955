// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

/** What callers may notice of a fault. */
enum Effect {

    /** JDBC works: no read fails. */
    FAST_PATH(false, 4, 3),

    /** Reads over JDBC work, writes may fail or wait. */
    WRITES(false, 6, 3),

    /**
     * JDBC waits for the lock of DDL, or says that the table has changed. The client leaves the table to JDBC for 5 s
     * afterwards, up to 60 s with jitter if that happens again and again.
     */
    TABLE(true, 6, 75),

    /** JDBC fails too, with its own errors, within its own time-outs. */
    SQL(true, 12, 3),

    /** The callers themselves stand still for a while. */
    FROZEN(true, 65, 3);

    private final boolean readsMayFail;
    private final int deadlineSeconds;
    private final int recoverySeconds;

    Effect(boolean readsMayFail, int deadlineSeconds, int recoverySeconds) {
        this.readsMayFail = readsMayFail;
        this.deadlineSeconds = deadlineSeconds;
        this.recoverySeconds = recoverySeconds;
    }

    boolean readsMayFail() {
        return readsMayFail;
    }

    /** The longest read that is accepted. */
    int deadlineSeconds() {
        return deadlineSeconds;
    }

    /** How soon after the end of the fault every kind of read is fast again. */
    int recoverySeconds() {
        return recoverySeconds;
    }
}
