// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.TableName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A client at one moment. All but {@code writes} is of reads: connections, guard and numbers of the write side are its own.
 *
 * @param state what it is doing
 * @param reason why, in words for an operator; empty when READY
 * @param endpoint the server's read port, once known; prints without its secret
 * @param lastTrouble the last reason there was, and when; empty if there never was any
 * @param circuit whether lookups are sent, by what became of the last ones
 * @param guardLag since the DDL guard last saw that nobody waits; empty where nothing is connected or there is no guard
 * @param connections connections that are authenticated now
 * @param inFlight requests sent and not answered
 * @param found lookups that gave a row
 * @param missed lookups that gave none, including those no row could match
 * @param failed lookups that failed, timed out or were rejected
 * @param reconnects connections made after the first round
 * @param batches how often requests left together: 1 alone, 2, 3 to 4, 5 to 8, and so on to 129 to 256
 * @param openIndexes what is open now
 * @param quarantined tables that are not read because somebody waits for a lock on them
 * @param writes the write side; empty unless the client was built to write
 */
public record ClientSnapshot(
        ClientState state,
        String reason,
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
        List<TableName> quarantined,
        Optional<WriteSnapshot> writes) {

    /** One line for logs, of name and value pairs. */
    @Override
    public String toString() {
        return "state=" + state + (reason.isEmpty() ? "" : ", reason='" + reason + '\'')
                + endpoint.map(at -> ", endpoint=" + at).orElse("")
                + lastTrouble
                        .map(trouble -> ", lastTrouble='" + trouble.reason() + "' at " + trouble.at())
                        .orElse("")
                + ", circuit=" + circuit
                + guardLag.map(lag -> ", guardLag=" + lag.toMillis() + "ms").orElse("")
                + ", connections=" + connections + ", inFlight=" + inFlight + ", found=" + found + ", missed=" + missed
                + ", failed=" + failed + ", reconnects=" + reconnects + ", batches=" + batches + ", openIndexes="
                + openIndexes + ", quarantined=" + quarantined
                + writes.map(side -> ", writes=" + side).orElse("");
    }

    /**
     * What stood in the way.
     *
     * @param reason in words for an operator
     * @param at when it began
     */
    public record Trouble(String reason, Instant at) {}
}
