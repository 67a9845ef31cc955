// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.TableName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Describes the reads of a client at one moment. Immutable. Contains no secret; {@code toString} leaves out the remedy.
 *
 * @param state the state of the client
 * @param reason the reason for the state, as a text for operators. For READY it names the endpoint and the server
 * @param remedy what a user does about the state, as a sentence without its full stop; empty for READY and CLOSED. The
 *     client's log line and exceptions say the same
 * @param since when this state began; a new reason for the same state does not begin it again
 * @param isOtherProduct whether the database is another product than MariaDB, so that this client never reads from it
 * @param endpoint the server's read port; empty before it is known
 * @param lastTrouble the last reason that prevented lookups, and when it began; empty if there was none
 * @param circuit the state of the circuit breaker
 * @param guardLag the time since the last check in which no session waited; empty without connections or DDL guard
 * @param connections the number of authenticated connections
 * @param inFlight the number of requests sent and not answered
 * @param found the number of lookups that found a row
 * @param missed the number of lookups that found no row, including keys that no row can have
 * @param failed the number of lookups that failed, timed out or were rejected
 * @param reconnects the number of connections made after the first connections
 * @param batches the number of batches by size: 1 request, 2, 3 to 4, 5 to 8, and so on to 129 to 256
 * @param openIndexes the open indexes
 * @param quarantined the tables that the client does not read because a session waited for a lock on them, and when it
 *     may read each again
 */
public record ClientSnapshot(
        ClientState state,
        String reason,
        String remedy,
        Instant since,
        boolean isOtherProduct,
        Optional<Endpoint> endpoint,
        Optional<Trouble> lastTrouble,
        CircuitState circuit,
        Optional<Duration> guardLag,
        int connections,
        int inFlight,
        long found,
        long missed,
        long failed,
        long reconnects,
        List<Long> batches,
        List<IndexSpec> openIndexes,
        Map<TableName, Instant> quarantined) {

    /**
     * Describes what prevented lookups.
     *
     * @param reason a text for operators
     * @param at when it began
     */
    public record Trouble(String reason, Instant at) {}

    @Override
    public String toString() {
        return "state=" + state + (isOtherProduct ? ", isOtherProduct=true" : "")
                + (reason.isEmpty() ? "" : ", reason='" + reason + '\'') + ", since=" + since
                + endpoint.map(at -> ", endpoint=" + at).orElse("")
                + lastTrouble
                        .map(trouble -> ", lastTrouble='" + trouble.reason() + "' at " + trouble.at())
                        .orElse("")
                + ", circuit=" + circuit
                + guardLag.map(lag -> ", guardLag=" + lag.toMillis() + "ms").orElse("")
                + ", connections=" + connections + ", inFlight=" + inFlight + ", found=" + found + ", missed=" + missed
                + ", failed=" + failed + ", reconnects=" + reconnects + ", batches=" + batches + ", openIndexes="
                + openIndexes + ", quarantined=" + quarantined;
    }
}
