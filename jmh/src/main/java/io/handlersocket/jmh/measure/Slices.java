// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Gives every arm a slice of time in turn. */
public final class Slices {

    private final List<Arm> arms;
    private final long sliceNanos;
    private final long deadlineNanos;
    private final List<List<Double>> rowsPerSecond = new ArrayList<>();
    private final List<List<Double>> bytesPerRow = new ArrayList<>();
    private final List<Latencies> latencies = new ArrayList<>();
    private final List<CostMeter.Sum> costs = new ArrayList<>();
    private final @Nullable CostMeter meter;
    private final Map<String, String> failures = new HashMap<>();
    private int measured;

    public Slices(List<? extends Arm> arms, long sliceNanos) {
        this(arms, sliceNanos, null);
    }

    /** @param meter measures what the slices cost beside time; null if that is not asked for */
    public Slices(List<? extends Arm> arms, long sliceNanos, @Nullable CostMeter meter) {
        this(arms, sliceNanos, System.nanoTime() + TimeUnit.DAYS.toNanos(1), meter);
    }

    /**
     * @param deadlineNanos no round begins that would end after this, in {@link System#nanoTime}
     * @param meter measures what the slices cost beside time; null if that is not asked for
     */
    Slices(List<? extends Arm> arms, long sliceNanos, long deadlineNanos, @Nullable CostMeter meter) {
        this.arms = List.copyOf(arms);
        this.sliceNanos = sliceNanos;
        this.deadlineNanos = deadlineNanos;
        this.meter = meter;
        for (int i = 0; i < arms.size(); i++) {
            rowsPerSecond.add(new ArrayList<>());
            bytesPerRow.add(new ArrayList<>());
            latencies.add(new Latencies());
            costs.add(new CostMeter.Sum());
        }
    }

    /** Runs every arm without keeping what it gives. */
    public Slices warmUp(int rounds) throws InterruptedException {
        for (int round = 1; round <= rounds && isTimeLeft(0); round++) {
            for (Arm arm : arms) {
                rows(arm, new Slice(System.nanoTime() + sliceNanos, new Latencies()));
            }
            say("warm-up", round, rounds);
        }
        return this;
    }

    /** Runs every arm once a round. */
    public Slices measure(int rounds) throws InterruptedException {
        long longest = arms.size() * sliceNanos;
        for (int round = 1; round <= rounds && isTimeLeft(longest); round++) {
            long begin = System.nanoTime();
            for (int i = 0; i < arms.size(); i++) {
                CostMeter.Reading before = read(arms.get(i), null);
                Allocation allocation = new Allocation();
                long start = System.nanoTime();
                long rows = rows(arms.get(i), new Slice(start + sliceNanos, latencies.get(i)));
                double seconds = (System.nanoTime() - start) / 1e9;
                long bytes = allocation.bytes();
                costs.get(i).add(read(arms.get(i), before), rows);
                rowsPerSecond.get(i).add(rows / seconds);
                bytesPerRow.get(i).add(bytes / (double) Math.max(1, rows));
            }
            longest = Math.max(longest, System.nanoTime() - begin);
            measured++;
            say("measured", round, rounds);
        }
        return this;
    }

    /** Returns the counters now, or what happened since {@code before}. */
    private CostMeter.Reading read(Arm arm, CostMeter.@Nullable Reading before) {
        if (meter == null) {
            return CostMeter.Reading.ZERO;
        }
        try {
            return before == null ? meter.start(arm) : meter.stop(arm, before);
        } catch (SQLException e) {
            throw new IllegalStateException("the server's counters cannot be read", e);
        }
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

    /** Returns how many rounds were measured. */
    int rounds() {
        return measured;
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

    /** What each arm that did not fail cost, in their order; empty without a meter. */
    public List<Cost> costs() {
        List<Cost> all = new ArrayList<>();
        for (int i = 0; i < arms.size() && meter != null; i++) {
            if (!failures.containsKey(arms.get(i).name())) {
                all.add(costs.get(i).of(arms.get(i).name(), latencies.get(i).count()));
            }
        }
        return all;
    }

    private boolean isTimeLeft(long nanos) {
        return System.nanoTime() + nanos - deadlineNanos < 0;
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
