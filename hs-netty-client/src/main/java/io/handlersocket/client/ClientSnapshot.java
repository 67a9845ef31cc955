// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.TableName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Describes a client at one moment, in name and value pairs. All but {@link #writes()} is about reads: the write side
 * has its own connection and guard. Holds no secret. Only the client implements this.
 *
 * @since 0.1
 */
public interface ClientSnapshot {

    /** Returns what the client is doing. */
    ClientState state();

    /** Returns why, in words for an operator; empty when READY. */
    String reason();

    /** Returns whether the database is another product than MariaDB, so that this client never reads from it. */
    boolean isOtherProduct();

    /** Returns the server's read port, once known. */
    Optional<Endpoint> endpoint();

    /** Returns the last reason other than empty, and when it began; empty if there was none. */
    Optional<Trouble> lastTrouble();

    /** Returns whether lookups are sent, judged by how the last ones ended. */
    CircuitState circuit();

    /** Returns the time since the DDL guard last saw that no session waits; empty without connections or guard. */
    Optional<Duration> guardLag();

    /** Returns the number of authenticated connections. */
    int connections();

    /** Returns the number of requests sent and not answered. */
    int inFlight();

    /** Returns the number of lookups that found a row. */
    long found();

    /** Returns the number of lookups that found no row, including those that no row could match. */
    long missed();

    /** Returns the number of lookups that failed, timed out or were rejected. */
    long failed();

    /** Returns the number of connections made after the first round. */
    long reconnects();

    /** Returns how often requests left together: 1 alone, 2, 3 to 4, 5 to 8, and so on to 129 to 256. */
    List<Long> batches();

    /** Returns what is open. */
    List<IndexSpec> openIndexes();

    /** Returns the tables that are not read because a session waits for a lock on them. */
    List<TableName> quarantined();

    /** Returns the write side; empty unless the client was built to write. */
    Optional<WriteSnapshot> writes();

    /**
     * Says what prevented lookups.
     *
     * @param reason in words for an operator
     * @param at when it began
     * @since 0.1
     */
    record Trouble(String reason, Instant at) {}
}
