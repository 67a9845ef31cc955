// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.internal.repository.unit.Loads;
import io.handlersocket.spring.internal.repository.unit.UnitPlan;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The route of loads now, from the state of the client and of the persistence units.
 *
 * @param way the route of all units together
 * @param reason why not all loads go over HandlerSocket; empty if they do
 * @param units the route of each unit; empty if the client alone decides
 */
record ClientRoute(Way way, String reason, List<UnitPlan> units) {

    /** The route of several units together. */
    enum Way {
        /** All persistence units load over HandlerSocket. */
        HANDLERSOCKET,
        /** Some persistence units load over HandlerSocket, the others over JDBC. */
        PARTLY,
        /** All loads go over JDBC. */
        JDBC
    }

    static ClientRoute of(HandlerSocketClient client, ClientSnapshot snapshot, Loads loads) {
        String away = away(snapshot);
        List<UnitPlan> units = loads.units(client).stream()
                .map(unit -> away.isEmpty() || unit.route() == Route.JDBC
                        ? unit
                        : new UnitPlan(unit.unit(), Route.JDBC, away))
                .toList();
        if (!away.isEmpty()) {
            return new ClientRoute(Way.JDBC, away, units);
        }
        List<UnitPlan> others =
                units.stream().filter(unit -> unit.route() == Route.JDBC).toList();
        if (others.isEmpty()) {
            return new ClientRoute(Way.HANDLERSOCKET, "", units);
        }
        String reason =
                others.stream().map(unit -> unit.unit() + ": " + unit.reason()).collect(Collectors.joining("; "));
        return new ClientRoute(others.size() == units.size() ? Way.JDBC : Way.PARTLY, reason, units);
    }

    /** Why the client answers no lookups; empty if it does. */
    private static String away(ClientSnapshot snapshot) {
        if (snapshot.state() != ClientState.READY) {
            String reason = Hints.append(snapshot.reason());
            return reason.isEmpty() ? snapshot.state().name() : reason;
        }
        return snapshot.circuit() == CircuitState.CLOSED ? "" : "HandlerSocket did not answer the last lookups";
    }
}
