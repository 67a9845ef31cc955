// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

/**
 * Receives every call of a {@link FastLookup} method. Every bean of this type is used, and must be safe for use by all threads.
 */
@FunctionalInterface
public interface LookupListener {

    /**
     * Receives a call that has ended, with a result or an exception. The thread that ends the call runs this method, so it must
     * not block. If it throws, the call continues, and one WARN for each listener class logs the exception.
     *
     * @param lookup the call
     */
    void answered(Lookup lookup);

    /**
     * One call.
     *
     * @param repository the repository's interface
     * @param method name of the method, such as {@code findById}
     * @param route what answered the call
     * @param reason why SQL answered the call, or why it ran inside its transaction; empty if neither; {@code failed: } and the
     *     exception's name if it ended with an exception
     * @param nanos duration of the call in nanoseconds, including its transaction
     */
    record Lookup(Class<?> repository, String method, LookupRoute route, String reason, long nanos) {}
}
