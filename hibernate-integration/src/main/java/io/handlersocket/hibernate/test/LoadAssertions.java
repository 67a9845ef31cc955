// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.test;

import io.handlersocket.hibernate.internal.schema.OpenFactories;
import java.util.List;
import org.hibernate.SessionFactory;

/**
 * Entry point of assertions about loads, so that a mapping that sends an entity back to JDBC fails a test:
 *
 * <pre>{@code
 * assertThatLoads(Player.class).goOverHandlerSocket();
 * }</pre>
 */
public final class LoadAssertions {

    private LoadAssertions() {}

    /**
     * Asserts about the loads of an entity that one open session factory of this JVM maps.
     *
     * @throws AssertionError if none does, or more than one: then say which
     */
    public static LoadAssert assertThatLoads(Class<?> entity) {
        List<SessionFactory> factories = OpenFactories.mapping(entity);
        if (factories.size() != 1) {
            throw new AssertionError("open session factories that map " + entity.getName() + ": " + factories.size()
                    + " (expected 1; else use assertThatLoads(sessionFactory, entity))");
        }
        return assertThatLoads(factories.get(0), entity);
    }

    /** Asserts about the loads of an entity of this session factory. */
    public static LoadAssert assertThatLoads(SessionFactory sessionFactory, Class<?> entity) {
        return new LoadAssert(sessionFactory, entity);
    }
}
