// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.EntityPlan;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Shadow;
import io.handlersocket.spring.internal.advise.AdviceReport;
import io.handlersocket.spring.internal.advise.ApplicationAdvice;
import io.handlersocket.spring.internal.repository.report.LookupCount;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.unit.LoadTotals;
import io.handlersocket.spring.internal.repository.unit.Loads;
import io.handlersocket.spring.internal.repository.unit.ShadowTotals;
import io.handlersocket.spring.internal.repository.unit.UnitPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The endpoint {@code /actuator/handlersocket}: which loads go over HandlerSocket and why the others do not. Shows no
 * secrets. It is read-only unless {@code management.endpoint.handlersocket.access} or {@code
 * management.endpoints.access.default} is {@code unrestricted}.
 */
@org.springframework.boot.actuate.endpoint.annotation.Endpoint(id = "handlersocket", defaultAccess = Access.READ_ONLY)
public final class HandlerSocketEndpoint implements DisposableBean {

    private static final Duration DEFAULT_DRAIN = Duration.ofMinutes(15);
    private static final Duration SHORTEST_DRAIN = Duration.ofSeconds(1);
    private static final Duration LONGEST_DRAIN = Duration.ofHours(24);

    private final HandlerSocketClient client;
    private final TimedDrain drain;
    private final Loads loads;
    private final LookupCounts lookups;
    private final MethodPlans methods;
    private final Supplier<@Nullable ApplicationAdvice> advice;
    private final Supplier<List<ServerReport>> servers;

    /**
     * @param advice returns null unless the application only asks for advice
     * @param servers returns the primary and its replicas; none without replicas
     */
    public HandlerSocketEndpoint(
            HandlerSocketClient client,
            Loads loads,
            LookupCounts lookups,
            MethodPlans methods,
            Supplier<@Nullable ApplicationAdvice> advice,
            Supplier<List<ServerReport>> servers) {
        this.client = client;
        this.drain = new TimedDrain(client);
        this.loads = loads;
        this.lookups = lookups;
        this.methods = methods;
        this.advice = advice;
        this.servers = servers;
    }

    /** Returns the current report. */
    @ReadOperation
    public Report report() {
        ClientSnapshot snapshot = client.snapshot();
        ClientRoute route = ClientRoute.of(client, snapshot, loads);
        List<LoadCount> counts = loads.counts();
        FallbackLimit limit = loads.fallback();
        List<Shadow> shadows = loads.shadows();
        List<ServerReport> reports = servers.get();
        return new Report(
                snapshot.state(),
                route.reason(),
                drain.end(),
                route.way().name(),
                route.units(),
                snapshot.endpoint().map(Endpoint::toString).orElse(null),
                client.server().map(Server::of).orElse(null),
                reports.isEmpty() ? null : reports,
                snapshot.circuit(),
                snapshot.guardLag().map(Duration::toMillis).orElse(null),
                snapshot.lastTrouble()
                        .map(trouble -> trouble.at() + " " + Hints.append(trouble.reason()))
                        .orElse(null),
                Connections.of(snapshot),
                limit == null ? null : Fallback.of(limit),
                snapshot.openIndexes().stream().map(IndexSpec::toString).toList(),
                snapshot.quarantined().stream().map(TableName::toString).toList(),
                loads.entities(),
                methods.all(),
                lookups.all(),
                LoadTotals.of(counts),
                counts,
                shadows.isEmpty() ? null : ShadowTotals.of(shadows));
    }

    /**
     * Returns what HandlerSocket would make fast; asks SQL again for what would not be.
     *
     * @param view the only view, {@code advice}
     * @return null, which is status 404, unless {@code handlersocket.advise} is set
     */
    @ReadOperation
    public @Nullable AdviceReport view(@Selector View view) {
        ApplicationAdvice known = advice.get();
        return known == null ? null : known.report();
    }

    /**
     * Closes all connections of this application's client for a limited time, or lets the client connect again.
     *
     * @param action {@code drain} or {@code resume}; a second {@code drain} replaces the end of the first
     * @param duration how long the drain lasts at most, 1 s to 24 h, in milliseconds unless a unit is given; 15 minutes
     *     if null; not for {@code resume}
     * @return the report after the action
     * @throws InvalidEndpointRequestException if the duration is out of range or given for {@code resume}
     */
    @WriteOperation
    public Report change(Action action, @Nullable Duration duration) {
        switch (action) {
            case DRAIN -> drain.drain(checked(duration == null ? DEFAULT_DRAIN : duration));
            case RESUME -> {
                if (duration != null) {
                    throw invalid("duration: " + duration + " (expected none for resume)");
                }
                drain.resume();
            }
        }
        return report();
    }

    private static Duration checked(Duration duration) {
        if (duration.compareTo(SHORTEST_DRAIN) < 0 || duration.compareTo(LONGEST_DRAIN) > 0) {
            throw invalid("duration: " + duration + " (expected 1s to 24h)");
        }
        return duration;
    }

    private static InvalidEndpointRequestException invalid(String message) {
        return new InvalidEndpointRequestException(message, message);
    }

    @Override
    public void destroy() {
        drain.close();
    }

    /** The views of the endpoint besides the report. */
    public enum View {
        /** What HandlerSocket would make fast. */
        ADVICE
    }

    /** The actions of the endpoint. */
    public enum Action {
        /** All loads use JDBC, and this application does not delay DDL. */
        DRAIN,
        /** The client connects again. */
        RESUME
    }

    /**
     * The report.
     *
     * @param state state of the client
     * @param reason why not all loads go over HandlerSocket, and which property to check; empty if they do
     * @param drainedUntil when the drain of this endpoint ends by itself; null if it does not drain the client
     * @param route HANDLERSOCKET, PARTLY if only some persistence units load over it, or JDBC
     * @param units route of each persistence unit's loads now, and why not HandlerSocket
     * @param endpoint host and read port; null until known
     * @param server facts of the server as of the last discovery; null before the first
     * @param servers the primary and its replicas; null without replicas
     * @param circuit state of the circuit breaker, which decides whether lookups are sent
     * @param guardLagMillis milliseconds since the DDL guard last saw that no session waits; null without connections
     *     or DDL guard
     * @param lastError time and reason of the last failure; null without one
     * @param connections connections of the client and their lookups
     * @param fallback callers that use JDBC because HandlerSocket does not answer; null without Hibernate
     * @param openIndexes indexes that are open now
     * @param quarantined tables that are closed because a session waits for a lock on them
     * @param entities how each entity is loaded by id now, and why not over HandlerSocket
     * @param methods how each method of a {@code @FastLookup} repository is answered now, and why not over
     *     HandlerSocket
     * @param lookups calls of {@code @FastLookup} repositories
     * @param totals number of loads by Hibernate that went over each route, and the most frequent reasons for JDBC
     * @param loads loads by Hibernate, including those of the repositories
     * @param shadow what shadow mode has found; null if it is off
     */
    public record Report(
            ClientState state,
            String reason,
            @Nullable Instant drainedUntil,
            String route,
            List<UnitPlan> units,
            @Nullable String endpoint,
            @Nullable Server server,
            @Nullable List<ServerReport> servers,
            CircuitState circuit,
            @Nullable Long guardLagMillis,
            @Nullable String lastError,
            Connections connections,
            @Nullable Fallback fallback,
            List<String> openIndexes,
            List<String> quarantined,
            List<EntityPlan> entities,
            List<MethodPlan> methods,
            List<LookupCount> lookups,
            LoadTotals totals,
            List<LoadCount> loads,
            @Nullable ShadowTotals shadow) {}

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

    /** The facts of the server that an operator needs. */
    public record Server(String version, String schema, String systemTimeZone, boolean readOnly, boolean binaryLog) {

        static Server of(ServerFacts facts) {
            return new Server(
                    facts.version(), facts.schema(), facts.systemTimeZone(), facts.readOnly(), facts.binaryLog());
        }
    }

    /**
     * Connections now, and lookups since startup.
     *
     * @param open connections that are authenticated now
     * @param inFlight requests in flight now
     * @param found lookups that returned a row
     * @param missed lookups that returned no row
     * @param failed lookups that failed, timed out or were not sent
     * @param reconnects connections made after the first ones
     * @param batches number of batches by requests in them: 1, 2, 3 to 4, 5 to 8, and so on
     */
    public record Connections(
            int open, int inFlight, long found, long missed, long failed, long reconnects, List<Long> batches) {

        static Connections of(ClientSnapshot snapshot) {
            return new Connections(
                    snapshot.connections(),
                    snapshot.inFlight(),
                    snapshot.found(),
                    snapshot.missed(),
                    snapshot.failed(),
                    snapshot.reconnects(),
                    snapshot.batches());
        }
    }
}
