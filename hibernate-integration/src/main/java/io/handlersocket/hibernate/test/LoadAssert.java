// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.test;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.Route;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.hibernate.SessionFactory;

/**
 * Assertions about finds by id of one entity, outside a transaction. They are about the route that is possible, not about
 * the one that {@code handlersocket.routing=adaptive} finds cheaper. For use by one thread.
 */
public final class LoadAssert {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final HandlerSocketLoads loads;
    private final Class<?> entity;
    private Duration limit = Duration.ofSeconds(10);

    LoadAssert(SessionFactory sessionFactory, Class<?> entity) {
        this.loads = HandlerSocketLoads.of(sessionFactory);
        this.entity = entity;
    }

    /** Sets how long to wait for the client to connect and open the indexes. Default 10 s. */
    public LoadAssert within(Duration value) {
        limit = value;
        return this;
    }

    /**
     * Asserts that loads go over HandlerSocket, now or before the time limit.
     *
     * @throws AssertionError if they do not; the message is the reason
     */
    public LoadAssert goOverHandlerSocket() {
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
    public LoadAssert stayOnJdbc(String reason) {
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
