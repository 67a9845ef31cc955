// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import org.jspecify.annotations.Nullable;

/** Stands around each call of a method that may be answered over HandlerSocket. */
public interface LookupCalls {

    /** Stands aside. */
    LookupCalls NONE = (call, next) -> next.proceed();

    /**
     * What is called.
     *
     * @param repository the repository's interface
     * @param method its method
     * @param operation such as {@code find}
     * @param table the entity's
     */
    record Call(Class<?> repository, String method, String operation, String table) {}

    /** The call itself. */
    interface Next {
        @Nullable
        Object proceed() throws Throwable;
    }

    /** Has the call answered and gives its answer. */
    @Nullable
    Object around(Call call, Next next) throws Throwable;
}
