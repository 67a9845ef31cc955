// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Prints a line every thirty seconds, from what the JVMs answered last. */
final class Progress implements AutoCloseable {

    private static final int SECONDS = 30;

    private final List<Child> children;
    private final long startNanos;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "chaos-progress");
        thread.setDaemon(true);
        return thread;
    });
    private volatile String fault = "";

    Progress(List<Child> children, long startNanos) {
        this.children = children;
        this.startNanos = startNanos;
        timer.scheduleAtFixedRate(this::print, SECONDS, SECONDS, TimeUnit.SECONDS);
    }

    void now(String name) {
        fault = name;
    }

    private void print() {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
        long operations = 0;
        long wrong = 0;
        long stale = 0;
        long errors = 0;
        for (Child child : children) {
            Status last = child.last();
            if (last != null) {
                operations += last.reads() + last.writes();
                wrong += last.wrong();
                stale += last.stale();
                errors += last.errors();
            }
        }
        System.out.printf(
                "chaos: %d:%02d, %,d operations, %d wrong, %d stale, %,d errors, now %s%n",
                seconds / 60, seconds % 60, operations, wrong, stale, errors, fault);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
