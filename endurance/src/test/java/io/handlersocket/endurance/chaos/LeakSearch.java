// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares what all processes hold after the first round with what they hold at the end, and looks for a steady rise in
 * between. For one thread.
 */
final class LeakSearch {

    /** The server looks for idle connections every ten seconds, and {@code handlersocket_timeout} is 30. */
    private static final Duration FORGOTTEN = Duration.ofSeconds(45);

    /** A leak is in each of them. */
    private static final int LOOKS = 3;

    private final List<List<Footprint>> samples = new ArrayList<>();
    private List<Footprint> before = List.of();
    private List<Footprint> after = List.of();

    boolean hasBegun() {
        return !before.isEmpty();
    }

    void begin(Stage stage) throws IOException {
        before = footprints(stage);
    }

    /** To be called before the first cycle of faults and after each. */
    void sample(Stage stage) throws IOException {
        List<Footprint> least = held(stage);
        for (int i = 1; i < LOOKS; i++) {
            Stage.hold(1);
            List<Footprint> next = held(stage);
            for (int process = 0; process < least.size(); process++) {
                least.set(process, least.get(process).least(next.get(process)));
            }
        }
        samples.add(least);
    }

    /** Of each process, what it held at each {@link #sample}. */
    List<Series> series() {
        List<Series> series = new ArrayList<>();
        for (int process = 0; !samples.isEmpty() && process < samples.get(0).size(); process++) {
            int number = process;
            series.addAll(
                    Series.of(samples.stream().map(each -> each.get(number)).toList()));
        }
        return series;
    }

    /** Returns what has grown since {@link #begin}, and what rises from sample to sample. */
    List<String> end(Stage stage) throws IOException {
        after = footprints(stage);
        List<String> growth = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            growth.addAll(after.get(i).growthSince(before.get(i)));
        }
        series().forEach(each -> growth.addAll(each.problems()));
        return growth;
    }

    /** Of each process; empty before {@link #begin}. */
    List<Footprint> before() {
        return before;
    }

    /** Of each process, in the same order; empty before {@link #end}. */
    List<Footprint> after() {
        return after;
    }

    /** When the server has forgotten connections that ended. */
    private static List<Footprint> footprints(Stage stage) throws IOException {
        long end = System.nanoTime() + FORGOTTEN.toNanos();
        List<Footprint> prints = held(stage);
        while (prints.stream().anyMatch(each -> each.closeWait() > 0) && System.nanoTime() - end < 0) {
            Stage.hold(2);
            prints = held(stage);
        }
        return prints;
    }

    private static List<Footprint> held(Stage stage) throws IOException {
        List<Footprint> prints = new ArrayList<>();
        for (Child child : stage.children()) {
            prints.add(Footprint.of(child));
        }
        prints.add(Footprint.ofProcess("server", stage.server().pid()));
        return prints;
    }
}
