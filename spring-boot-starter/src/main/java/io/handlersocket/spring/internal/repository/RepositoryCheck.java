// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.spi.Refusals;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.spring.internal.query.QueryMethod;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnits;
import jakarta.persistence.EntityManagerFactory;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * Compares the annotated query methods of all repositories with the indexes of their tables. It creates no repository,
 * so it also checks repositories that are created later.
 */
public record RepositoryCheck(ConfigurableListableBeanFactory beans, HandlerSocketClient client) {

    private static final Set<ReasonCode> MISSING_INDEX = EnumSet.of(
            ReasonCode.NO_INDEX,
            ReasonCode.NO_NAMED_INDEX,
            ReasonCode.FEW_COLUMNS,
            ReasonCode.NO_ORDER,
            ReasonCode.NO_ORDER_OF_PAGE);

    /**
     * A method that is never fast, or not fast with the existing indexes.
     *
     * @param table the table; empty if it was not checked
     * @param missingIndex whether a new index could answer the method
     * @param create the statement that creates this index; empty if unknown
     */
    public record Problem(
            String method, String reason, String table, List<String> indexes, boolean missingIndex, String create) {

        /** Returns the reason and the remedy in one line. */
        public String text() {
            return create.isEmpty() ? reason : reason + " (" + create + " makes one)";
        }
    }

    public boolean isNeeded() {
        return !methods().isEmpty();
    }

    /**
     * The result of a check.
     *
     * @param complete whether all tables were checked
     */
    public record Findings(List<Problem> problems, boolean complete) {}

    /**
     * Returns the methods that are never fast, whatever the database, because of their signatures or annotations, and
     * compares the others with the indexes of their tables.
     *
     * @param limit how long reading the catalogue may take for all tables together; tables that are not read by then
     *     are skipped
     */
    public Findings find(Duration limit) {
        List<Problem> problems = new ArrayList<>();
        Catalogue catalogue = new Catalogue(client, limit);
        for (Annotated method : methods()) {
            Problem problem = problem(method, catalogue);
            if (problem != null) {
                problems.add(problem);
            }
        }
        return new Findings(problems, catalogue.complete);
    }

    /** An annotated method of the repository with this bean name. */
    private record Annotated(String beanName, RepositoryMetadata repository, Method method) {

        String name() {
            return MethodPlans.name(repository.getRepositoryInterface(), method);
        }

        /** @throws LeftToJdbcException if it is never fast */
        QueryMethod query() {
            return QueryMethod.of(method, repository.getRepositoryInterface(), repository.getDomainType());
        }
    }

    private List<Annotated> methods() {
        List<Annotated> methods = new ArrayList<>();
        for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                beans, ResolvableType.forClass(JpaRepositoryFactoryBean.class), true, false)) {
            String beanName = BeanFactoryUtils.transformedBeanName(name);
            Class<?> type = beans.getType(beanName, false);
            if (type != null && type.isInterface()) {
                RepositoryMetadata repository = AbstractRepositoryMetadata.getMetadata(type);
                AnnotatedQueries.of(repository)
                        .forEach(method -> methods.add(new Annotated(beanName, repository, method)));
            }
        }
        return methods;
    }

    private @Nullable Problem problem(Annotated method, Catalogue catalogue) {
        QueryMethod query;
        try {
            query = method.query();
        } catch (LeftToJdbcException e) {
            return QueryMethod.givesEntities(
                            method.method(),
                            method.repository().getRepositoryInterface(),
                            method.repository().getDomainType())
                    ? null
                    : new Problem(method.name(), e.reason().text(), "", List.of(), false, "");
        }
        if (catalogue.left() <= 0) {
            catalogue.complete = false;
            return null;
        }
        EntityManagerFactory factory = PersistenceUnits.of(beans, method.beanName());
        if (factory == null) {
            return null;
        }
        HandlerSocketLoads loads = HibernateLoads.of(factory);
        EntityTable entity = loads.table(method.repository().getDomainType());
        if (entity.refusal().isPresent()) {
            return null;
        }
        catalogue.await(loads);
        Table table = catalogue.table(entity.name());
        if (table == null) {
            return null;
        }
        JdbcReason reason;
        try {
            reason = query.refusal(entity, table);
        } catch (LeftToJdbcException e) {
            return null; // the repository logs it when it is created
        }
        if (reason == null) {
            return null;
        }
        ReasonCode code = reason.code();
        boolean missingIndex = code != null && MISSING_INDEX.contains(code);
        return new Problem(
                method.name(),
                reason.text(),
                table.name().table(),
                table.indexes().stream().map(RepositoryCheck::describe).toList(),
                missingIndex,
                missingIndex ? query.create(entity, table) : "");
    }

    /** Reads each table once. */
    private static final class Catalogue {

        private final HandlerSocketClient client;
        private final long end;
        private final Map<TableName, Optional<Table>> tables = new HashMap<>();
        private boolean complete = true;

        Catalogue(HandlerSocketClient client, Duration limit) {
            this.client = client;
            this.end = System.nanoTime() + limit.toNanos();
        }

        long left() {
            return end - System.nanoTime();
        }

        /** Waits until a connection of the pool is proven, whose schema is that of the tables. */
        void await(HandlerSocketLoads loads) {
            loads.prove()
                    .toCompletableFuture()
                    .completeOnTimeout(null, left(), TimeUnit.NANOSECONDS)
                    .join();
        }

        /** @param name empty while no connection of the pool is proven, because the schema is the connection's */
        @Nullable
        Table table(Optional<TableName> name) {
            complete = complete && name.isPresent();
            return name.flatMap(known -> tables.computeIfAbsent(known, this::ask))
                    .orElse(null);
        }

        private Optional<Table> ask(TableName name) {
            long left = left();
            if (client.server().isEmpty() || left <= 0) {
                complete = false;
                return Optional.empty();
            }
            try {
                return Optional.of(client.table(name).toCompletableFuture().get(left, TimeUnit.NANOSECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            } catch (TimeoutException e) {
                complete = false;
                return Optional.empty();
            } catch (ExecutionException e) {
                return Optional.empty(); // not there yet: the first call will say why it is not fast
            }
        }
    }

    private static String describe(IndexDefinition index) {
        return index.name()
                + (index.unique() ? " (unique) " : " ")
                + index.columns()
                + Refusals.of(index).map(reason -> " - " + reason).orElse("");
    }
}
