// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.internal.query.QueryMethod;
import io.handlersocket.spring.internal.repository.report.Listeners;
import io.handlersocket.spring.internal.repository.report.LookupCalls;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aot.AotDetector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.support.SimpleJpaRepository;
import org.springframework.data.repository.core.NamedQueries;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.util.ClassUtils;

/** Finds the methods of one repository that may be answered before its transactions, and adds their interceptor. */
record FastMethods(
        ProxyFactory proxy,
        RepositoryInformation repository,
        PersistenceUnit unit,
        Listeners listeners,
        DirectQueries queries,
        NamedQueries named,
        LookupCalls calls) {

    /** Adds the interceptor, if there is a method for it. */
    void intercept(@Nullable JdbcReason entityManager) {
        Class<?> repositoryType = repository.getRepositoryInterface();
        boolean whole = AnnotatedElementUtils.hasAnnotation(repositoryType, FastLookup.class);
        Map<Method, FastLookupInterceptor.Answered> methods = new HashMap<>();
        for (Method method : repositoryType.getMethods()) {
            if (!whole && !AnnotatedQueries.isAnnotated(method)) {
                continue;
            }
            Observers heard = listeners.of(repositoryType, method.getName());
            FastMethod fast = repository.isBaseClassMethod(method) ? base(method, heard) : query(method, heard);
            if (fast == null && AnnotatedQueries.isAnnotated(method)) {
                fast = queries.never(
                        method, repositoryType, unit, heard, "it is neither a plain load by id nor a query");
            }
            if (fast != null) {
                OrdinaryCall ordinary = new OrdinaryCall(unit, heard, null);
                OwnTransaction own = OwnTransaction.of(attribute(method));
                methods.put(method, new FastLookupInterceptor.Answered(call(method), fast, ordinary, own));
            }
        }
        if (methods.isEmpty()) {
            return;
        }
        FastLookupInterceptor interceptor =
                new FastLookupInterceptor(methods, calls, proxy, repositoryType, entityManager, queries.plans());
        proxy.addAdvice(transaction(), interceptor);
        methods.forEach((method, answered) -> {
            if (answered.method().reads()) {
                queries.plans().add(repositoryType, method.getName(), () -> interceptor.whyNot(answered, method));
            }
        });
    }

    private @Nullable FastMethod query(Method method, Observers observers) {
        return AnnotatedQueries.isAnnotated(method) && isQuery(method) ? queries.of(this, method, observers) : null;
    }

    /** Returns whether a named query answers the method: Spring Data prefers it to the method's name. */
    boolean isNamed(Method method) {
        String name = repository.getDomainType().getSimpleName() + '.' + method.getName();
        return !method.isDefault()
                && !AnnotatedElementUtils.hasAnnotation(method, Query.class)
                && (named.hasQuery(name) || unit.isNamedQuery(name));
    }

    private LookupCalls.Call call(Method method) {
        return new LookupCalls.Call(
                repository.getRepositoryInterface(),
                method.getName(),
                method.getReturnType() == boolean.class ? "exists" : "find",
                unit.table(repository.getDomainType()));
    }

    private @Nullable FastMethod base(Method method, Observers observers) {
        if (method.getParameterCount() != 1 || !isPlainLoad(method) || !mayRunWithoutTransaction(method)) {
            return null;
        }
        Class<?> entity = repository.getDomainType();
        Class<?> idType = ClassUtils.resolvePrimitiveIfNecessary(repository.getIdType());
        Class<?> type = method.getReturnType();
        return switch (method.getName()) {
            case "findById" -> type == Optional.class ? BaseMethod.findById(unit, entity, idType, observers) : null;
            case "existsById" -> type == boolean.class ? queries.existsById(unit, entity, observers, calls) : null;
            case "findAllById", "getReferenceById" -> {
                boolean reads = !method.getName().equals("getReferenceById");
                yield BaseMethod.of(unit, entity, repository.getTargetClassMethod(method), reads, observers);
            }
            default -> null;
        };
    }

    // Not a method of a fragment. If repositories are generated ahead of time, a fragment contains every query.
    private boolean isQuery(Method method) {
        return repository.isQueryMethod(method) || method.isDefault() || AotDetector.useGeneratedArtifacts();
    }

    // Not a method that a fragment, a base class or a query replaces, and not one that loads other than by
    // em.find(type, id).
    private boolean isPlainLoad(Method method) {
        return repository.isBaseClassMethod(method)
                && !repository.isQueryMethod(method)
                && !repository.isCustomMethod(method)
                && repository.getTargetClassMethod(method).getDeclaringClass() == SimpleJpaRepository.class
                && QueryMethod.changed(method) == null;
    }

    boolean mayRunWithoutTransaction(Method method) {
        TransactionAttribute attribute = attribute(method);
        return attribute == null
                || (attribute.getPropagationBehavior() != TransactionDefinition.PROPAGATION_MANDATORY
                        && attribute.getPropagationBehavior() != TransactionDefinition.PROPAGATION_NEVER
                        && attribute.getIsolationLevel() != TransactionDefinition.ISOLATION_SERIALIZABLE
                        && attribute.getIsolationLevel() != TransactionDefinition.ISOLATION_READ_UNCOMMITTED);
    }

    /**
     * Returns whether the method's own transaction may write. Without a transaction, only a query that Spring Data runs
     * is sure to read: the body of a default method, or of a fragment, may do anything.
     */
    boolean mayWrite(Method method) {
        TransactionAttribute attribute = attribute(method);
        return attribute == null
                ? method.isDefault() || method.getDeclaringClass() != repository.getRepositoryInterface()
                : !attribute.isReadOnly();
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

    /** Returns the position of the transaction in the proxy's chain; its end if there are no transactions. */
    private int transaction() {
        Advisor[] advisors = proxy.getAdvisors();
        int position = 0;
        while (position < advisors.length && !(advisors[position].getAdvice() instanceof TransactionInterceptor)) {
            position++;
        }
        return position;
    }
}
