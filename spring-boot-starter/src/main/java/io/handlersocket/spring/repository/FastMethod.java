// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** One method of a repository that may be answered in front of its transaction. */
interface FastMethod {

    @Nullable
    Object invoke(MethodInvocation invocation) throws Throwable;

    /** Why a call sent now, outside a transaction, would not go over HandlerSocket; empty if it would, null if it asks nothing. */
    @Nullable
    String whyNot();
}
