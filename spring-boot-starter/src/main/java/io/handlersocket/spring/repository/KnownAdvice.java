// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

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
 * Spring's own advice that stands between a repository's transaction and its JPA query, and does nothing but begin the one and
 * run the other. A call that is answered from the row may pass it by. Subclasses are not known: they may do more.
 */
final class KnownAdvice {

    private static final String SUPPORT = "org.springframework.data.repository.core.support.";

    // These are package-private. If a later version renames one, it is not known, and repositories that have it stay on
    // JPA.
    private static final List<String> HIDDEN = List.of(
            SUPPORT + "EventPublishingRepositoryProxyPostProcessor$EventPublishingMethodInterceptor",
            SUPPORT + "QueryExecutorMethodInterceptor",
            SUPPORT + "RepositoryFactorySupport$ImplementationMethodExecutionInterceptor");

    private static final Set<Class<?>> KNOWN = known();

    private KnownAdvice() {}

    private static Set<Class<?>> known() {
        // Spring's bean post-processor appends a second translation of exceptions; Spring Data's stands in front of
        // ours.
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

    /** Whether a call may pass it by. */
    static boolean contains(Advice advice) {
        return KNOWN.contains(advice.getClass());
    }

    /** How many classes were found, for the test of a new version. */
    static int size() {
        return KNOWN.size();
    }
}
