// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

/**
 * A new version of a row, as its writer saw it. One writer at a time changes a key.
 *
 * @param key of the row
 * @param version one more than the version that it replaced; a lost version's number is used again
 * @param nonce unique among all commits of the run, not 0; the row contains it
 * @param began before COMMIT was sent
 * @param acknowledged after COMMIT returned, or after the writer has read the row again; {@link #NEVER} only if lost
 * @param lostAt when the primary that had it was killed, if the next primary does not have it; else {@link #NEVER}
 * @param goneAt of a lost one: when the reader has turned to the next primary; else {@link #NEVER}
 */
record Commit(int key, int version, long nonce, long began, long acknowledged, long lostAt, long goneAt) {

    static final long NEVER = Long.MAX_VALUE;

    Commit {
        if (nonce == 0 || began < 0 || acknowledged < began || goneAt < lostAt) {
            throw new IllegalArgumentException(
                    "nonce " + nonce + ", " + began + " to " + acknowledged + ", lost " + lostAt + ", gone " + goneAt);
        }
        if (lostAt == NEVER && acknowledged == NEVER) {
            throw new IllegalArgumentException(
                    "version " + version + " of key " + key + " is neither acknowledged nor lost: read the row again");
        }
    }

    static Commit acknowledged(int key, int version, long nonce, long began, long acknowledged) {
        return new Commit(key, version, nonce, began, acknowledged, NEVER, NEVER);
    }

    Commit lost(long at, long gone) {
        return new Commit(key, version, nonce, began, acknowledged, at, gone);
    }

    /** Whether a read that ended then may lack it although it was acknowledged. */
    boolean isLostBefore(long end) {
        return lostAt <= end;
    }

    boolean isLost() {
        return lostAt != NEVER;
    }
}
