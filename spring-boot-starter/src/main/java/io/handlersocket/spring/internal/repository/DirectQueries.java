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

/** The annotated query methods of all repositories. */
public record DirectQueries(int maxRows, LookupThreads threads, MethodPlans plans) {

    /** @throws LeftToJdbcException if the mapping does not allow it */
    QueryRead read(PersistenceUnit unit, EntityTable table, QueryMethod query) {
        QueryRead read = new QueryRead(table, query, maxRows);
        plans.open(read::prepare);
        return read;
    }

    FastMethod of(FastMethods methods, Method method, Observers observers) {
        PersistenceUnit unit = methods.unit();
        Class<?> repository = methods.repository().getRepositoryInterface();
        Class<?> entity = methods.repository().getDomainType();
        String changed = QueryMethod.changed(method);
        if (changed != null) {
            return never(method, repository, unit, observers, changed);
        }
        JpaQuery jpa = new JpaQuery(unit, entity, observers, methods.mayWrite(method), null);
        try {
            QueryMethod query = QueryMethod.of(method, repository, entity);
            if (query.givesEntities()) {
                return jpa;
            }
            if (methods.isNamed(method)) {
                throw LeftToJdbcException.statement(
                        "a query that is declared elsewhere, and may return other rows than the index");
            }
            if (query.isOrdered() && unit.placesNulls()) {
                throw LeftToJdbcException.statement("an order that ignores case or places NULL");
            }
            if (!methods.mayRunWithoutTransaction(method)) {
                throw LeftToJdbcException.statement(
                        "the method's transaction is MANDATORY, NEVER, SERIALIZABLE or READ UNCOMMITTED");
            }
            QueryRead read = read(unit, unit.loads().table(entity), query);
            DirectRead direct =
                    new DirectRead(unit, entity, read, repository.getSimpleName() + '.' + method.getName(), null);
            return new DirectQuery(unit, direct, query.isAsync(), threads, methods.calls(), observers, jpa);
        } catch (LeftToJdbcException e) {
            if (QueryMethod.givesEntities(method, repository, entity)) {
                return jpa;
            }
            plans.stays(MethodPlans.name(repository, method), e.reason().text());
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
        return new DirectQuery(unit, direct, false, threads, calls, observers, jpa);
    }

    /** Returns a method that JPA answers, and notes the reason. */
    FastMethod never(Method method, Class<?> repository, PersistenceUnit unit, Observers observers, String reason) {
        plans.stays(MethodPlans.name(repository, method), reason);
        return new OrdinaryCall(unit, observers, new JdbcReason(JdbcReason.Kind.STATEMENT, reason));
    }
}
