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
 * Describes the reads of a client at one moment. Immutable. Contains no secret; {@code toString} prints all values.
 * Only the client implements this interface.
 */
public interface ClientSnapshot {

    /** Returns the state of the client. */
    ClientState state();

    /** Returns the reason for the state, as a text for operators. For READY it names the endpoint and the server. */
    String reason();

    /**
     * Returns what a user does about the state, as a sentence without its full stop; empty for READY and CLOSED. The
     * client's log line and exceptions say the same.
     */
    String remedy();

    /** Returns when this state began; a new reason for the same state does not begin it again. */
    Instant since();

    /** Returns whether the database is another product than MariaDB, so that this client never reads from it. */
    boolean isOtherProduct();

    /** Returns the server's read port; empty before it is known. */
    Optional<Endpoint> endpoint();

    /** Returns the last reason that prevented lookups, and when it began; empty if there was none. */
    Optional<Trouble> lastTrouble();

    /** Returns the state of the circuit breaker. */
    CircuitState circuit();

    /** Returns the time since the last check in which no session waited; empty without connections or DDL guard. */
    Optional<Duration> guardLag();

    /** Returns the number of authenticated connections. */
    int connections();

    /** Returns the number of requests sent and not answered. */
    int inFlight();

    /** Returns the number of lookups that found a row. */
    long found();

    /** Returns the number of lookups that found no row, including keys that no row can have. */
    long missed();

    /** Returns the number of lookups that failed, timed out or were rejected. */
    long failed();

    /** Returns the number of connections made after the first connections. */
    long reconnects();

    /** Returns the number of batches by size: 1 request, 2, 3 to 4, 5 to 8, and so on to 129 to 256. */
    List<Long> batches();

    /** Returns the open indexes. */
    List<IndexSpec> openIndexes();

    /**
     * Returns the tables that the client does not read because a session waited for a lock on them, and when it may
     * read each again.
     */
    Map<TableName, Instant> quarantined();

    /**
     * Describes what prevented lookups.
     *
     * @param reason a text for operators
     * @param at when it began
     */
    record Trouble(String reason, Instant at) {}
}
