// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.hibernate.JdbcReason;
import org.jspecify.annotations.Nullable;

/**
 * Receives every call of a {@link FastLookup} or {@link IndexLookup} method. Every bean of this type is used, and must
 * be safe for use by all threads.
 */
@FunctionalInterface
public interface LookupListener {

    /**
     * Receives a call that has ended, with a result or an exception. The thread that ends the call runs this method, so
     * it must not block. If it throws, the result of the call does not change, and one WARN for each listener class
     * logs the exception.
     *
     * @param lookup the call
     */
    void answered(Lookup lookup);

    /**
     * One call.
     *
     * @param repository the repository's interface
     * @param method name of the method, such as {@code findById}
     * @param route what answered the call; JDBC if it ended with an exception
     * @param kind kind of the reason, from a small set of values, suitable as the tag of a meter; null without a reason
     * @param reason why SQL answered the call, why it ran inside its transaction, or which exception it ended with;
     *     empty if none of these. The text is for people, and may change in any release.
     * @param nanos duration of the call in nanoseconds, including its transaction
     */
    record Lookup(
            Class<?> repository,
            String method,
            LookupRoute route,
            JdbcReason.@Nullable Kind kind,
            String reason,
            long nanos) {}
}
