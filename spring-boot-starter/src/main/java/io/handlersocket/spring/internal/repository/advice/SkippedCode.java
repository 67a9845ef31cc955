// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.advice;

import io.handlersocket.hibernate.JdbcReason;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.AdvisedSupport;
import org.springframework.aop.framework.AdvisedSupportListener;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.orm.jpa.JpaDialect;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the application's code that calls of one repository would skip if they were answered before their transaction:
 * advice, and code that runs when the transaction begins. Such code can decide which rows are visible: it enables
 * filters or sets a tenant. This class checks the proxy at each call, because post-processors add advice after ours,
 * and applications may add advice while they run.
 */
public final class SkippedCode implements AdvisedSupportListener {

    // Only Spring knows all rules of qualifiers, and it shows neither its choice nor the initializer.
    private static final @Nullable Method DETERMINE = accessible(ReflectionUtils.findMethod(
            TransactionAspectSupport.class, "determineTransactionManager", TransactionAttribute.class, Class.class));
    private static final @Nullable Field INITIALIZER =
            SessionSources.accessible(JpaTransactionManager.class, "entityManagerInitializer");

    /** The advice after ours. */
    private record Chain(
            @Nullable JdbcReason unknown,
            List<TransactionInterceptor> transactions,
            Map<Method, List<TransactionManager>> managers) {}

    private final ProxyFactory proxy;
    private final Advice own;
    private final @Nullable JdbcReason entityManager;
    private volatile @Nullable Chain chain;

    /**
     * @param own our advice, which answers calls
     * @param entityManager why the repository's EntityManager must be called; null if it is Spring's own
     */
    public SkippedCode(ProxyFactory proxy, Advice own, @Nullable JdbcReason entityManager) {
        this.proxy = proxy;
        this.own = own;
        this.entityManager = entityManager;
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
                return SessionSources.reason(
                        "its transaction manager is not known: " + e.getClass().getSimpleName());
            }
            known.managers().put(method, managers);
        }
        for (TransactionManager manager : managers) {
            JdbcReason reason = refusal(manager);
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
                        SessionSources.reason(
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
                    attribute == null ? null : manager(transaction, attribute, proxy.getTargetClass());
            if (manager != null) {
                managers.add(manager);
            }
        }
        return List.copyOf(managers);
    }

    /**
     * Returns the manager that begins transactions with this attribute; null if the interceptor begins none.
     *
     * @throws IllegalStateException if Spring does not show it
     */
    private static @Nullable TransactionManager manager(
            TransactionInterceptor interceptor, TransactionAttribute attribute, @Nullable Class<?> target) {
        if (DETERMINE == null) {
            throw new IllegalStateException("TransactionAspectSupport has no determineTransactionManager");
        }
        return (TransactionManager) ReflectionUtils.invokeMethod(DETERMINE, interceptor, attribute, target);
    }

    /** Returns why its transactions must begin even for a read; null if they are Spring's own. */
    private static @Nullable JdbcReason refusal(TransactionManager manager) {
        if (manager.getClass() != JpaTransactionManager.class) {
            return SessionSources.reason(
                    "its transactions are begun by " + manager.getClass().getName());
        }
        JpaTransactionManager plain = (JpaTransactionManager) manager;
        if (INITIALIZER == null || ReflectionUtils.getField(INITIALIZER, plain) != null) {
            return SessionSources.reason("its transaction manager has an EntityManagerInitializer");
        }
        if (!plain.getJpaPropertyMap().isEmpty()) {
            return SessionSources.reason("its transaction manager has its own JPA properties");
        }
        JpaDialect dialect = plain.getJpaDialect();
        if (dialect.getClass() != HibernateJpaDialect.class) {
            return SessionSources.reason("its transaction manager has the JpaDialect "
                    + dialect.getClass().getName());
        }
        for (TransactionExecutionListener listener : plain.getTransactionExecutionListeners()) {
            return SessionSources.reason("its transactions are reported to the TransactionExecutionListener "
                    + listener.getClass().getName());
        }
        return null;
    }

    private static @Nullable Method accessible(@Nullable Method method) {
        if (method != null) {
            ReflectionUtils.makeAccessible(method);
        }
        return method;
    }
}
