// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Describes a server, as read from it over SQL. Immutable. Contains no secret. Only the client implements this. */
public interface ServerFacts {

    /** Returns {@code @@version}, such as {@code 10.11.19-MariaDB-deb12}. */
    String version();

    /** Returns a text that is different for every server process. */
    String identity();

    /** Returns the schema of the SQL connection. */
    String schema();

    /** Returns the account and role of the SQL connection. */
    String account();

    /** Returns host and port or socket path of the SQL connection; empty if its URL does not name one server. */
    String sqlAddress();

    /** Returns {@code @@system_time_zone}, the name of the zone in which HandlerSocket formats TIMESTAMP. */
    String systemTimeZone();

    /** Returns {@code @@session.time_zone}, the zone in which SQL formats TIMESTAMP. */
    String sessionTimeZone();

    /**
     * Returns the offset from UTC in which HandlerSocket and SQL format every TIMESTAMP. The server computes it; the
     * names of zones prove nothing.
     *
     * @return null if the offset is not the same for all moments, as with daylight saving time, or not the same for
     *     HandlerSocket, the SQL connection and new SQL connections
     */
    @Nullable
    ZoneOffset zoneOffset();

    /** Returns the last second that a TIMESTAMP can hold; null if unknown. */
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

    /** Returns {@code handlersocket_address}; empty for all interfaces. */
    String address();

    /** Returns {@code handlersocket_port}; 0 if the plugin does not listen. */
    int readPort();

    /** Returns {@code handlersocket_port_wr}; 0 if the server has no write port. */
    int writePort();

    /** Returns the server line, such as {@code 10.11}. */
    default String line() {
        String[] parts = version().split("[.-]", 3);
        return parts.length < 2 ? version() : parts[0] + '.' + parts[1];
    }
}
