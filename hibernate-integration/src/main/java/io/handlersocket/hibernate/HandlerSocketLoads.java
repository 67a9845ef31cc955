// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.spi.LoadObserver;
import io.handlersocket.hibernate.spi.LoadScopes;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.SharedSessionContract;
import org.jspecify.annotations.Nullable;

/**
 * Shows which loads of a session factory go over HandlerSocket, and why the others use JDBC. Safe for use by several
 * threads.
 */
public interface HandlerSocketLoads {

    /**
     * Creates the view of a session factory. This library has the only implementation, found by {@link ServiceLoader}.
     */
    interface Provider {

        /** Returns the view of this session factory; see {@link HandlerSocketLoads#of}. */
        HandlerSocketLoads of(SessionFactory sessionFactory);
    }

    /** Returns the view of this session factory. Without a client, all of its loads use JDBC. */
    static HandlerSocketLoads of(SessionFactory sessionFactory) {
        return Loads.PROVIDER.of(sessionFactory);
    }

    /** Returns the number of loads so far by role, route, kind and reason, in no particular order. */
    List<LoadCount> counts();

    /** Returns the number of loads so far that took this route. */
    long count(Route route);

    /**
     * Returns how long the loads of each statement take that were measured over both routes, in no particular order;
     * empty with {@code handlersocket.routing=always}.
     */
    List<LoadTimes> times();

    /**
     * Returns the route of every entity, collection, natural id and named query now, sorted by kind and role. Never
     * waits: an index that is not open is opened in the background, and its loads are shown as JDBC until then.
     */
    List<LoadPlan> plans();

    /** Returns the route of a load by id now for each entity, sorted by name. This is a part of {@link #plans()}. */
    default List<LoadPlan> entities() {
        return plans().stream()
                .filter(plan -> plan.kind() == LoadPlan.Kind.ENTITY)
                .toList();
    }

    /**
     * Returns why a find by id of this entity would use JDBC now, outside a transaction; null if it would go over
     * HandlerSocket. For a class that is not an entity, the kind is {@link JdbcReason.Kind#STATEMENT}. The answer is a
     * hint. The first call plans the loads of all entities; a later one costs one map lookup if it returns null.
     */
    @Nullable
    JdbcReason reason(Class<?> entity);

    /**
     * Returns whether a find by id of this entity would go over HandlerSocket now, outside a transaction. The answer is
     * a hint, and costs one map lookup. If it is false, the indexes that are not open are opened in the background.
     */
    default boolean ready(Class<?> entity) {
        return reason(entity) == null;
    }

    /**
     * Returns whether finds by id of this entity usually go over HandlerSocket but cannot now, because the server does
     * not answer, clients are drained, or a session waits for a lock on the table.
     */
    default boolean interrupted(Class<?> entity) {
        JdbcReason reason = reason(entity);
        return reason != null && reason.kind() == JdbcReason.Kind.OUTAGE;
    }

    /**
     * Begins to record the loads of this thread, of any session and session factory with a client.
     *
     * @return the record, which the caller closes on the same thread
     */
    RecordedLoads record();

    /** Returns the limit for loads that use JDBC because HandlerSocket does not answer. */
    FallbackLimit fallback();

    /**
     * Proves one connection of the pool in the background, unless one was proven before. Then the schema of the tables
     * is known, and loads need not use JDBC first.
     *
     * @return completes, and does not fail, when the proof has ended or cannot help a load now
     */
    CompletionStage<Void> prove();

    /**
     * Opens the indexes of all entities, collections and named queries in the background, before the first load. Then
     * logs at DEBUG how many of them can go over HandlerSocket, and each plan with its reason.
     *
     * @return completes when every index that can be opened is open; does not fail if the server or a table is absent
     */
    CompletionStage<Void> prepare();

    /**
     * Returns why a query for single columns must use JDBC now. The same rules apply as to loads.
     *
     * @param session the session of the query; null for a new session outside a transaction
     * @return the reason, and what to change; null if the rows may be read over HandlerSocket
     */
    @Nullable
    JdbcReason refusal(@Nullable Session session);

    /**
     * Returns why JDBC answers all loads of a new transaction that may write.
     *
     * @return null if HandlerSocket may answer until the transaction's first statement at least, or if that is not known
     */
    @Nullable
    JdbcReason transactionRefusal();

    /**
     * Records that rows read without Hibernate have answered a query of this session. For what follows on its connection,
     * the transaction has begun, as after the query.
     *
     * @param entity the entity from whose table the rows are
     */
    void answered(Session session, Class<?> entity);

    /** Returns whether the session holds a connection on which more than plain reads may have run. */
    boolean mayHaveWritten(Session session);

    /**
     * Records that a transaction of this session has ended that never began on its connection, because HandlerSocket
     * has answered all of it.
     */
    void ended(Session session);

    /**
     * Returns whether the connections of read-only transactions come from another DataSource than those of all others,
     * such as that of {@code LazyConnectionDataSourceProxy.setReadOnlyDataSource}.
     */
    boolean splitsReadOnly();

    /**
     * Returns why a read-only transaction that begins now would use JDBC, although other transactions need not: its
     * DataSource leads to no server that may answer over HandlerSocket. A transaction that has begun is judged by its
     * session.
     *
     * @return null if read-only transactions have the same connections as others, or if the server answers that their
     *     SQL would read
     */
    @Nullable
    JdbcReason readOnlyRefusal();

    /**
     * Runs loads of one session over JDBC only, such as those of a query whose SQL must appear in a log. The loads are
     * counted with {@link JdbcReason.Kind#OPTION}. For an entity that is always left to JDBC, use {@link OverJdbc}; for
     * one query, {@link OverJdbc#COMMENT}.
     *
     * <p>Calls may be nested; the effect ends with the outermost call, also by an exception. The persistence context
     * and the second-level cache still answer. Without a client, this method only runs {@code loads}.
     *
     * @param session the session, used only by this thread
     * @param loads loads by this session; other sessions are not affected
     * @return what {@code loads} returns
     */
    <T> T overJdbc(SharedSessionContract session, Supplier<T> loads);

    /** Returns what sees the answers over HandlerSocket; null if nothing does. */
    @Nullable
    LoadObserver observer();

    /**
     * Opens a scope on the calling thread for a read of rows without Hibernate, by the rules for this session's loads.
     *
     * @param session the session of the read; null for a new session outside a transaction
     * @return the scope, which the caller closes; null if only the client's own server answers
     */
    LoadScopes.@Nullable Scope scope(@Nullable Session session);

    /** Returns an executor whose tasks may be answered by the servers that may answer this thread now. */
    Executor here(Executor executor);

    /** Returns whether an entity or collection of this session factory is mapped to this table. */
    boolean maps(TableName table);

    /** Returns the table of an entity, for code that reads single columns. */
    EntityTable table(Class<?> entity);
}
