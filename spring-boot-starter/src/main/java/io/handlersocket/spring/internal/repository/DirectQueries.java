// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.spring.internal.query.QueryMethod;
import io.handlersocket.spring.internal.query.QueryRead;
import io.handlersocket.spring.internal.repository.report.LookupCalls;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.lang.reflect.Method;
import org.springframework.data.repository.core.RepositoryMetadata;

/** The annotated query methods of all repositories. */
public final class DirectQueries {

    private final int maxRows;
    private final LookupThreads threads;
    private final MethodPlans plans;

    /**
     * @param maxRows maximum number of rows that a query without limit returns over HandlerSocket
     * @param threads complete futures
     * @param plans gets the indexes to open, and logs the methods that stay on JPA
     */
    public DirectQueries(int maxRows, LookupThreads threads, MethodPlans plans) {
        this.maxRows = maxRows;
        this.threads = threads;
        this.plans = plans;
    }

    /** @throws LeftToJdbcException if the mapping does not allow it */
    QueryRead read(PersistenceUnit unit, EntityTable table, QueryMethod query) {
        QueryRead read = new QueryRead(table, query, maxRows);
        plans.open(read::prepare);
        return read;
    }

    /**
     * Returns what answers an annotated method.
     *
     * @param isNamed whether a named query answers the method
     * @param mayWrite whether the method's own transaction may write
     */
    FastMethod of(
            Method method,
            RepositoryMetadata repository,
            PersistenceUnit unit,
            Observers observers,
            LookupCalls calls,
            boolean isNamed,
            boolean mayRunWithoutTransaction,
            boolean mayWrite) {
        Class<?> entity = repository.getDomainType();
        String changed = QueryMethod.changed(method);
        if (changed != null) {
            return never(method, repository.getRepositoryInterface(), unit, observers, changed);
        }
        JpaQuery jpa = new JpaQuery(unit, entity, observers, mayWrite, null);
        try {
            QueryMethod query = QueryMethod.of(method, repository.getRepositoryInterface(), entity);
            if (query.givesEntities()) {
                return jpa;
            }
            if (isNamed) {
                throw LeftToJdbcException.statement(
                        "a query that is declared elsewhere, and may return other rows than the index");
            }
            if (query.isOrdered() && unit.placesNulls()) {
                throw LeftToJdbcException.statement("an order that ignores case or places NULL");
            }
            if (!mayRunWithoutTransaction) {
                throw LeftToJdbcException.statement(
                        "the method's transaction is MANDATORY, NEVER, SERIALIZABLE or READ UNCOMMITTED");
            }
            QueryRead read = read(unit, unit.loads().table(entity), query);
            String role = repository.getRepositoryInterface().getSimpleName() + '.' + method.getName();
            DirectRead direct = new DirectRead(unit, entity, read, role, null);
            return new DirectQuery(unit, read, direct, query.isAsync(), threads, calls, observers, jpa);
        } catch (LeftToJdbcException e) {
            if (QueryMethod.givesEntities(method, repository.getRepositoryInterface(), entity)) {
                return jpa;
            }
            plans.stays(
                    MethodPlans.name(repository.getRepositoryInterface(), method),
                    e.reason().text());
            return jpa.because(e.reason());
        }
    }

    /**
     * Returns what answers {@code existsById} by the index of the id. Where the mapping does not allow it, JPA counts:
     * a load of the entity would fail for values that this version of the application cannot read.
     */
    FastMethod existsById(PersistenceUnit unit, Class<?> entity, Observers observers, LookupCalls calls) {
        EntityTable table = unit.loads().table(entity);
        JpaQuery jpa = new JpaQuery(unit, entity, observers, true, null);
        QueryRead read;
        String id;
        try {
            id = table.id().orElseThrow(() -> LeftToJdbcException.statement("an id of several attributes"));
            read = read(unit, table, QueryMethod.exists(entity, id));
        } catch (LeftToJdbcException e) {
            return jpa.because(e.reason());
        }
        // Spring Data's own count reads the method's metadata from the thread of the call.
        String count = "select count(*) from " + entity.getName() + " e where e." + id + " = ?1";
        DirectRead direct = new DirectRead(unit, entity, read, entity.getName() + ".existsById", count);
        return new DirectQuery(unit, read, direct, false, threads, calls, observers, jpa);
    }

    /** Returns a method that JPA answers, and notes the reason. */
    FastMethod never(Method method, Class<?> repository, PersistenceUnit unit, Observers observers, String reason) {
        plans.stays(MethodPlans.name(repository, method), reason);
        return new OrdinaryCall(unit, observers, new JdbcReason(JdbcReason.Kind.STATEMENT, reason));
    }
}
