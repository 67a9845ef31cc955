// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

/** Measures one recovery in milliseconds from the end of the fault, and says what is too late. For one thread. */
final class RecoveryClock {

    /** A pool waits up to seconds before it connects again. */
    private static final long POOL_RECOVERS = 15_000;

    private static final long RECOVERY = 3_000;
    private static final long NOT_YET = -1;

    private final Effect effect;
    private final long limit;
    private long jdbc = NOT_YET;
    private long fast = NOT_YET;

    /** @param slack factor of the time that lookups may take */
    RecoveryClock(Effect effect, int slack) {
        this.effect = effect;
        this.limit = slack * RECOVERY;
    }

    /**
     * @param millis since the end of the fault
     * @param writes whether every JVM has written over JDBC since then
     * @param lookups whether every kind of read that need not rest has been fast in every JVM since then
     */
    void observed(long millis, boolean writes, boolean lookups) {
        jdbc = jdbc == NOT_YET && writes ? millis : jdbc;
        fast = fast == NOT_YET && lookups ? millis : fast;
    }

    boolean isOver() {
        return jdbc != NOT_YET && fast != NOT_YET;
    }

    /** What is too late; empty: nothing yet. Lookups have their time from the end of the fault if JDBC worked. */
    String late(long millis) {
        long written = jdbc == NOT_YET ? millis : jdbc;
        if (written > POOL_RECOVERS) {
            return "no writes over JDBC within " + POOL_RECOVERS + " ms";
        }
        long begin = effect.readsWork() ? 0 : written;
        long read = fast == NOT_YET ? millis : fast;
        if (read - begin > limit) {
            return "not every kind of read was fast within " + limit + " ms"
                    + (effect.readsWork() ? " of the end of the fault" : " of the first writes over JDBC");
        }
        return "";
    }

    /** Until every JVM has written over JDBC. */
    long jdbcMillis() {
        return jdbc;
    }

    /** Until lookups were back. */
    long fastMillis() {
        return fast;
    }

    /** The same from the first writes over JDBC on. */
    long fastAfterJdbcMillis() {
        return Math.max(0, fast - jdbc);
    }
}
