// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import io.handlersocket.hibernate.Route;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.hibernate.Session;

/**
 * One row of the feature matrix.
 *
 * @param world the model it runs on
 * @param name what is done
 * @param route the way its loads have to take
 * @param reason part of the reason, if the route is JDBC; of no matter otherwise
 * @param loads how many loads it makes; 0 for what never comes near a loader, such as native SQL
 * @param given what happens before, in the same session, on whatever route
 * @param action what is measured; it gets what {@code given} gave
 */
record MatrixCase(
        World world,
        String name,
        Route route,
        String reason,
        int loads,
        Function<Session, Object> given,
        BiFunction<Session, Object, Object> action) {

    /** A row without preparation. */
    static MatrixCase row(String name, Route route, String reason, int loads, Function<Session, Object> action) {
        return new MatrixCase(
                World.MAIN, name, route, reason, loads, session -> "", (session, given) -> action.apply(session));
    }

    /** A row with preparation. */
    @SuppressWarnings("unchecked")
    static <T> MatrixCase row(
            String name,
            Route route,
            String reason,
            int loads,
            Function<Session, T> given,
            BiFunction<Session, T, Object> action) {
        return new MatrixCase(
                World.MAIN,
                name,
                route,
                reason,
                loads,
                given::apply,
                (session, prepared) -> action.apply(session, (T) prepared));
    }

    MatrixCase in(World other) {
        return new MatrixCase(other, name, route, reason, loads, given, action);
    }

    @Override
    public String toString() {
        return name + " -> " + route;
    }
}
