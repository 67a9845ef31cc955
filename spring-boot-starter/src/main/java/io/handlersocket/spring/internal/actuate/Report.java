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
 * Whether HandlerSocket works now: a summary, and then its parts. Values that are null are absent in JSON.
 *
 * @param since when this state began
 * @param server product, version, address and schema; null until known
 * @param route HANDLERSOCKET, or JDBC if no load of any persistence unit goes over HandlerSocket now
 * @param reason why JDBC; null for HandlerSocket
 * @param loadsShare share of the loads by Hibernate since startup that went over HandlerSocket, 0 to 1; null without
 *     one
 * @param callsShare the same of the calls of {@code @FastLookup} repositories
 * @param next the one thing to do next; null for nothing
 * @param drainedUntil when the drain of this endpoint ends by itself; null if it does not drain the client
 * @param units route of each persistence unit's loads now, and why not HandlerSocket
 * @param client the client's connections, indexes and tables
 * @param fallback callers that use JDBC because HandlerSocket does not answer; null without Hibernate
 * @param extensions what extensions report, by their names; null without one
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

    /**
     * The client, now and since startup.
     *
     * @param endpoint host and read port; null until known
     * @param server facts of the server as of the last discovery; null before the first
     * @param circuit state of the circuit breaker, which decides whether lookups are sent
     * @param guardLagMillis milliseconds since the DDL guard last saw that no session waits; null without connections
     *     or DDL guard
     * @param lastError the last failure; null without one
     * @param connections connections that are authenticated now
     * @param found lookups that returned a row
     * @param missed lookups that returned no row
     * @param failed lookups that failed, timed out or were not sent
     * @param reconnects connections made after the first ones
     * @param batches number of batches by requests in them: 1, 2, 3 to 4, 5 to 8, and so on
     * @param quarantined tables that are closed because a session waited for a lock on them, and when each may be read again
     */
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

    /**
     * Callers that use JDBC because HandlerSocket does not answer.
     *
     * @param active number of callers that use JDBC now
     * @param max maximum number of callers that may
     * @param waiting number of callers that wait
     * @param rejected number of callers since startup that waited too long
     */
    public record Fallback(int active, int max, int waiting, long rejected) {

        static Fallback of(FallbackLimit limit) {
            return new Fallback(limit.active(), limit.maxConcurrent(), limit.waiting(), limit.rejected());
        }
    }
}
