// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.observation;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.repository.report.LookupCalls.Call;
import io.micrometer.observation.Observation;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The context of the observation of one repository call. It contains no keys and no values. */
public final class LookupObservationContext extends Observation.Context {

    /** Says how a call ended. */
    public enum Outcome {
        /** HandlerSocket or memory answered with at least one row. */
        HIT,
        /** HandlerSocket or memory answered that there is no row. */
        MISS,
        /** JDBC answered. */
        FALLBACK,
        /** The call ended with an exception. */
        ERROR
    }

    private final Call call;
    private @Nullable Lookup lookup;
    private boolean found;

    LookupObservationContext(Call call) {
        this.call = call;
    }

    /** Returns the repository, method, operation and table of the call. */
    public Call call() {
        return call;
    }

    /** Returns the route of the call and its reason; null until the call has an answer. */
    public @Nullable Lookup lookup() {
        return lookup;
    }

    void lookup(Lookup answered) {
        this.lookup = answered;
    }

    void answer(@Nullable Object answer) {
        found = answer instanceof Optional<?> optional
                ? optional.isPresent()
                : answer instanceof Collection<?> rows
                        ? !rows.isEmpty()
                        : answer != null && !Boolean.FALSE.equals(answer);
    }

    /** Returns how the call ended; {@link Outcome#ERROR} before it has ended. */
    public Outcome outcome() {
        Lookup answered = lookup;
        if (getError() != null || answered == null) {
            return Outcome.ERROR;
        }
        if (answered.route() == LookupRoute.JDBC) {
            return Outcome.FALLBACK;
        }
        return found ? Outcome.HIT : Outcome.MISS;
    }
}
