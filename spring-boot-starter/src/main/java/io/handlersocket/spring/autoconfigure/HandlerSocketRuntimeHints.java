// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers what the starter uses by name or reflection, for native images. The application registers the types that
 * {@code HandlerSocketOperations} maps.
 */
final class HandlerSocketRuntimeHints implements RuntimeHintsRegistrar {

    private static final String FRAGMENT = "io.handlersocket.spring.internal.repository.FastReadsFragment";
    private static final String LAZY_PROXY = "org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy";

    // Where the application may add code that runs before a row is read, or a query that reads others.
    private static final List<String> WITH_FIELDS = List.of(
            "org.springframework.orm.jpa.JpaTransactionManager",
            "org.springframework.orm.jpa.AbstractEntityManagerFactoryBean",
            "org.springframework.data.jpa.repository.support.SimpleJpaRepository",
            "org.springframework.data.repository.core.support.RepositoryFactoryBeanSupport");
    private static final List<String> WITH_METHODS =
            List.of("org.springframework.transaction.interceptor.TransactionAspectSupport");
    private static final List<String> ADVICE = List.of(
            "org.springframework.data.repository.core.support.EventPublishingRepositoryProxyPostProcessor$EventPublishingMethodInterceptor",
            "org.springframework.data.repository.core.support.QueryExecutorMethodInterceptor",
            "org.springframework.data.repository.core.support.RepositoryFactorySupport$ImplementationMethodExecutionInterceptor");

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        // Present only with Spring Data.
        hints.reflection()
                .registerTypeIfPresent(classLoader, FRAGMENT, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
                .registerTypeIfPresent(classLoader, LAZY_PROXY, MemberCategory.ACCESS_DECLARED_FIELDS);
        WITH_FIELDS.forEach(type ->
                hints.reflection().registerTypeIfPresent(classLoader, type, MemberCategory.ACCESS_DECLARED_FIELDS));
        WITH_METHODS.forEach(type ->
                hints.reflection().registerTypeIfPresent(classLoader, type, MemberCategory.INVOKE_DECLARED_METHODS));
        // Shadow mode passes the calls of Hibernate on to them.
        hints.reflection()
                .registerType(ResultSet.class, MemberCategory.INVOKE_PUBLIC_METHODS)
                .registerType(PreparedStatement.class, MemberCategory.INVOKE_PUBLIC_METHODS);
        ADVICE.forEach(type -> hints.reflection().registerTypeIfPresent(classLoader, type));
    }
}
