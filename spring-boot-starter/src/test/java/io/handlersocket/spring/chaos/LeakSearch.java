// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Compares what all processes hold after the first round with what they hold at the end. For one thread. */
final class LeakSearch {

    /** The server looks for idle connections every ten seconds, and {@code handlersocket_timeout} is 30. */
    private static final Duration FORGOTTEN = Duration.ofSeconds(45);

    private List<Footprint> before = List.of();
    private List<Footprint> after = List.of();

    boolean hasBegun() {
        return !before.isEmpty();
    }

    void begin(Stage stage) throws IOException {
        before = footprints(stage);
    }

    /** Returns what has grown since {@link #begin}. */
    List<String> end(Stage stage) throws IOException {
        after = footprints(stage);
        List<String> growth = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            growth.addAll(after.get(i).growthSince(before.get(i)));
        }
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
