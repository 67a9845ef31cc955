// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.EntityPlan;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.orm.jpa.EntityManagerFactoryInfo;

/** The loads of all persistence units of the application. */
public final class HibernateLoads {

    private final ObjectProvider<EntityManagerFactory> factories;

    public HibernateLoads(ObjectProvider<EntityManagerFactory> factories) {
        this.factories = factories;
    }

    /** The loads of one persistence unit. Waits for it if it is made in the background. */
    static HandlerSocketLoads of(EntityManagerFactory factory) {
        EntityManagerFactory hibernate =
                factory instanceof EntityManagerFactoryInfo info ? info.getNativeEntityManagerFactory() : factory;
        return HandlerSocketLoads.of(hibernate.unwrap(SessionFactory.class));
    }

    /**
     * Opens what the entities need, in the background, so that the first load is fast.
     *
     * @return completes once all that can be open is
     */
    public CompletionStage<Void> prepare() {
        return CompletableFuture.allOf(all().map(HandlerSocketLoads::prepare)
                .map(CompletionStage::toCompletableFuture)
                .toArray(CompletableFuture<?>[]::new));
    }

    /** How each entity is loaded by id. */
    public List<EntityPlan> entities() {
        return all().flatMap(loads -> loads.entities().stream()).toList();
    }

    /** Loads so far that took this route. */
    public long count(Route route) {
        return all().mapToLong(loads -> loads.count(route)).sum();
    }

    /** Loads so far. */
    public List<LoadCount> counts() {
        return all().flatMap(loads -> loads.counts().stream()).toList();
    }

    /** Whether one of the persistence units maps this table. */
    public boolean map(TableName table) {
        return all().anyMatch(loads -> loads.maps(table));
    }

    private Stream<HandlerSocketLoads> all() {
        return factories.orderedStream().map(HibernateLoads::of);
    }
}
