// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.internal.orm.FactoryLoads;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;

/** What a session factory's loads do: which go over HandlerSocket, which over JDBC, and why. Safe for all threads. */
public interface HandlerSocketLoads {

    /** The loads of this session factory; without a client, one that says that everything stays on JDBC. */
    static HandlerSocketLoads of(SessionFactory sessionFactory) {
        return FactoryLoads.of(sessionFactory);
    }

    /** Loads so far, by role, route and reason, in no particular order. */
    List<LoadCount> counts();

    /** Loads so far that took this route. */
    long count(Route route);

    /** How each entity's find by id is routed now, sorted by name. Never waits; starts what is missing. */
    List<EntityPlan> entities();

    /**
     * Whether a find by id of this entity, outside a transaction and sent now, would go over HandlerSocket. A hint that
     * costs a map lookup; false starts what is missing in the background.
     */
    boolean ready(Class<?> entity);

    /**
     * Asks the catalogue about the tables of all entities and opens their indexes, ahead of the first load and in the
     * background.
     *
     * @return completes once all that can be open is; never fails because a server or table is absent
     */
    CompletionStage<Void> prepare();

    /**
     * Why a query for single columns must be sent over JDBC at this moment: the gate that loads pass, asked for a read past
     * Hibernate.
     *
     * @param session the session whose query it would be; null for one that would be opened for it, outside a transaction
     * @return in words a developer can act on; null if the rows may be read over HandlerSocket
     */
    @Nullable
    String refusal(@Nullable Session session);

    /** Whether an entity or collection of this session factory is mapped to this table. */
    boolean maps(TableName table);

    /** The table of an entity, for reads past Hibernate. */
    EntityTable table(Class<?> entity);
}
