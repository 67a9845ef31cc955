// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
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

    /**
     * Why the client answers no lookups.
     *
     * @param next what to do about that; null for what the reason advises
     * @param lasts whether it stays until a person removes the cause
     */
    record Away(JdbcReason whyNot, @Nullable String next, boolean lasts) {

        UnitPlan of(String unit) {
            return new UnitPlan(unit, Route.JDBC, whyNot.kind(), whyNot.text(), advice());
        }

        String advice() {
            return next == null ? whyNot.advice() : next;
        }

        /** Returns whether this reason comes before one of this kind. */
        boolean precedes(@Nullable Kind other) {
            return other == Kind.NOT_OPEN || other == Kind.OUTAGE || (lasts && other == Kind.SESSION);
        }
    }

    /** Why JDBC, as a report shows it; all values are null for HandlerSocket. */
    record Reason(
            @Nullable Kind kind,
            @Nullable String text,
            @Nullable String advice) {

        /** Returns the reason of a load or method, or the client's, where that comes first. */
        static Reason of(@Nullable JdbcReason whyNot, @Nullable Away lasting) {
            if (whyNot == null) {
                return new Reason(null, null, null);
            }
            return lasting != null && lasting.precedes(whyNot.kind())
                    ? new Reason(lasting.whyNot().kind(), lasting.whyNot().text(), lasting.advice())
                    : new Reason(whyNot.kind(), whyNot.text(), whyNot.advice());
        }
    }

    static ClientRoute of(HandlerSocketClient client, ClientSnapshot snapshot, Loads loads) {
        Away away = away(snapshot);
        List<UnitPlan> units = loads.units(client);
        if (away != null) {
            List<UnitPlan> all = units.stream()
                    .map(unit -> unit.route() == Route.HANDLERSOCKET || away.precedes(unit.kind())
                            ? away.of(unit.unit())
                            : unit)
                    .toList();
            return new ClientRoute(away.whyNot(), away.next(), all);
        }
        List<UnitPlan> others =
                units.stream().filter(unit -> unit.route() == Route.JDBC).toList();
        String next = others.isEmpty() ? null : each(others, unit -> unit.advice());
        JdbcReason whyNot = others.isEmpty() || others.size() < units.size()
                ? null
                : new JdbcReason(Objects.requireNonNull(others.get(0).kind()), each(others, unit -> unit.reason()));
        return new ClientRoute(whyNot, next, units);
    }

    /** Returns why the client answers no lookups until a person removes the cause; null if it is not so. */
    static @Nullable Away lasting(ClientSnapshot snapshot) {
        Away away = away(snapshot);
        return away != null && away.lasts() ? away : null;
    }

    private static String each(List<UnitPlan> units, Function<UnitPlan, @Nullable String> text) {
        return units.stream().map(unit -> unit.unit() + ": " + text.apply(unit)).collect(Collectors.joining("; "));
    }

    Route route() {
        return whyNot == null ? Route.HANDLERSOCKET : Route.JDBC;
    }

    /** Returns why the client answers no lookups; null if it does. */
    private static @Nullable Away away(ClientSnapshot snapshot) {
        JdbcReason known = JdbcReason.ofClient(snapshot);
        if (known == null) {
            return null;
        }
        if (snapshot.state() == ClientState.READY) {
            return new Away(known, "Look at the server: its load, its network, and workers that wait.", false);
        }
        String text = snapshot.reason().isEmpty() ? snapshot.state().name() : snapshot.reason();
        JdbcReason whyNot = new JdbcReason(known.kind(), text);
        return snapshot.state() == ClientState.NOT_USABLE // the reason says what to change, its advice the property
                ? new Away(whyNot, snapshot.isOtherProduct() ? null : whyNot.advice(), true)
                : new Away(whyNot, snapshot.remedy().isEmpty() ? null : snapshot.remedy() + '.', false);
    }
}
