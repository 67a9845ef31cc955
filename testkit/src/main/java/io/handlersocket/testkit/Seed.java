// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.util.Random;

/** Random numbers of a test that can be had again: {@code -Dseed=} repeats a run. */
public final class Seed {

    private Seed() {}

    /** A generator whose seed is printed. */
    public static Random random(Class<?> test) {
        return new Random(of(test));
    }

    /** A seed, which is printed. */
    public static long of(Class<?> test) {
        String given = System.getProperty("seed", "");
        long seed = given.isEmpty() ? System.nanoTime() & 0xffffffffL : Long.parseLong(given);
        System.out.println(test.getSimpleName() + ": -Dseed=" + seed);
        return seed;
    }

    /** A size that {@code -Dname=} changes. */
    public static int size(String name, int usual) {
        String given = System.getProperty(name, "");
        return given.isEmpty() ? usual : Integer.parseInt(given);
    }
}
