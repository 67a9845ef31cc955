// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.actuate;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.EntityPlan;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.spring.actuate.LoadReport.Fallback;
import io.handlersocket.spring.repository.LookupCount;
import io.handlersocket.spring.repository.MethodPlan;
import io.handlersocket.spring.repository.UnitPlan;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** {@code /actuator/handlersocket}: what goes over HandlerSocket, what does not, and why. Shows no secret. */
@org.springframework.boot.actuate.endpoint.annotation.Endpoint(id = "handlersocket")
public final class HandlerSocketEndpoint {

    private final HandlerSocketClient client;
    private final LoadReport loads;
    private final UnitReport units;

    public HandlerSocketEndpoint(HandlerSocketClient client, LoadReport loads, UnitReport units) {
        this.client = client;
        this.loads = loads;
        this.units = units;
    }

    /** Everything at one moment. */
    @ReadOperation
    public Report report() {
        ClientSnapshot snapshot = client.snapshot();
        ClientRoute route = ClientRoute.of(client, snapshot, units);
        return new Report(
                snapshot.state(),
                Hints.append(snapshot.reason()),
                route.way().name(),
                route.units(),
                snapshot.endpoint().map(Endpoint::toString).orElse(null),
                client.server().map(Server::of).orElse(null),
                snapshot.circuit(),
                snapshot.guardLag().map(Duration::toMillis).orElse(null),
                snapshot.lastTrouble()
                        .map(trouble -> trouble.at() + " " + Hints.append(trouble.reason()))
                        .orElse(null),
                Connections.of(snapshot),
                loads.fallback(),
                snapshot.openIndexes().stream().map(IndexSpec::toString).toList(),
                snapshot.quarantined().stream().map(TableName::toString).toList(),
                loads.entities(),
                loads.methods(),
                loads.lookups(),
                loads.loads());
    }

    /**
     * Closes all connections of this application's client until told otherwise, or lets it connect again.
     *
     * @param action {@code drain} or {@code resume}
     * @return everything afterwards
     */
    @WriteOperation
    public Report change(Action action) {
        switch (action) {
            case DRAIN -> client.drain();
            case RESUME -> client.resume();
        }
        return report();
    }

    /** What can be done. */
    public enum Action {
        /** Everything over JDBC, and nothing of this application in the way of DDL. */
        DRAIN,
        /** As before. */
        RESUME
    }

    /**
     * The answer.
     *
     * @param state what the client is doing
     * @param reason why, and what to check; empty when READY
     * @param route HANDLERSOCKET, PARTLY if only some persistence units load over it, or JDBC
     * @param units how each persistence unit's loads are routed at this moment, and why not over HandlerSocket
     * @param endpoint host and read port, once known
     * @param server what the server said of itself, once asked
     * @param circuit whether lookups are sent, by what became of the last ones
     * @param guardLagMillis since the DDL guard last saw that nobody waits
     * @param lastError what last stood in the way, and when
     * @param connections the client's connections and what went over them
     * @param fallback callers that ask JDBC because HandlerSocket does not answer
     * @param openIndexes what is open now
     * @param quarantined tables closed because somebody waits for a lock on them
     * @param entities how each entity is loaded by id, and why not over HandlerSocket
     * @param methods how each method of a {@code @FastLookup} repository is answered, and why not over HandlerSocket
     * @param lookups calls of {@code @FastLookup} repositories
     * @param loads loads by Hibernate, those of the repositories included
     */
    public record Report(
            ClientState state,
            String reason,
            String route,
            List<UnitPlan> units,
            @Nullable String endpoint,
            @Nullable Server server,
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
            List<LoadCount> loads) {}

    /** The part of the server's facts that an operator asks for. */
    public record Server(String version, String schema, String systemTimeZone, boolean readOnly, boolean binaryLog) {

        static Server of(ServerFacts facts) {
            return new Server(
                    facts.version(), facts.schema(), facts.systemTimeZone(), facts.readOnly(), facts.binaryLog());
        }
    }

    /**
     * Connections, and lookups since the start.
     *
     * @param open authenticated now
     * @param inFlight requests sent and not answered
     * @param found lookups that gave a row
     * @param missed lookups that gave none
     * @param failed lookups that failed, timed out or were not sent
     * @param reconnects connections made after the first round
     * @param batches how often requests left together: 1 alone, 2, 3 to 4, 5 to 8, and so on
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
