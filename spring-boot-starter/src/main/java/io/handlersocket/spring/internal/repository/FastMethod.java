// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.JdbcReason;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** One method of a repository that may be answered before its transaction begins. */
interface FastMethod {

    @Nullable
    Object invoke(MethodInvocation invocation) throws Throwable;

    /** Returns whether the method reads from the database. */
    default boolean reads() {
        return true;
    }

    /** Returns why JDBC would answer a call now, outside a transaction; null for HandlerSocket. */
    @Nullable
    JdbcReason whyNot();
}
