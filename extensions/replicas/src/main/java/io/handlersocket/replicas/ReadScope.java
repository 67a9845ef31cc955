// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Says how fresh the reads of the thread that opened it must be, until it is closed. Scopes nest; the innermost one
 * counts. A read without waiting has the scope of the thread that submits it. Close a scope on the thread that opened
 * it, and the inner one first.
 */
public interface ReadScope extends AutoCloseable {

    /** The maximum number of answers that a scope remembers. */
    int MAX_ANSWERS = 64;

    /**
     * Describes one answer.
     *
     * @param server the name of the server, as in {@link Replicas#servers()}
     * @param primary whether the primary answered
     * @param age the age of a replica's rows when they arrived: they contain every commit that was acknowledged earlier
     *     than that. Empty for the primary, and if the age is unknown
     * @param position the replica's position when it read the rows; empty for the primary
     */
    record Answer(String server, boolean primary, Optional<Duration> age, Optional<GtidPosition> position) {

        public Answer {
            requireNonNull(server, "server: null (expected its name)");
            requireNonNull(age, "age: null (expected an Optional)");
            requireNonNull(position, "position: null (expected an Optional)");
        }
    }

    /** Returns how fresh the answers must be. */
    Freshness freshness();

    /** Returns the session that the reads belong to; empty outside a session. */
    Optional<ReadSession> session();

    /**
     * Returns how the reads so far were answered, those of inner scopes included, in the order of the answers; the
     * first {@value #MAX_ANSWERS}.
     */
    List<Answer> answers();

    /**
     * Ends the scope. Closing again has no effect.
     *
     * @throws IllegalStateException if another thread opened the scope, or an inner one is open
     */
    @Override
    void close();
}
