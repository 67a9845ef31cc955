// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Describes a server as it described itself over SQL. Holds no secret. Only the client implements this.
 *
 * @since 0.1
 */
public interface ServerFacts {

    /** Returns {@code @@version}, such as {@code 10.11.19-MariaDB-deb12}. */
    String version();

    /** Returns a text that differs between any two server processes. */
    String identity();

    /** Returns the schema of the SQL connection. */
    String schema();

    /** Returns the account and role of the SQL connection. */
    String account();

    /** Returns host and port, or the socket file, of the SQL connection; empty if its URL names no single server. */
    String sqlAddress();

    /** Returns {@code @@system_time_zone}, the zone in which HandlerSocket formats TIMESTAMP. */
    String systemTimeZone();

    /** Returns {@code @@session.time_zone}, the zone in which SQL formats TIMESTAMP. */
    String sessionTimeZone();

    /** Returns the last second that a TIMESTAMP holds, or null if it is unknown. */
    @Nullable
    Instant lastTimestamp();

    /** Returns whether {@code log_bin} is on. */
    boolean binaryLog();

    /** Returns whether {@code read_only} is on. */
    boolean readOnly();

    /** Returns whether {@code wsrep_on} is on. */
    boolean galera();

    /** Returns whether the HandlerSocket plugin is loaded. */
    boolean plugin();

    /** Returns {@code handlersocket_address}; empty for every interface. */
    String address();

    /** Returns {@code handlersocket_port}; 0 if the plugin does not listen. */
    int readPort();

    /** Returns {@code handlersocket_port_wr}, or 0 if the server has no write port. */
    int writePort();

    /** Returns the server line, such as {@code 10.11}. */
    default String line() {
        String[] parts = version().split("[.-]", 3);
        return parts.length < 2 ? version() : parts[0] + '.' + parts[1];
    }

    /** Returns whether TIMESTAMP text of HandlerSocket names one instant, because the system zone is UTC. */
    default boolean systemZoneIsUtc() {
        return switch (systemTimeZone()) {
            case "UTC", "Etc/UTC", "UCT", "Zulu" -> true; // not GMT: London's winter has that name too
            default -> false;
        };
    }
}
