// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.client.Replicas;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.internal.query.LeftToJpaException;
import io.handlersocket.spring.internal.query.QueryMethod;
import io.handlersocket.spring.internal.query.QueryRead;
import io.handlersocket.spring.internal.repository.report.LookupCalls;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.data.repository.core.RepositoryMetadata;

/** The annotated query methods of all repositories. */
public final class DirectQueries {

    private final int maxRows;
    private final LookupThreads threads;
    private final MethodPlans plans;
    private final MethodFreshness freshness;

    /**
     * @param maxRows maximum number of rows that a query without limit returns over HandlerSocket
     * @param threads complete futures
     * @param plans gets the indexes to open, and logs the methods that stay on JPA
     * @param replicas null without replicas
     */
    public DirectQueries(int maxRows, LookupThreads threads, MethodPlans plans, @Nullable Replicas replicas) {
        this.maxRows = maxRows;
        this.threads = threads;
        this.plans = plans;
        this.freshness = new MethodFreshness(replicas);
    }

    /** @throws LeftToJpaException if the mapping does not allow it */
    QueryRead read(PersistenceUnit unit, EntityTable table, QueryMethod query) {
        QueryRead read = new QueryRead(unit.client(), table, query, maxRows);
        plans.open(read::prepare);
        return read;
    }

    /**
     * Returns what answers an annotated method.
     *
     * @param mayWrite whether the method's own transaction may write
     */
    FastMethod of(
            Method method,
            RepositoryMetadata repository,
            PersistenceUnit unit,
            Observers observers,
            LookupCalls calls,
            boolean mayRunWithoutTransaction,
            boolean mayWrite) {
        Class<?> entity = repository.getDomainType();
        String changed = QueryMethod.changed(method);
        if (changed != null) {
            return never(method, unit, observers, changed);
        }
        JpaQuery jpa = new JpaQuery(unit, entity, observers, mayWrite);
        try {
            QueryMethod query = QueryMethod.of(method, repository.getRepositoryInterface(), entity);
            if (query.givesEntities()) {
                return new QueryByHibernate(jpa, null);
            }
            if (!mayRunWithoutTransaction) {
                throw LeftToJpaException.statement("the method's transaction is MANDATORY, NEVER or SERIALIZABLE");
            }
            QueryRead read = read(unit, unit.loads().table(entity), query);
            String role = repository.getRepositoryInterface().getSimpleName() + '.' + method.getName();
            DirectShadow shadow = new DirectShadow(unit, entity, read, role);
            return new DirectQuery(
                    unit,
                    read,
                    shadow,
                    query.isAsync(),
                    threads,
                    freshness,
                    calls,
                    observers,
                    jpa,
                    unit.reasons(entity));
        } catch (LeftToJpaException e) {
            plans.warn(method.toGenericString(), e.reason().text());
            return new QueryByHibernate(jpa, e.reason());
        }
    }

    /**
     * Returns what answers {@code existsById} by the index of the id, without the joins of {@code findById}; null if
     * the mapping does not allow it.
     */
    @Nullable
    FastMethod existsById(PersistenceUnit unit, Class<?> entity, Observers observers, LookupCalls calls) {
        EntityTable table = unit.loads().table(entity);
        String id = table.id().orElse(null);
        if (id == null || table.refusal().isPresent()) {
            return null;
        }
        QueryRead read = read(unit, table, QueryMethod.exists(entity, id));
        JpaQuery jpa = new JpaQuery(unit, entity, observers, true);
        // Spring Data's base methods read the method's metadata from the thread of the call.
        DirectShadow shadow = new DirectShadow(unit, entity, read, null);
        return new DirectQuery(
                unit, read, shadow, false, threads, freshness, calls, observers, jpa, unit.reasons(entity));
    }

    /** Returns a method that JPA answers, and logs the reason. */
    FastMethod never(Method method, PersistenceUnit unit, Observers observers, String reason) {
        plans.warn(method.toGenericString(), reason);
        return new OrdinaryCall(unit, observers, new JdbcReason(JdbcReason.Kind.STATEMENT, reason));
    }
}
