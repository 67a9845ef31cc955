// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.advice;

import io.handlersocket.hibernate.JdbcReason;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.orm.jpa.JpaDialect;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.util.ReflectionUtils;

/**
 * Detects the application's code that runs when a repository's transaction begins. Such code can decide which rows are
 * visible: it enables filters or sets a tenant. A call without the transaction would see other rows.
 */
final class TransactionBegin {

    // Only Spring knows all rules of qualifiers, and it shows neither its choice nor the initializer.
    private static final @Nullable Method DETERMINE = accessible(ReflectionUtils.findMethod(
            TransactionAspectSupport.class, "determineTransactionManager", TransactionAttribute.class, Class.class));
    private static final @Nullable Field INITIALIZER =
            SessionSources.accessible(JpaTransactionManager.class, "entityManagerInitializer");

    private TransactionBegin() {}

    /**
     * Returns the manager that begins transactions with this attribute; null if the interceptor begins none.
     *
     * @throws IllegalStateException if Spring does not show it
     */
    static @Nullable TransactionManager manager(
            TransactionInterceptor interceptor, TransactionAttribute attribute, @Nullable Class<?> target) {
        if (DETERMINE == null) {
            throw new IllegalStateException("TransactionAspectSupport has no determineTransactionManager");
        }
        return (TransactionManager) ReflectionUtils.invokeMethod(DETERMINE, interceptor, attribute, target);
    }

    /** Returns why its transactions must begin even for a read; null if they are Spring's own. */
    static @Nullable JdbcReason refusal(TransactionManager manager) {
        if (manager.getClass() != JpaTransactionManager.class) {
            return reason("its transactions are begun by " + manager.getClass().getName());
        }
        JpaTransactionManager plain = (JpaTransactionManager) manager;
        if (INITIALIZER == null || ReflectionUtils.getField(INITIALIZER, plain) != null) {
            return reason("its transaction manager has an EntityManagerInitializer");
        }
        if (!plain.getJpaPropertyMap().isEmpty()) {
            return reason("its transaction manager has its own JPA properties");
        }
        JpaDialect dialect = plain.getJpaDialect();
        if (dialect.getClass() != HibernateJpaDialect.class) {
            return reason("its transaction manager has the JpaDialect "
                    + dialect.getClass().getName());
        }
        for (TransactionExecutionListener listener : plain.getTransactionExecutionListeners()) {
            return reason("its transactions are reported to the TransactionExecutionListener "
                    + listener.getClass().getName());
        }
        return null;
    }

    /** Returns a reason because of the application's code; it applies to sessions and transactions. */
    static JdbcReason reason(String text) {
        return new JdbcReason(JdbcReason.Kind.SESSION, text);
    }

    private static @Nullable Method accessible(@Nullable Method method) {
        if (method != null) {
            ReflectionUtils.makeAccessible(method);
        }
        return method;
    }
}
