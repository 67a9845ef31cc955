// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Meta;
import org.springframework.data.jpa.repository.QueryHints;
import org.springframework.data.jpa.repository.support.SimpleJpaRepository;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.util.ClassUtils;

/** Finds the methods of one repository that mean a plain load by id, and puts their interceptor into its proxy. */
final class FastMethods {

    private static final List<Class<? extends Annotation>> CHANGES_THE_LOAD =
            List.of(Lock.class, QueryHints.class, EntityGraph.class, Meta.class);

    private final ProxyFactory proxy;
    private final RepositoryInformation repository;

    FastMethods(ProxyFactory proxy, RepositoryInformation repository) {
        this.proxy = proxy;
        this.repository = repository;
    }

    void intercept(PersistenceUnit unit, Function<Method, Observers> observers, LookupCalls calls, MethodPlans plans) {
        Class<?> idType = ClassUtils.resolvePrimitiveIfNecessary(repository.getIdType());
        Map<Method, FastMethod> methods = new HashMap<>();
        for (Method method : repository.getRepositoryInterface().getMethods()) {
            FastMethod.Result result = result(method);
            if (result != null && isPlainLoad(method) && mayRunWithoutTransaction(method)) {
                Class<?> entity = repository.getDomainType();
                LookupCalls.Call call = new LookupCalls.Call(
                        repository.getRepositoryInterface(),
                        method.getName(),
                        result == FastMethod.Result.EXISTS ? "exists" : "find",
                        unit.table(entity));
                FastMethod fast = new FastMethod(call, unit, entity, idType, result, observers.apply(method));
                methods.put(method, fast);
                plans.add(call.repository(), call.method(), fast::whyNot);
            }
        }
        if (!methods.isEmpty()) {
            proxy.addAdvice(transaction(), new FastLookupInterceptor(methods, calls));
        }
    }

    private static FastMethod.@Nullable Result result(Method method) {
        if (method.getParameterCount() != 1) {
            return null;
        }
        if (method.getName().equals("findById") && method.getReturnType() == Optional.class) {
            return FastMethod.Result.OPTIONAL;
        }
        if (method.getName().equals("existsById") && method.getReturnType() == boolean.class) {
            return FastMethod.Result.EXISTS;
        }
        return null;
    }

    // Not one that a fragment, a base class or a query replaces, and not one that loads otherwise than em.find(type,
    // id).
    private boolean isPlainLoad(Method method) {
        return repository.isBaseClassMethod(method)
                && !repository.isQueryMethod(method)
                && !repository.isCustomMethod(method)
                && repository.getTargetClassMethod(method).getDeclaringClass() == SimpleJpaRepository.class
                && CHANGES_THE_LOAD.stream().noneMatch(type -> AnnotatedElementUtils.hasAnnotation(method, type));
    }

    private boolean mayRunWithoutTransaction(Method method) {
        TransactionAttribute attribute = attribute(method);
        return attribute == null
                || (attribute.getPropagationBehavior() != TransactionDefinition.PROPAGATION_MANDATORY
                        && attribute.getIsolationLevel() != TransactionDefinition.ISOLATION_SERIALIZABLE);
    }

    private @Nullable TransactionAttribute attribute(Method method) {
        Advisor[] advisors = proxy.getAdvisors();
        int position = transaction();
        if (position == advisors.length) {
            return null;
        }
        TransactionAttributeSource source =
                ((TransactionInterceptor) advisors[position].getAdvice()).getTransactionAttributeSource();
        return source == null ? null : source.getTransactionAttribute(method, proxy.getTargetClass());
    }

    /** Where the transaction begins in the proxy's chain; its end if there are no transactions. */
    private int transaction() {
        Advisor[] advisors = proxy.getAdvisors();
        int position = 0;
        while (position < advisors.length && !(advisors[position].getAdvice() instanceof TransactionInterceptor)) {
            position++;
        }
        return position;
    }
}
