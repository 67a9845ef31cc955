// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.internal.repository.unit.Loads;
import io.handlersocket.spring.spi.ReportPart;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health indicator. It is UP even without HandlerSocket: JDBC answers, and a restart would not help. Only an
 * extension can make it DOWN.
 */
public final class HandlerSocketHealthIndicator extends AbstractHealthIndicator {

    private final HandlerSocketClient client;
    private final Loads loads;
    private final Supplier<Stream<ReportPart>> parts;

    public HandlerSocketHealthIndicator(HandlerSocketClient client, Loads loads, Supplier<Stream<ReportPart>> parts) {
        this.client = client;
        this.loads = loads;
        this.parts = parts;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        ClientSnapshot snapshot = client.snapshot();
        ClientRoute route = ClientRoute.of(client, snapshot, loads);
        builder.up();
        for (ReportPart part : parts.get().toList()) {
            Object failure = part.failure();
            if (failure != null) {
                builder.down().withDetail(part.name(), failure);
            }
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
