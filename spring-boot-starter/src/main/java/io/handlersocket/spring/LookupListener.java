// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

/** Hears of every call of a {@link FastLookup} method; a bean of this type is found by itself. */
@FunctionalInterface
public interface LookupListener {

    /**
     * A call ended, with an answer or an exception. Called on the caller's thread, which must not be kept waiting.
     *
     * @param lookup the call
     */
    void answered(Lookup lookup);

    /**
     * One call.
     *
     * @param repository the repository's interface
     * @param method such as {@code findById}
     * @param route the way it took
     * @param reason why SQL was asked, or why the call took its ordinary way; empty if neither; {@code failed: } and the
     *     exception's name if it ended with one
     * @param nanos how long it took, its transaction included
     */
    record Lookup(Class<?> repository, String method, LookupRoute route, String reason, long nanos) {}
}
