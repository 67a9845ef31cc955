// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.test;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.Route;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.hibernate.SessionFactory;

/**
 * Assertions about which route finds by id of one entity take, outside a transaction. A mapping that sends an entity
 * back to JDBC then fails a test:
 *
 * <pre>{@code
 * assertThatLoads(sessionFactory, Player.class).goOverHandlerSocket();
 * }</pre>
 *
 * <p>They are about the route that is possible, not about the one that {@code handlersocket.routing=adaptive} finds
 * cheaper. For use by one thread.
 */
public final class LoadAssertions {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final HandlerSocketLoads loads;
    private final Class<?> entity;
    private Duration limit = Duration.ofSeconds(10);

    private LoadAssertions(SessionFactory sessionFactory, Class<?> entity) {
        this.loads = HandlerSocketLoads.of(sessionFactory);
        this.entity = entity;
    }

    /**
     * Starts assertions about the loads of an entity.
     *
     * @param factory a {@link SessionFactory}, or a factory that unwraps to one
     * @param entity an entity of the factory
     */
    public static LoadAssertions assertThatLoads(EntityManagerFactory factory, Class<?> entity) {
        return new LoadAssertions(factory.unwrap(SessionFactory.class), entity);
    }

    /** Sets how long to wait for the client to connect and open the indexes. Default 10 s. */
    public LoadAssertions within(Duration value) {
        limit = value;
        return this;
    }

    /**
     * Asserts that loads go over HandlerSocket, now or before the time limit.
     *
     * @throws AssertionError if they do not; the message is the reason
     */
    public LoadAssertions goOverHandlerSocket() {
        LoadPlan plan = settled(Route.HANDLERSOCKET, "");
        if (plan.route() != Route.HANDLERSOCKET) {
            throw new AssertionError("loads of " + plan.role() + " go over JDBC: " + plan.reason());
        }
        return this;
    }

    /**
     * Asserts that loads use JDBC for this reason, now or before the time limit.
     *
     * @param reason a part of {@link LoadPlan#reason}
     * @throws AssertionError if they go over HandlerSocket, or use JDBC for another reason
     */
    public LoadAssertions stayOnJdbc(String reason) {
        LoadPlan plan = settled(Route.JDBC, reason);
        if (!fits(plan, Route.JDBC, reason)) {
            throw new AssertionError("loads of " + plan.role() + " go over " + plan.route() + ' ' + plan.reason()
                    + " (expected JDBC: " + reason + ')');
        }
        return this;
    }

    private LoadPlan settled(Route route, String reason) {
        long end = System.nanoTime() + limit.toNanos();
        loads.prepare();
        LoadPlan plan = plan();
        while (!fits(plan, route, reason) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(POLL_NANOS);
            plan = plan();
        }
        return plan;
    }

    private static boolean fits(LoadPlan plan, Route route, String reason) {
        return plan.route() == route && plan.reason().contains(reason);
    }

    private LoadPlan plan() {
        return loads.entities().stream()
                .filter(plan -> plan.role().equals(entity.getName()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no entity of this session factory: " + entity.getName()));
    }
}
