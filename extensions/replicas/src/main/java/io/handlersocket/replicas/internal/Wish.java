// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.ReadScope.Answer;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one read wants, taken from the scope of the thread that submits it.
 *
 * @param scope receives the answer; null without a scope
 */
record Wish(
        Freshness freshness,
        @Nullable Floor floor,
        @Nullable OpenScope scope) {

    /** Returns the identity of the only replica that may answer; null if the primary and each replica may. */
    @Nullable
    String only() {
        return scope == null ? null : scope.only();
    }

    /**
     * Called before the primary is asked.
     *
     * @param failure why the replica that was asked has not answered; null if it has not failed, or none was asked
     * @throws HandlerSocketException if only a replica may answer
     */
    void leavesReplicas(@Nullable HandlerSocketException failure) {
        if (only() == null) {
            return;
        }
        throw failure != null
                ? failure
                : new UnavailableException(
                        UnavailableException.Reason.NO_REPLICA,
                        "the only replica that may answer is not usable, has not opened the index, or is too old for"
                                + " the session");
    }

    /**
     * The answer of the primary.
     *
     * @param identity of the server process that answered
     */
    void answeredByPrimary(String server, String identity, long nowNanos) {
        if (floor != null) {
            floor.primaryAnswered(nowNanos);
        }
        if (scope != null) {
            scope.answered(new Answer(server, true, Optional.empty(), Optional.empty()), identity);
        }
    }

    /** A stream, which the primary answers in many packets. */
    void streamed() {
        if (floor != null) {
            floor.primaryUsed();
        }
    }

    /**
     * The answer of a replica.
     *
     * @param identity of the server process that answered
     */
    void answeredByReplica(String server, String identity, long ageNanos, @Nullable GtidPosition position) {
        if (scope != null) {
            Optional<Duration> age = ageNanos < 0 ? Optional.empty() : Optional.of(Duration.ofNanos(ageNanos));
            scope.answered(new Answer(server, false, age, Optional.ofNullable(position)), identity);
        }
    }
}
