// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

/**
 * What a reader was answered for one key. Times are those of {@link System#nanoTime()}.
 *
 * @param way how it asked
 * @param isolation what it may see
 * @param begin before the read was sent; at REPEATABLE READ, before its transaction began
 * @param end after the answer had arrived
 * @param together whether one statement answered this read and those recorded next to it with the same begin
 * @param key that was asked for; above 0
 * @param found key of the row that came; {@link #NONE} if none came
 * @param version of the row that came; {@link #NONE} if none came
 * @param mark what {@link Mark#of} must give for that row if all its columns belong together
 */
public record Read(
        Way way,
        Isolation isolation,
        long begin,
        long end,
        boolean together,
        long key,
        long found,
        long version,
        long mark) {

    /** In place of a key or version: there was no row. */
    public static final long NONE = 0;

    /** A read that no row answered. */
    public static Read absent(Way way, Isolation isolation, long begin, long end, boolean together, long key) {
        return new Read(way, isolation, begin, end, together, key, NONE, NONE, NONE);
    }

    boolean isAbsent() {
        return found == NONE;
    }
}
