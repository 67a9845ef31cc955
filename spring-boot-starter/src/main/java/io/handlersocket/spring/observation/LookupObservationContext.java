// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.observation;

import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The context of the observation of one repository call. It contains no keys and no values. The starter creates and
 * fills it; an application does so only in the tests of its convention. Used by one thread at a time.
 */
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
        ERROR;

        @SuppressWarnings("Immutable") // the value that this method makes cannot change
        final KeyValue tag = KeyValue.of("outcome", name().toLowerCase(Locale.ROOT));
    }

    static final KeyValue SYSTEM = KeyValue.of("db.system.name", "mariadb");

    private final Class<?> repository;
    private final String method;
    private final String operation;
    private final String table;
    private @Nullable Lookup lookup;
    private boolean found;

    /**
     * Creates the context of a call that has no answer yet.
     *
     * @param repository the repository's interface
     * @param method name of the method
     * @param operation {@code find} or {@code exists}
     * @param table table of the entity
     */
    public LookupObservationContext(Class<?> repository, String method, String operation, String table) {
        this.repository = repository;
        this.method = method;
        this.operation = operation;
        this.table = table;
    }

    /** Returns the repository's interface. */
    public Class<?> repository() {
        return repository;
    }

    /** Returns the name of the method, such as {@code findById}. */
    public String method() {
        return method;
    }

    /** Returns {@code find} or {@code exists}. */
    public String operation() {
        return operation;
    }

    /** Returns the table of the entity, as Hibernate writes it. */
    public String table() {
        return table;
    }

    /** Returns the route of the call and its reason; null until the call has an answer. */
    public @Nullable Lookup lookup() {
        return lookup;
    }

    /** Sets the route of the call and its reason. */
    public void lookup(Lookup answered) {
        this.lookup = answered;
    }

    /** Sets the answer of the call, which decides between {@link Outcome#HIT} and {@link Outcome#MISS}. */
    public void answer(@Nullable Object answer) {
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
