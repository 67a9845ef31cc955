// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

/**
 * How much is measured.
 *
 * @param warmUps rounds that do not count
 * @param rounds slices of each arm that count
 * @param sliceMillis length of a slice; shorter where the time would not hold all of them
 * @param full whether arms run that no figure of the quick comparison needs
 * @param seconds time for all of it, from the start of the JVM to the last repetition
 */
public record Pace(int warmUps, int rounds, long sliceMillis, boolean full, long seconds) {

    /** Returns the least rounds of a figure that counts: two thirds. */
    int leastRounds() {
        return (2 * rounds + 2) / 3;
    }

    /** Returns the same with so many rounds of warm-up, if that is more. */
    public Pace warmed(int rounds) {
        return new Pace(Math.max(warmUps, rounds), this.rounds, sliceMillis, full, seconds);
    }
}
