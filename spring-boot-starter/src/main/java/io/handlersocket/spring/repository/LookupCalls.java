// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import java.util.concurrent.Executor;
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

    /**
     * Has the call answered and gives its answer. A future is given before it is complete, and the call goes on until then.
     */
    @Nullable
    Object around(Call call, Next next) throws Throwable;

    /** Runs tasks on other threads that go on with the call of this thread. */
    default Executor here(Executor executor) {
        return executor;
    }
}
