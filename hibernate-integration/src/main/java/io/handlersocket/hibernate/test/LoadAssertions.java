// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.test;

import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;

/**
 * Asserts which route loads take. A mapping that sends an entity back to JDBC then fails a test:
 *
 * <pre>{@code
 * assertThatLoads(sessionFactory, Player.class).goOverHandlerSocket();
 * }</pre>
 */
public final class LoadAssertions {

    private LoadAssertions() {}

    /**
     * Starts assertions about the loads of an entity.
     *
     * @param factory a {@link SessionFactory}, or a factory that unwraps to one
     * @param entity an entity of the factory
     */
    public static LoadAssert assertThatLoads(EntityManagerFactory factory, Class<?> entity) {
        return new LoadAssert(factory.unwrap(SessionFactory.class), entity);
    }
}
