// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

/**
 * A read that must not have happened.
 *
 * @param wrong what is wrong with it
 * @param read the read
 * @param expected what would have been right
 */
record Finding(Wrong wrong, Observed read, String expected) {

    enum Wrong {
        /** No row, although rows are never deleted. */
        MISSING,
        /** Columns or rows that no transaction wrote together. */
        TORN,
        /** A version that no transaction wrote. */
        INVENTED,
        /** A version of another key, or the number of another version. */
        MIXED_UP,
        /** A version that the cluster never committed. */
        ROLLED_BACK,
        /** A version that was read before its COMMIT was sent. */
        UNCOMMITTED,
        /** Older than what was committed on the same node before the read began. */
        OLDER_THAN_WRITE,
        /** Older than what SQL of the same node had answered before the read began. */
        OLDER_THAN_SQL,
        /** Older than what HandlerSocket of the same node had answered before the read began. */
        BACKWARDS,
        /** In a session that waits for all nodes: older than what was committed on any node before the read began. */
        STALE,
        /** After SQL of the node refused, by more than the bound. */
        AFTER_REFUSAL,
        /** From a node that had started and did not answer SQL yet. */
        WHILE_JOINING
    }
}
