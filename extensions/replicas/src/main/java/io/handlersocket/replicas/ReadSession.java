// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

/**
 * Remembers what reads have seen, so that later reads never see an older state. Only what a fail-over has lost is not
 * seen again: no server has it. Bind the session to a thread with {@link Replicas#open(Freshness, ReadSession)}. A
 * replica answers only if it covers all that earlier answers showed and, if
 * the primary answered or SQL ran on a bound thread, all that was committed until then. After an answer of a replica,
 * another replica answers only after the next poll of the first one. Thread-safe.
 */
public interface ReadSession {

    /** Returns the highest position that answers of replicas showed; {@link GtidPosition#NONE} if there was none. */
    GtidPosition position();
}
