// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.advice;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.aopalliance.aop.Advice;
import org.springframework.dao.support.PersistenceExceptionTranslationInterceptor;
import org.springframework.data.projection.DefaultMethodInvokingMethodInterceptor;
import org.springframework.data.repository.core.support.RepositoryFactorySupport;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.util.ClassUtils;

/**
 * Knows Spring's own advice between a repository's transaction and its JPA query, which only begins the one and runs
 * the other. A call that is answered from the row may skip it. It does not know subclasses, because they may do more.
 */
final class KnownAdvice {

    private static final String SUPPORT = "org.springframework.data.repository.core.support.";

    // These are package-private. If a later version renames one, repositories that have it stay on JPA.
    private static final List<String> HIDDEN = List.of(
            SUPPORT + "EventPublishingRepositoryProxyPostProcessor$EventPublishingMethodInterceptor",
            SUPPORT + "QueryExecutorMethodInterceptor",
            SUPPORT + "RepositoryFactorySupport$ImplementationMethodExecutionInterceptor");

    private static final Set<Class<?>> KNOWN = known();

    private KnownAdvice() {}

    private static Set<Class<?>> known() {
        // Spring's bean post-processor appends a second translation of exceptions; Spring Data's is before our advice.
        Set<Class<?>> known = new HashSet<>(List.of(
                TransactionInterceptor.class,
                DefaultMethodInvokingMethodInterceptor.class,
                PersistenceExceptionTranslationInterceptor.class));
        ClassLoader loader = RepositoryFactorySupport.class.getClassLoader();
        for (String name : HIDDEN) {
            if (ClassUtils.isPresent(name, loader)) {
                known.add(ClassUtils.resolveClassName(name, loader));
            }
        }
        return Set.copyOf(known);
    }

    /** Returns whether a call may skip this advice. */
    static boolean contains(Advice advice) {
        return KNOWN.contains(advice.getClass());
    }

    /** Returns the number of classes found, for the test of a new version. */
    static int size() {
        return KNOWN.size();
    }
}
