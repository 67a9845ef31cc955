// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.world;

/**
 * One INSERT of the seed, run for a part of its rows at a time.
 *
 * @param what is shown while it runs
 * @param rows how many numbers the statement counts through
 * @param sql with {@code :numbers} where the table of these numbers goes (column {@code seq})
 */
record SeedStep(String what, long rows, String sql) {

    /** The statement for some of the numbers: MariaDB has a table for each such range. */
    String sql(long from, long to) {
        return sql.replace(":numbers", "seq_" + from + "_to_" + to);
    }
}
