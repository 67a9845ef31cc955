// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.test;

import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;

/**
 * Entry point of assertions about loads, so that a mapping that sends an entity back to JDBC fails a test:
 *
 * <pre>{@code
 * assertThatLoads(sessionFactory, Player.class).goOverHandlerSocket();
 * }</pre>
 */
public final class LoadAssertions {

    private LoadAssertions() {}

    /**
     * Asserts about the loads of an entity.
     *
     * @param factory maps the entity; a {@link SessionFactory}, or one that unwraps to it
     */
    public static LoadAssert assertThatLoads(EntityManagerFactory factory, Class<?> entity) {
        return new LoadAssert(factory.unwrap(SessionFactory.class), entity);
    }
}
