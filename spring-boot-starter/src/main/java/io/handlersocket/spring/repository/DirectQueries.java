// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.spring.query.NotFast;
import io.handlersocket.spring.query.QueryMethod;
import io.handlersocket.spring.query.QueryRead;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.data.repository.core.RepositoryMetadata;

/** The annotated query methods of all repositories. */
public final class DirectQueries {

    private final int maxRows;
    private final LookupThreads threads;
    private final NeverFast neverFast;
    private final List<QueryRead> reads = new CopyOnWriteArrayList<>();

    /**
     * @param maxRows maximum number of rows that a query without limit returns over HandlerSocket
     * @param threads complete futures
     * @param neverFast logs the methods that stay on JPA
     */
    public DirectQueries(int maxRows, LookupThreads threads, NeverFast neverFast) {
        this.maxRows = maxRows;
        this.threads = threads;
        this.neverFast = neverFast;
    }

    /** Opens the indexes of the queries in the background; the stage never fails. */
    public CompletionStage<Void> prepare() {
        return CompletableFuture.allOf(
                reads.stream().map(read -> read.prepare().toCompletableFuture()).toArray(CompletableFuture<?>[]::new));
    }

    /** @throws NotFast if the mapping does not allow it */
    QueryRead read(PersistenceUnit unit, EntityTable table, QueryMethod query) {
        QueryRead read = new QueryRead(unit.client(), table, query, maxRows);
        reads.add(read);
        return read;
    }

    /** Returns what answers an annotated method. */
    FastMethod of(
            Method method,
            RepositoryMetadata repository,
            PersistenceUnit unit,
            Observers observers,
            LookupCalls calls,
            boolean mayRunWithoutTransaction) {
        Class<?> entity = repository.getDomainType();
        String changed = QueryMethod.changed(method);
        if (changed != null) {
            return never(method, unit, observers, changed);
        }
        Twin twin = new Twin(unit, entity, observers);
        try {
            QueryMethod query = QueryMethod.of(method, repository.getRepositoryInterface(), entity);
            if (query.givesEntities()) {
                return new QueryByHibernate(twin, "");
            }
            if (!mayRunWithoutTransaction) {
                throw new NotFast("the method's transaction is MANDATORY, NEVER or SERIALIZABLE");
            }
            QueryRead read = read(unit, unit.loads().table(entity), query);
            return new DirectQuery(unit, read, query.isAsync(), threads, calls, observers, twin, unit.reasons(entity));
        } catch (NotFast e) {
            neverFast.say(method.toGenericString(), e.reason());
            return new QueryByHibernate(twin, e.reason());
        }
    }

    /** Returns a method that JPA answers, and logs the reason. */
    FastMethod never(Method method, PersistenceUnit unit, Observers observers, String reason) {
        neverFast.say(method.toGenericString(), reason);
        return new OrdinaryCall(unit, observers, reason);
    }
}
