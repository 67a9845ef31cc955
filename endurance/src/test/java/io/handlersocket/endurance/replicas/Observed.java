// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

/**
 * One answered read of one row.
 *
 * @param session reads of one session come in their order; {@link #NO_SESSION}: none promises anything to the next
 * @param key that was asked for
 * @param version that was read
 * @param nonce that was read; 0: there was no row
 * @param begin before the call
 * @param end after its return
 * @param server that answered, as {@link Fencing} names it
 * @param bound in ns, the oldest state that was asked for: 0 for the primary, {@link #UNBOUNDED} for any
 * @param age in ns, which the answer claims for the time of the read; {@link #UNKNOWN} if it claims none
 * @param token nonce of the commit of this key that the read had to cover; 0: no token
 */
record Observed(
        int session,
        int key,
        int version,
        long nonce,
        long begin,
        long end,
        String server,
        long bound,
        long age,
        long token) {

    static final int NO_SESSION = -1;
    static final long UNBOUNDED = Long.MAX_VALUE;
    static final long UNKNOWN = -1;

    Observed {
        if (begin < 0 || end < begin || bound < 0 || age < UNKNOWN) {
            throw new IllegalArgumentException(begin + " to " + end + ", bound " + bound + ", age " + age);
        }
    }
}
