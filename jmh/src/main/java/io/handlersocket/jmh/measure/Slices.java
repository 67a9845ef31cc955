// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Gives every arm a slice of time in turn. */
public final class Slices {

    private final List<Arm> arms;
    private final long sliceNanos;
    private final long deadlineNanos;
    private final List<List<Double>> rowsPerSecond = new ArrayList<>();
    private final List<List<Double>> bytesPerRow = new ArrayList<>();
    private final List<Latencies> latencies = new ArrayList<>();
    private final Map<String, String> failures = new HashMap<>();

    public Slices(List<? extends Arm> arms, long sliceNanos) {
        this(arms, sliceNanos, System.nanoTime() + TimeUnit.DAYS.toNanos(1));
    }

    /** @param deadlineNanos no round begins after this, in {@link System#nanoTime} */
    Slices(List<? extends Arm> arms, long sliceNanos, long deadlineNanos) {
        this.arms = List.copyOf(arms);
        this.sliceNanos = sliceNanos;
        this.deadlineNanos = deadlineNanos;
        for (int i = 0; i < arms.size(); i++) {
            rowsPerSecond.add(new ArrayList<>());
            bytesPerRow.add(new ArrayList<>());
            latencies.add(new Latencies());
        }
    }

    /** Runs every arm without keeping what it gives. */
    public Slices warmUp(int rounds) throws InterruptedException {
        for (int round = 1; round <= rounds && isTimeLeft(); round++) {
            for (Arm arm : arms) {
                rows(arm, new Slice(System.nanoTime() + sliceNanos, new Latencies()));
            }
            say("warm-up", round, rounds);
        }
        return this;
    }

    /** Runs every arm once a round. */
    public Slices measure(int rounds) throws InterruptedException {
        for (int round = 1; round <= rounds && isTimeLeft(); round++) {
            for (int i = 0; i < arms.size(); i++) {
                Allocation allocation = new Allocation();
                long start = System.nanoTime();
                long rows = rows(arms.get(i), new Slice(start + sliceNanos, latencies.get(i)));
                double seconds = (System.nanoTime() - start) / 1e9;
                rowsPerSecond.get(i).add(rows / seconds);
                bytesPerRow.get(i).add(allocation.bytes() / (double) Math.max(1, rows));
            }
            say("measured", round, rounds);
        }
        return this;
    }

    /** An arm that fails once does not run again, and has no result. */
    private long rows(Arm arm, Slice slice) throws InterruptedException {
        if (failures.containsKey(arm.name())) {
            return 0;
        }
        try {
            return arm.run(slice);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            Throwable cause = e;
            while (cause.getCause() != null
                    && cause.getMessage() != null
                    && cause.getMessage().equals(String.valueOf(cause.getCause()))) {
                cause = cause.getCause();
            }
            failures.put(arm.name(), String.valueOf(cause));
            System.err.println("  " + arm.name() + " failed: " + cause);
            return 0;
        }
    }

    /** Why arms have no result, by name. */
    public Map<String, String> failures() {
        return Map.copyOf(failures);
    }

    /** One for each arm that did not fail, in their order. */
    public List<Series> series() {
        List<Series> all = new ArrayList<>();
        for (int i = 0; i < arms.size(); i++) {
            if (failures.containsKey(arms.get(i).name())) {
                continue;
            }
            Latencies took = latencies.get(i);
            all.add(new Series(
                    arms.get(i).name(),
                    rowsPerSecond.get(i),
                    Series.quantile(bytesPerRow.get(i), 0.5),
                    took.quantile(0.5),
                    took.quantile(0.99),
                    took.quantile(0.999)));
        }
        return all;
    }

    private boolean isTimeLeft() {
        return System.nanoTime() - deadlineNanos < 0;
    }

    private void say(String what, int round, int rounds) {
        System.err.printf(
                Locale.ROOT,
                "  %s round %d of %d (%d arms, %d ms each)%n",
                what,
                round,
                rounds,
                arms.size(),
                sliceNanos / 1_000_000);
    }
}
