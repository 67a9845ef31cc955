// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Figure;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What the starter adds to the start of an application. */
final class StartUp {

    private static final int TIMES = 7;

    private StartUp() {}

    /** Milliseconds more, of medians; both kinds of start alternate, and the first of each does not count. */
    static Figure measure(Database db, String without, List<String> notes, String... with) {
        long[] fast = new long[TIMES];
        long[] plain = new long[TIMES];
        start(db, without);
        start(db, with);
        for (int i = 0; i < TIMES; i++) {
            plain[i] = start(db, without);
            fast[i] = start(db, with);
        }
        Arrays.sort(plain);
        Arrays.sort(fast);
        notes.add(String.format(
                Locale.ROOT,
                "Start of the application (median of %d, in a JVM that has started it before): %d ms without the starter's"
                        + " client, %d ms with it.",
                TIMES,
                plain[TIMES / 2],
                fast[TIMES / 2]));
        return new Figure(
                "starter_start_millis",
                "start with the starter",
                null,
                (double) (fast[TIMES / 2] - plain[TIMES / 2]),
                0,
                "");
    }

    private static long start(Database db, String... properties) {
        long start = System.nanoTime();
        try (var context = UserApplication.start(db, properties)) {
            assert context.isActive();
            return (System.nanoTime() - start) / 1_000_000;
        }
    }
}
