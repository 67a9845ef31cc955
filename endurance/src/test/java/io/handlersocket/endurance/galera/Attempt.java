// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

/**
 * A version of a key that a transaction wrote. The cluster commits at most one transaction for each parent.
 *
 * @param node on which it ran, from 1
 * @param key of the rows
 * @param version one more than that of the parent
 * @param nonce unique in the run, and positive
 * @param parent nonce of the version that the same transaction has read; 0 for the first version
 * @param began before COMMIT was sent
 * @param acknowledged after COMMIT returned; {@link #NEVER} if it failed or was not sent
 */
record Attempt(int node, int key, int version, long nonce, long parent, long began, long acknowledged) {

    static final long NEVER = Long.MAX_VALUE;

    boolean isAcknowledged() {
        return acknowledged != NEVER;
    }
}
