// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Surrounds each call of a method that may be answered over HandlerSocket. */
public interface LookupCalls {

    LookupCalls NONE = (call, next) -> next.proceed();

    /** A call; its operation is {@code find} or {@code exists}. */
    record Call(Class<?> repository, String method, String operation, String table) {}

    interface Next {
        @Nullable
        Object proceed() throws Throwable;
    }

    /**
     * Proceeds with the call and returns its result. If the result is a future, it may be incomplete; the call ends
     * when it completes.
     */
    @Nullable
    Object around(Call call, Next next) throws Throwable;

    /** Returns the failure of a stage without the wrapper that a dependent stage adds. */
    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Returns an executor whose tasks continue the call of the current thread. */
    default Executor here(Executor executor) {
        return executor;
    }
}
