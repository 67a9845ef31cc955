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

/** Tells which loads of a session factory go over HandlerSocket, which over JDBC, and why. Safe for all threads. */
public interface HandlerSocketLoads {

    /**
     * Makes the loads of session factories. This library has the only implementation, found by {@link ServiceLoader}.
     */
    interface Provider {

        /** See {@link HandlerSocketLoads#of}. */
        HandlerSocketLoads of(SessionFactory sessionFactory);
    }

    /** Returns the loads of this session factory; without a client, all of them stay on JDBC. */
    static HandlerSocketLoads of(SessionFactory sessionFactory) {
        return Loads.PROVIDER.of(sessionFactory);
    }

    /** Returns the number of loads so far, by role, route and reason, in no particular order. */
    List<LoadCount> counts();

    /** Returns how many loads have taken this route. */
    long count(Route route);

    /**
     * Returns how entities, collections, natural ids and named queries are loaded now, sorted by kind and role. Never
     * waits; indexes that are not open yet are opened in the background.
     */
    List<LoadPlan> plans();

    /** Returns how each entity is loaded by id now, sorted by name; a part of {@link #plans()}. */
    default List<EntityPlan> entities() {
        return plans().stream()
                .filter(plan -> plan.kind() == LoadPlan.Kind.ENTITY)
                .map(plan -> new EntityPlan(plan.role(), plan.route(), plan.reason()))
                .toList();
    }

    /**
     * Returns whether a find by id of this entity, outside a transaction and sent now, would go over HandlerSocket.
     * This is a hint that costs a map lookup. If it is false, indexes that are not open are opened in the background.
     */
    boolean ready(Class<?> entity);

    /**
     * Returns whether finds by id of this entity usually go over HandlerSocket and cannot at this moment: the server
     * does not answer, clients are drained, or a session waits for a lock on the table.
     */
    boolean interrupted(Class<?> entity);

    /** Returns the limit of loads that ask JDBC while HandlerSocket does not answer. */
    FallbackLimit fallback();

    /**
     * Opens the indexes of all entities, collections and named queries in the background, ahead of the first load. Then
     * logs one line that says how many of them go over HandlerSocket, and the reasons of the others at DEBUG.
     *
     * @return completes when every index that can be opened is open; does not fail if a server or table is absent
     */
    CompletionStage<Void> prepare();

    /**
     * Returns why a query for single columns must be sent over JDBC at this moment. The same rules hold as for loads.
     *
     * @param session the session whose query it would be; null for one that would be opened for it, outside a
     *     transaction
     * @return in words a developer can act on; null if the rows may be read over HandlerSocket
     */
    @Nullable
    String refusal(@Nullable Session session);

    /** Returns whether an entity or collection of this session factory is mapped to this table. */
    boolean maps(TableName table);

    /** Returns the table of an entity, for reads of single columns. */
    EntityTable table(Class<?> entity);
}
