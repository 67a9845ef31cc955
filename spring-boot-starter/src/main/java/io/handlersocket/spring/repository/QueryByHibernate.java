// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** A query method whose results are Hibernate's: its ordinary way is taken, in which Hibernate reads over HandlerSocket. */
record QueryByHibernate(Twin twin, String reason) implements FastMethod {

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        return twin.proceed(invocation, reason);
    }

    @Override
    public String whyNot() {
        return reason.isEmpty() ? twin.last() : reason;
    }
}
