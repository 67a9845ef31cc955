// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.spring.query.NotFast;
import io.handlersocket.spring.query.QueryMethod;
import jakarta.persistence.EntityManagerFactory;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;
import org.springframework.data.repository.core.RepositoryMetadata;
import org.springframework.data.repository.core.support.AbstractRepositoryMetadata;

/**
 * Compares the annotated query methods of all repositories with the indexes of their tables. Makes no repository, so that
 * those that are made late are checked as well.
 */
public final class RepositoryCheck {

    private static final Duration CATALOGUE = Duration.ofSeconds(5);

    private final ConfigurableListableBeanFactory beans;
    private final HandlerSocketClient client;

    public RepositoryCheck(ConfigurableListableBeanFactory beans, HandlerSocketClient client) {
        this.beans = beans;
        this.client = client;
    }

    /**
     * A method that no index can answer.
     *
     * @param method with its types, as Java prints it
     * @param reason why not
     * @param table the table; empty if it was not asked
     * @param indexes its indexes, with their columns
     * @param columns the columns that a fitting index would have; empty if none would fit
     */
    public record Problem(String method, String reason, String table, List<String> indexes, List<String> columns) {}

    /** Whether there is anything to check. */
    public boolean isNeeded() {
        return repositories().stream()
                .anyMatch(repository ->
                        !AnnotatedQueries.of(repository.metadata()).isEmpty());
    }

    /** What is wrong; a table that cannot be asked about now is passed over. */
    public List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        for (Repository repository : repositories()) {
            for (Method method : AnnotatedQueries.of(repository.metadata())) {
                Problem problem = problem(repository, method);
                if (problem != null) {
                    problems.add(problem);
                }
            }
        }
        return problems;
    }

    private record Repository(String beanName, RepositoryMetadata metadata) {}

    private List<Repository> repositories() {
        List<Repository> repositories = new ArrayList<>();
        for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                beans, ResolvableType.forClass(JpaRepositoryFactoryBean.class), true, false)) {
            String beanName = BeanFactoryUtils.transformedBeanName(name);
            Class<?> type = beans.getType(beanName, false);
            if (type != null && type.isInterface()) {
                repositories.add(new Repository(beanName, AbstractRepositoryMetadata.getMetadata(type)));
            }
        }
        return repositories;
    }

    private @Nullable Problem problem(Repository repository, Method method) {
        QueryMethod query;
        try {
            query = QueryMethod.of(
                    method,
                    repository.metadata().getRepositoryInterface(),
                    repository.metadata().getDomainType());
        } catch (NotFast e) {
            return new Problem(method.toGenericString(), e.reason(), "", List.of(), List.of());
        }
        EntityManagerFactory factory = PersistenceUnits.of(beans, repository.beanName());
        if (factory == null) {
            return null;
        }
        EntityTable entity =
                HibernateLoads.of(factory).table(repository.metadata().getDomainType());
        Table table = entity.name().map(this::table).orElse(null);
        if (table == null || entity.refusal().isPresent()) {
            return null;
        }
        try {
            query.index(entity, table);
            return null;
        } catch (NotFast e) {
            return new Problem(
                    method.toGenericString(),
                    e.reason(),
                    table.name().table(),
                    table.indexes().stream().map(RepositoryCheck::describe).toList(),
                    e.isMissingIndex() ? query.columns(entity) : List.of());
        }
    }

    private @Nullable Table table(TableName name) {
        if (client.server().isEmpty()) {
            return null;
        }
        try {
            return client.table(name).toCompletableFuture().get(CATALOGUE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException | TimeoutException e) {
            return null; // not there yet, or the server is not: the first call will say why it is not fast
        }
    }

    private static String describe(IndexDefinition index) {
        return index.name()
                + (index.unique() ? " (unique) " : " ")
                + index.columns()
                + index.refusal().map(reason -> " - " + reason).orElse("");
    }
}
