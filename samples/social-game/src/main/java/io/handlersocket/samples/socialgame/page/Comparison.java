// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.dashboard.Services;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The same part read again by turns, here and over well-configured JDBC.
 *
 * @param here how it is served here, the median
 * @param jdbc the median over JDBC
 */
public record Comparison(String here, String jdbc) {

    private static final int TIMES = 9;

    static Comparison of(Services game, Services overJdbc, Function<Services, ?> read) {
        nanos(overJdbc, read); // a statement is first prepared
        long[] here = new long[TIMES];
        long[] jdbc = new long[TIMES];
        for (int i = 0; i < TIMES; i++) {
            jdbc[i] = nanos(overJdbc, read);
            here[i] = nanos(game, read);
        }
        return new Comparison(median(here), median(jdbc));
    }

    @SuppressWarnings("ReturnValueIgnored") // only its time counts
    private static long nanos(Services services, Function<Services, ?> read) {
        long before = System.nanoTime();
        read.apply(services);
        return System.nanoTime() - before;
    }

    private static String median(long[] nanos) {
        Arrays.sort(nanos);
        return How.millis(nanos[nanos.length / 2] / 1000);
    }
}
