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
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.repository.core.RepositoryMetadata;

/** The annotated query methods of all repositories. */
public final class DirectQueries {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");

    private final int maxRows;
    private final Supplier<Executor> executor;
    private final List<QueryRead> reads = new CopyOnWriteArrayList<>();

    /**
     * @param maxRows rows read for a query without limit
     * @param executor where results of asynchronous methods are made
     */
    public DirectQueries(int maxRows, Supplier<Executor> executor) {
        this.maxRows = maxRows;
        this.executor = executor;
    }

    /** Opens what the queries need, in the background; the stage never fails. */
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

    // Neither the answer nor its JPA query may be lost because others keep the executor busy, nor be made on an I/O
    // thread.
    private void execute(Runnable task) {
        try {
            executor.get().execute(task);
        } catch (RejectedExecutionException e) {
            ForkJoinPool.commonPool().execute(task);
        }
    }

    /** How a method is answered; null if that is not to be changed. */
    @Nullable
    FastMethod of(
            Method method,
            RepositoryMetadata repository,
            PersistenceUnit unit,
            Observers observers,
            LookupCalls calls,
            boolean mayRunWithoutTransaction) {
        Class<?> entity = repository.getDomainType();
        if (AnnotatedElementUtils.hasAnnotation(method, Modifying.class)) {
            return null;
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
            return new DirectQuery(
                    unit, read, query.isAsync(), this::execute, calls, observers, twin, unit.reasons(entity));
        } catch (NotFast e) {
            log.info(
                    "HandlerSocket: {}.{} stays on JPA: {}",
                    repository.getRepositoryInterface().getSimpleName(),
                    method.getName(),
                    e.reason());
            return new QueryByHibernate(twin, e.reason());
        }
    }
}
