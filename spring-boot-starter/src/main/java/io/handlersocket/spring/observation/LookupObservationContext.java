// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.observation;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.repository.LookupCalls.Call;
import io.micrometer.observation.Observation;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of one call of a repository. Holds no key and no value. */
public final class LookupObservationContext extends Observation.Context {

    /** How a call ended. */
    public enum Outcome {
        /** Something was found, over HandlerSocket or in memory. */
        HIT,
        /** There is nothing to be found. */
        MISS,
        /** JDBC answered. */
        FALLBACK,
        /** An exception. */
        ERROR
    }

    private final Call call;
    private @Nullable Lookup lookup;
    private boolean found;

    LookupObservationContext(Call call) {
        this.call = call;
    }

    /** What was called. */
    public Call call() {
        return call;
    }

    /** Which way it took and why; null until it is answered. */
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

    /** How it ended, or {@link Outcome#ERROR} as long as it has not. */
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
