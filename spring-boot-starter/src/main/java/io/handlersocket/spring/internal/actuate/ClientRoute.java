// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.internal.repository.unit.Loads;
import io.handlersocket.spring.internal.repository.unit.UnitPlan;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The route of loads now, from the state of the client and of the persistence units.
 *
 * @param whyNot why no load goes over HandlerSocket; null if those of at least one unit do
 * @param next what to do about that; null for nothing
 * @param units the route of each unit; empty if the client alone decides
 */
record ClientRoute(@Nullable JdbcReason whyNot, @Nullable String next, List<UnitPlan> units) {

    private record Away(Kind kind, String reason, @Nullable String next) {

        JdbcReason whyNot() {
            return new JdbcReason(kind, reason);
        }

        UnitPlan of(String unit) {
            return new UnitPlan(unit, Route.JDBC, kind, reason, next == null ? whyNot().advice() : next);
        }
    }

    static ClientRoute of(HandlerSocketClient client, ClientSnapshot snapshot, Loads loads) {
        Away away = away(snapshot);
        if (away != null) {
            return new ClientRoute(
                    away.whyNot(),
                    away.next(),
                    loads.units(client).stream()
                            .map(unit -> hasReasonOfItsOwn(unit) ? unit : away.of(unit.unit()))
                            .toList());
        }
        List<UnitPlan> units = loads.units(client);
        List<UnitPlan> others =
                units.stream().filter(unit -> unit.route() == Route.JDBC).toList();
        String next = others.isEmpty() ? null : each(others, unit -> unit.advice());
        JdbcReason whyNot = others.isEmpty() || others.size() < units.size()
                ? null
                : new JdbcReason(Objects.requireNonNull(others.get(0).kind()), each(others, unit -> unit.reason()));
        return new ClientRoute(whyNot, next, units);
    }

    /** Returns whether the unit would use JDBC also if the client were connected. */
    private static boolean hasReasonOfItsOwn(UnitPlan unit) {
        return unit.route() == Route.JDBC && unit.kind() != Kind.NOT_OPEN && unit.kind() != Kind.OUTAGE;
    }

    private static String each(List<UnitPlan> units, Function<UnitPlan, @Nullable String> text) {
        return units.stream().map(unit -> unit.unit() + ": " + text.apply(unit)).collect(Collectors.joining("; "));
    }

    Route route() {
        return whyNot == null ? Route.HANDLERSOCKET : Route.JDBC;
    }

    /** Returns why the client answers no lookups; null if it does. */
    private static @Nullable Away away(ClientSnapshot snapshot) {
        String text = snapshot.reason().isEmpty() ? snapshot.state().name() : Hints.append(snapshot.reason());
        String hint = Hints.of(snapshot.reason());
        return switch (snapshot.state()) {
            case READY ->
                snapshot.circuit() == CircuitState.CLOSED
                        ? null
                        : new Away(
                                Kind.OUTAGE,
                                "HandlerSocket did not answer the last lookups",
                                "Look at the server: its load, its network, and workers that wait.");
            case STARTING -> new Away(Kind.NOT_OPEN, text, "Wait: the client connects.");
            case NOT_USABLE ->
                new Away(
                        Kind.NOT_OPEN,
                        text,
                        snapshot.isOtherProduct() ? null : new JdbcReason(Kind.NOT_OPEN, text).advice());
            case UNREACHABLE ->
                new Away(
                        Kind.OUTAGE,
                        text,
                        hint.isEmpty()
                                ? "Check the server and the network; the client connects by itself."
                                : Character.toUpperCase(hint.charAt(0)) + hint.substring(1) + '.');
            case DRAINED ->
                new Away(
                        Kind.OUTAGE,
                        text,
                        "End the drain when the work is done: resume, or release the lock handlersocket_drain.");
            case IDLE -> new Away(Kind.OUTAGE, text, null);
            case CLOSED -> new Away(Kind.OUTAGE, text, null);
        };
    }
}
