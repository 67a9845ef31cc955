// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

/**
 * One answered read of one key.
 *
 * @param way how it was read
 * @param node that answered, from 1; {@link #UNKNOWN}: one of them
 * @param key that was asked for
 * @param version that was read
 * @param nonce that was read, {@link #MISSING} or {@link #TORN}
 * @param begin before the call
 * @param end after its return
 */
record Observed(Way way, int node, int key, int version, long nonce, long begin, long end) {

    static final int UNKNOWN = 0;

    /** There was no row. */
    static final long MISSING = 0;

    /** Columns or rows that no transaction wrote together. */
    static final long TORN = -1;

    enum Way {
        /** Over HandlerSocket. */
        LOOKUP,
        /** In a session with {@code wsrep_sync_wait=0}. */
        SQL,
        /** In a session with {@code wsrep_sync_wait=1}. */
        CAUSAL_SQL
    }
}
