// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.actuate;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketClient;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Always UP: without HandlerSocket the application answers over JDBC, and restarting it would help nobody. */
public final class HandlerSocketHealthIndicator extends AbstractHealthIndicator {

    private final HandlerSocketClient client;

    public HandlerSocketHealthIndicator(HandlerSocketClient client) {
        this.client = client;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        ClientSnapshot snapshot = client.snapshot();
        boolean fast = snapshot.state() == ClientState.READY && snapshot.circuit() == CircuitState.CLOSED;
        builder.up()
                .withDetail("route", fast ? "HANDLERSOCKET" : "JDBC")
                .withDetail("state", snapshot.state())
                .withDetail("circuit", snapshot.circuit())
                .withDetail(
                        "guard",
                        snapshot.guardLag()
                                .map(lag -> "looked " + lag.toMillis() + " ms ago")
                                .orElse("nothing to guard"));
        snapshot.endpoint().map(Endpoint::toString).ifPresent(endpoint -> builder.withDetail("endpoint", endpoint));
        if (!fast) {
            builder.withDetail(
                    "reason",
                    snapshot.state() == ClientState.READY
                            ? "HandlerSocket did not answer the last lookups"
                            : Hints.append(snapshot.reason()));
        }
        if (!snapshot.quarantined().isEmpty()) {
            builder.withDetail("quarantined", snapshot.quarantined().toString());
        }
        snapshot.lastTrouble()
                .ifPresent(trouble -> builder.withDetail("lastError", trouble.reason())
                        .withDetail("lastErrorAt", trouble.at().toString()));
    }
}
