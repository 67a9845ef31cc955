// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

/**
 * A read that must not have happened.
 *
 * @param wrong what is wrong with it
 * @param read the read
 * @param expected what would have been right
 */
record Finding(Wrong wrong, Observed read, String expected) {

    enum Wrong {
        /** Older than the bound of the read; for a read of the primary: older than its begin. */
        STALE,
        /** Older than the age that the answer claims. */
        WRONG_AGE,
        /** Without the commit that the token stands for. */
        BEHIND_TOKEN,
        /** Older than what the same session has read before. */
        BACKWARDS,
        /** From a server that was fenced. */
        FENCED,
        /** No row, although rows are never deleted. */
        MISSING,
        /** A version that no writer wrote. */
        INVENTED,
        /** A version with the nonce of another one, or of another key. */
        MIXED_UP,
        /** A version that was read before its COMMIT was sent. */
        UNCOMMITTED,
        /** A version that the fail-over lost, read after the reader had turned to the new primary. */
        LOST
    }
}
