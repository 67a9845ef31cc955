// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

/** The SQL side of a server: sessions whose statements share the cores. For one thread. */
final class SqlServer {

    /** A long statement does not hold a core until it ends: the operating system lets others run. */
    private static final double TIME_SLICE_MICROS = 1_000;

    private final Events events;
    private final Cores cores;
    private final int maxConnections;
    private int open;
    private int mostOpen;
    private int refused;
    private int late;

    /** @param maxConnections sessions that are left for starting instances and for guards */
    SqlServer(Events events, Cores cores, int maxConnections) {
        this.events = events;
        this.cores = cores;
        this.maxConnections = maxConnections;
    }

    /** What a session does: statements of equal cost after it was opened. All in microseconds. */
    record Work(
            double openMicros, double openLimitMicros, int statements, double statementMicros, double limitMicros) {}

    /**
     * Opens a session, runs its statements, and closes it.
     *
     * @param done runs after the last statement
     * @param failed runs if there are too many sessions, or if a step takes longer than its limit
     */
    void session(Work work, Runnable done, Runnable failed) {
        session(work, done, failed, failed);
    }

    /**
     * Opens a session, runs its statements, and closes it.
     *
     * @param done runs after the last statement
     * @param tooMany runs if there are too many sessions
     * @param failed runs if a step takes longer than its limit
     */
    void session(Work work, Runnable done, Runnable tooMany, Runnable failed) {
        if (open >= maxConnections) {
            refused++;
            events.after(1_000, tooMany);
            return;
        }
        open++;
        mostOpen = Math.max(mostOpen, open);
        Runnable closeAndFail = () -> {
            open--;
            failed.run();
        };
        step(
                work.openMicros,
                work.openLimitMicros,
                () -> statements(work, work.statements, done, closeAndFail),
                closeAndFail);
    }

    private void statements(Work work, int left, Runnable done, Runnable failed) {
        if (left == 0) {
            open--;
            done.run();
            return;
        }
        step(work.statementMicros, work.limitMicros, () -> statements(work, left - 1, done, failed), failed);
    }

    private void step(double micros, double limitMicros, Runnable done, Runnable failed) {
        boolean[] over = new boolean[1];
        slices(micros, () -> {
            if (!over[0]) {
                over[0] = true;
                done.run();
            }
        });
        events.after(limitMicros, () -> {
            if (!over[0]) { // the server goes on with the statement, but no caller waits for it
                over[0] = true;
                late++;
                failed.run();
            }
        });
    }

    private void slices(double micros, Runnable done) {
        double now = Math.min(micros, TIME_SLICE_MICROS);
        cores.run(() -> now, micros <= now ? done : () -> slices(micros - now, done));
    }

    int mostOpen() {
        return mostOpen;
    }

    /** Returns how many sessions were refused because there were too many. */
    int refused() {
        return refused;
    }

    /** Returns how many steps took longer than their limit. */
    int late() {
        return late;
    }
}
