// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.internal.repository.unit.UnitPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Whether HandlerSocket works now: a summary, and then its parts. {@code spring-boot-starter/docs/observing.md} says
 * what each value of this and the other reports means; one that is null is absent in JSON.
 */
public record Report(
        ClientState state,
        Instant since,
        @Nullable String server,
        Route route,
        JdbcReason.@Nullable Kind kind,
        @Nullable String reason,
        @Nullable Double loadsShare,
        @Nullable Double callsShare,
        @Nullable String next,
        @Nullable Instant drainedUntil,
        List<UnitPlan> units,
        Client client,
        @Nullable Fallback fallback,
        @Nullable Map<String, Object> extensions)
        implements OperationResponseBody {

    /** The client, now and since startup. */
    public record Client(
            @Nullable String endpoint,
            @Nullable Server server,
            CircuitState circuit,
            @Nullable Long guardLagMillis,
            @Nullable String lastError,
            @Nullable Instant lastErrorAt,
            int connections,
            int inFlight,
            long found,
            long missed,
            long failed,
            long reconnects,
            List<Long> batches,
            List<String> openIndexes,
            Map<String, Instant> quarantined) {

        static Client of(ClientSnapshot snapshot, @Nullable ServerFacts facts) {
            return new Client(
                    snapshot.endpoint().map(Object::toString).orElse(null),
                    facts == null ? null : Server.of(facts),
                    snapshot.circuit(),
                    snapshot.guardLag().map(Duration::toMillis).orElse(null),
                    snapshot.lastTrouble().map(ClientSnapshot.Trouble::reason).orElse(null),
                    snapshot.lastTrouble().map(ClientSnapshot.Trouble::at).orElse(null),
                    snapshot.connections(),
                    snapshot.inFlight(),
                    snapshot.found(),
                    snapshot.missed(),
                    snapshot.failed(),
                    snapshot.reconnects(),
                    snapshot.batches(),
                    snapshot.openIndexes().stream().map(IndexSpec::toString).toList(),
                    snapshot.quarantined().entrySet().stream()
                            .collect(Collectors.toMap(each -> each.getKey().toString(), Map.Entry::getValue)));
        }
    }

    /** The facts of the server that an operator needs. */
    public record Server(String version, String schema, String systemTimeZone, boolean readOnly, boolean binaryLog) {

        static Server of(ServerFacts facts) {
            return new Server(
                    facts.version(), facts.schema(), facts.systemTimeZone(), facts.readOnly(), facts.binaryLog());
        }
    }

    /** Callers that use JDBC because HandlerSocket does not answer. */
    public record Fallback(int active, int max, int waiting, long rejected) {

        static Fallback of(FallbackLimit limit) {
            return new Fallback(limit.active(), limit.maxConcurrent(), limit.waiting(), limit.rejected());
        }
    }
}
