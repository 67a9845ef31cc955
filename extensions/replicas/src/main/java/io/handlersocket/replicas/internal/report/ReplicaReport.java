// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.report;

import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.spring.spi.ReportPart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shows the primary and its replicas at the endpoint.
 *
 * @param freshness what reads ask for by default; a replica that is older gets a reason
 */
public record ReplicaReport(Replicas replicas, Freshness freshness) implements ReportPart {

    @Override
    public String name() {
        return "replicas";
    }

    @Override
    public List<ServerReport> report() {
        return replicas.servers().stream()
                .map(server -> ServerReport.of(server, freshness))
                .toList();
    }

    @Override
    public @Nullable Object failure() {
        return null;
    }

    @Override
    public @Nullable String summary(String when) {
        return null;
    }
}
