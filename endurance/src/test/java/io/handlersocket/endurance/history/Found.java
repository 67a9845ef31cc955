// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

/**
 * A row that a read returned.
 *
 * @param mark as {@link Mark#of} if all its columns belong together
 */
public record Found(long key, long version, long mark) {

    /**
     * Returns a row of this key and version.
     *
     * @param whole whether all its columns belong to them
     */
    public static Found of(long key, long version, boolean whole) {
        long mark = Mark.of(key, version);
        return new Found(key, version, whole ? mark : ~mark);
    }

    static Found of(Seen row) {
        return new Found(row.id(), row.version(), Mark.read(row.mark(), row.body()));
    }
}
