// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.util;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs failures that no rule expects, once for each load and kind of exception. Safe for use by several threads. */
public final class UnexpectedFailures {

    private static final Logger LOG = LoggerFactory.getLogger(UnexpectedFailures.class);

    // A bound, because an application may create entities at run time.
    private static final RecentlyUsed<String, Throwable> LOGGED = new RecentlyUsed<>(1_000);

    private UnexpectedFailures() {}

    /** Returns a failure without the wrapper that a dependent stage adds. */
    public static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** {@linkplain #log Logs} the failure of a lookup, and returns the reason of its load. */
    public static JdbcReason ofLookup(String load, Throwable failure) {
        return new JdbcReason(Kind.FAILURE, "the lookup failed: " + log(load, failure));
    }

    /**
     * Logs a failure with its stack trace, unless the same was logged before.
     *
     * @param load the entity, collection, query or table
     * @return the simple name of the exception's class
     */
    @SuppressWarnings("ReferenceEquality") // whether this call has added it
    public static String log(String load, Throwable failure) {
        String kind = failure.getClass().getSimpleName();
        if (LOGGED.add(load + ' ' + failure.getClass().getName(), failure) == failure) {
            LOG.warn(
                    "{}: a load failed unexpectedly, and JDBC answers it. Report this with the stack trace",
                    load,
                    failure);
        }
        return kind;
    }
}
