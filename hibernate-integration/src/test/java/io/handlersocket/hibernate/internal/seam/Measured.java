// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import static java.util.Objects.requireNonNull;

import io.handlersocket.hibernate.Route;
import java.util.stream.IntStream;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/** Says what loads cost, so that a test need not wait until they have shown it. */
public final class Measured {

    private Measured() {}

    /** Makes a route the cheaper one of each statement that has been measured once. */
    public static void asCheaper(Route cheaper, SessionFactory factory) {
        requireNonNull(factory.unwrap(SessionFactoryImplementor.class)
                        .getServiceRegistry()
                        .getService(Integration.class))
                .routing()
                .compared
                .keySet()
                .forEach(costs -> IntStream.range(0, 2_000).forEach(load -> {
                    costs.record(false, cheaper == Route.HANDLERSOCKET ? 100_000 : 10_000_000);
                    costs.record(true, cheaper == Route.JDBC ? 100_000 : 10_000_000);
                }));
    }
}
