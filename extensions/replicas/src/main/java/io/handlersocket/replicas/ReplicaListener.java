// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

/**
 * Receives the events of {@link Replicas}. Every method does nothing by default. Several threads may call it, so a
 * listener is thread-safe and does not block. An exception of a listener is logged once per class.
 */
public interface ReplicaListener {

    /**
     * What became of the answer of a replica.
     */
    enum Outcome {
        /** The answer was fresh enough. */
        ACCEPTED,
        /** The answer was older than allowed, and the primary was asked. */
        TOO_OLD,
        /** The answer was behind the wanted position or the session, and the primary was asked. */
        BEHIND,
        /** There was no answer, or no proof of its age, and the primary was asked. */
        FAILED
    }

    /** Called when a replica may answer reads from now on. */
    default void usable(String server) {}

    /**
     * Called when a replica does not answer reads from now on.
     *
     * @param reason a text for operators
     */
    default void leftAlone(String server, String reason) {}

    /**
     * Called when another server process is the primary from now on.
     *
     * @param from the identity of the process before; empty at the first time
     * @param to the identity of the process now
     */
    default void primaryChanged(String from, String to) {}

    /**
     * Called when a read of a replica has ended.
     *
     * @param ageNanos the age of the answer in nanoseconds; -1 if unknown
     */
    default void answered(String server, Outcome outcome, long ageNanos) {}
}
