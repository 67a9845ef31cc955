// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.advice;

import io.handlersocket.hibernate.JdbcReason;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.AdvisedSupport;
import org.springframework.aop.framework.AdvisedSupportListener;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/**
 * Finds the application's code that calls of one repository would skip if they were answered before their transaction.
 * It checks the proxy at each call, because post-processors add advice after ours, and applications may add advice
 * while they run.
 */
public final class SkippedCode implements AdvisedSupportListener {

    /** The advice after ours. */
    private record Chain(
            @Nullable JdbcReason unknown,
            List<TransactionInterceptor> transactions,
            Map<Method, List<TransactionManager>> managers) {}

    private final ProxyFactory proxy;
    private final Advice own;
    private final @Nullable JdbcReason entityManager;
    private final Consumer<JdbcReason> refused;
    private volatile @Nullable Chain chain;

    /**
     * @param own our advice, which answers calls
     * @param entityManager why the repository's EntityManager must be called; null if it is Spring's own
     * @param refused gets the reason at each call that stays on JPA
     */
    public SkippedCode(
            ProxyFactory proxy, Advice own, @Nullable JdbcReason entityManager, Consumer<JdbcReason> refused) {
        this.proxy = proxy;
        this.own = own;
        this.entityManager = entityManager;
        this.refused = refused;
        proxy.addListener(this);
    }

    @Override
    public void activated(AdvisedSupport advised) {
        chain = null;
    }

    @Override
    public void adviceChanged(AdvisedSupport advised) {
        chain = null;
    }

    /** Returns why JPA must answer this method; null if the call would skip no code of the application. */
    public @Nullable JdbcReason refusal(Method method) {
        JdbcReason reason = find(method);
        if (reason != null) {
            refused.accept(reason);
        }
        return reason;
    }

    private @Nullable JdbcReason find(Method method) {
        Chain known = chain;
        if (known == null) {
            known = look();
            chain = known;
        }
        if (known.unknown() != null) {
            return known.unknown();
        }
        if (entityManager != null) {
            return entityManager;
        }
        List<TransactionManager> managers = known.managers().get(method);
        if (managers == null) {
            try {
                managers = managers(known, method);
            } catch (RuntimeException e) {
                return TransactionBegin.reason(
                        "its transaction manager is not known: " + e.getClass().getSimpleName());
            }
            known.managers().put(method, managers);
        }
        for (TransactionManager manager : managers) {
            JdbcReason reason = TransactionBegin.refusal(manager);
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }

    private Chain look() {
        List<TransactionInterceptor> transactions = new ArrayList<>();
        boolean after = false;
        for (Advisor advisor : proxy.getAdvisors()) {
            Advice advice = advisor.getAdvice();
            if (advice == own) {
                after = true;
            } else if (after && !KnownAdvice.contains(advice)) {
                return new Chain(
                        TransactionBegin.reason(
                                "it has the advice " + advice.getClass().getName()),
                        List.of(),
                        Map.of());
            } else if (after && advice instanceof TransactionInterceptor transaction) {
                transactions.add(transaction);
            }
        }
        return new Chain(null, transactions, new ConcurrentHashMap<>());
    }

    private List<TransactionManager> managers(Chain known, Method method) {
        List<TransactionManager> managers = new ArrayList<>();
        for (TransactionInterceptor transaction : known.transactions()) {
            TransactionAttributeSource source = transaction.getTransactionAttributeSource();
            TransactionAttribute attribute =
                    source == null ? null : source.getTransactionAttribute(method, proxy.getTargetClass());
            TransactionManager manager =
                    attribute == null ? null : TransactionBegin.manager(transaction, attribute, proxy.getTargetClass());
            if (manager != null) {
                managers.add(manager);
            }
        }
        return List.copyOf(managers);
    }
}
