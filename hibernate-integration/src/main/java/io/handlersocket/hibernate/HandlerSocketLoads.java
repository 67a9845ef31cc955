// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.catalog.TableName;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionStage;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;

/** What a session factory's loads do: which go over HandlerSocket, which over JDBC, and why. Safe for all threads. */
public interface HandlerSocketLoads {

    /** Makes the loads of session factories. This library has the only implementation, found by {@link ServiceLoader}. */
    interface Provider {

        /** See {@link HandlerSocketLoads#of}. */
        HandlerSocketLoads of(SessionFactory sessionFactory);
    }

    /** Returns the loads of this session factory; without a client, all of them stay on JDBC. */
    static HandlerSocketLoads of(SessionFactory sessionFactory) {
        return Loads.PROVIDER.of(sessionFactory);
    }

    /** Loads so far, by role, route and reason, in no particular order. */
    List<LoadCount> counts();

    /** Loads so far that took this route. */
    long count(Route route);

    /**
     * How entities, collections, natural ids and named queries are loaded now, sorted by kind and role. Never waits; starts what
     * is missing.
     */
    List<LoadPlan> plans();

    /** How each entity's find by id is routed now, sorted by name; a part of {@link #plans()}. */
    default List<EntityPlan> entities() {
        return plans().stream()
                .filter(plan -> plan.kind() == LoadPlan.Kind.ENTITY)
                .map(plan -> new EntityPlan(plan.role(), plan.route(), plan.reason()))
                .toList();
    }

    /**
     * Whether a find by id of this entity, outside a transaction and sent now, would go over HandlerSocket. A hint that
     * costs a map lookup; false starts what is missing in the background.
     */
    boolean ready(Class<?> entity);

    /**
     * Whether finds by id of this entity are expected over HandlerSocket, and just now cannot go there: the server does not
     * answer, clients are drained, or somebody waits for a lock on the table.
     */
    boolean interrupted(Class<?> entity);

    /** Who bounds the loads that ask JDBC meanwhile. */
    FallbackLimit fallback();

    /**
     * Asks the catalogue about the tables of all entities, collections and named queries and opens their indexes, ahead of the
     * first load and in the background; then logs in one line how many of them go over HandlerSocket, and the reasons at DEBUG.
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
