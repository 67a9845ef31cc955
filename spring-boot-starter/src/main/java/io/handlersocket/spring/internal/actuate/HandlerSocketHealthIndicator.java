// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.internal.repository.unit.Loads;
import io.handlersocket.spring.internal.repository.unit.ShadowTotals;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health indicator. It is UP even without HandlerSocket: JDBC answers, and a restart would not help. Only a
 * difference that shadow mode finds makes it DOWN, if the application asks for that.
 */
public final class HandlerSocketHealthIndicator extends AbstractHealthIndicator {

    private final HandlerSocketClient client;
    private final Loads loads;

    public HandlerSocketHealthIndicator(HandlerSocketClient client, Loads loads) {
        this.client = client;
        this.loads = loads;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        ClientSnapshot snapshot = client.snapshot();
        ClientRoute route = ClientRoute.of(client, snapshot, loads);
        ShadowTotals shadow = ShadowTotals.of(loads.shadows());
        if (shadow.failing()) {
            builder.down().withDetail("differences", shadow.differences());
        } else {
            builder.up();
        }
        builder.withDetail("route", route.route().name())
                .withDetail("state", snapshot.state())
                .withDetail("circuit", snapshot.circuit())
                .withDetail(
                        "guard",
                        snapshot.guardLag()
                                .map(lag -> "looked " + lag.toMillis() + " ms ago")
                                .orElse("nothing to guard"));
        snapshot.endpoint().map(Endpoint::toString).ifPresent(endpoint -> builder.withDetail("endpoint", endpoint));
        if (route.whyNot() != null) {
            builder.withDetail("reason", route.whyNot().text());
        }
        if (!route.units().isEmpty()) {
            builder.withDetail("units", route.units());
        }
        if (!snapshot.quarantined().isEmpty()) {
            builder.withDetail("quarantined", snapshot.quarantined().keySet().toString());
        }
        snapshot.lastTrouble()
                .ifPresent(trouble -> builder.withDetail("lastError", trouble.reason())
                        .withDetail("lastErrorAt", trouble.at().toString()));
    }
}
