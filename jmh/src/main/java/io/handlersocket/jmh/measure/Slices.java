// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Gives every arm a slice of time in turn. */
public final class Slices {

    private final List<Arm> arms;
    private final long sliceNanos;
    private final List<List<Double>> rowsPerSecond = new ArrayList<>();
    private final List<List<Double>> bytesPerRow = new ArrayList<>();
    private final List<Latencies> latencies = new ArrayList<>();

    public Slices(List<? extends Arm> arms, long sliceNanos) {
        this.arms = List.copyOf(arms);
        this.sliceNanos = sliceNanos;
        for (int i = 0; i < arms.size(); i++) {
            rowsPerSecond.add(new ArrayList<>());
            bytesPerRow.add(new ArrayList<>());
            latencies.add(new Latencies());
        }
    }

    /** Runs every arm without keeping what it gives. */
    public Slices warmUp(int rounds) throws Exception {
        for (int round = 1; round <= rounds; round++) {
            for (Arm arm : arms) {
                arm.run(new Slice(System.nanoTime() + sliceNanos, new Latencies()));
            }
            say("warm-up", round, rounds);
        }
        return this;
    }

    /** Runs every arm once a round. */
    public Slices measure(int rounds) throws Exception {
        for (int round = 1; round <= rounds; round++) {
            for (int i = 0; i < arms.size(); i++) {
                Allocation allocation = new Allocation();
                long start = System.nanoTime();
                long rows = arms.get(i).run(new Slice(start + sliceNanos, latencies.get(i)));
                double seconds = (System.nanoTime() - start) / 1e9;
                rowsPerSecond.get(i).add(rows / seconds);
                bytesPerRow.get(i).add(allocation.bytes() / (double) Math.max(1, rows));
            }
            say("measured", round, rounds);
        }
        return this;
    }

    /** One for each arm, in their order. */
    public List<Series> series() {
        List<Series> all = new ArrayList<>();
        for (int i = 0; i < arms.size(); i++) {
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

    private void say(String what, int round, int rounds) {
        System.err.printf(Locale.ROOT, "  %s round %d of %d (%d arms)%n", what, round, rounds, arms.size());
    }
}
