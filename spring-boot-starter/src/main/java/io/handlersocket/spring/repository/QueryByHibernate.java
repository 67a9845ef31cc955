// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** A query method that returns entities: its JPA query runs, and Hibernate reads over HandlerSocket where it can. */
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
