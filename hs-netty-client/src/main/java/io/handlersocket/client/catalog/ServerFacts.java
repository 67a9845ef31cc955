// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Describes a server, as read from it over SQL. Immutable. Contains no secret.
 *
 * @param version {@code @@version}, such as {@code 10.11.19-MariaDB-deb12}
 * @param identity the value of {@link #IDENTITY_SQL}, which is different for every server process
 * @param schema the schema of the SQL connection
 * @param account the value of {@link #ACCOUNT_SQL} on the SQL connection
 * @param sqlAddress host and port or socket path of the SQL connection; empty if its URL does not name one server
 * @param systemTimeZone {@code @@system_time_zone}, the name of the zone in which HandlerSocket formats TIMESTAMP
 * @param sessionTimeZone {@code @@session.time_zone}, the zone in which SQL formats TIMESTAMP
 * @param zoneOffset the offset from UTC in which HandlerSocket and SQL format every TIMESTAMP. The server computes it;
 *     the names of zones prove nothing. Null if the offset is not the same for all moments, as with daylight saving
 *     time, or not the same for HandlerSocket, the SQL connection and new SQL connections
 * @param lastTimestamp the last second that a TIMESTAMP can hold; null if unknown
 * @param binaryLog whether {@code log_bin} is on
 * @param readOnly whether {@code read_only} is on
 * @param galera whether {@code wsrep_on} is on
 * @param plugin whether the HandlerSocket plugin is loaded
 * @param address {@code handlersocket_address}; empty for all interfaces
 * @param readPort {@code handlersocket_port}; 0 if the plugin does not listen
 * @param writePort {@code handlersocket_port_wr}; 0 if the server has no write port
 */
public record ServerFacts(
        String version,
        String identity,
        String schema,
        String account,
        String sqlAddress,
        String systemTimeZone,
        String sessionTimeZone,
        @Nullable ZoneOffset zoneOffset,
        @Nullable Instant lastTimestamp,
        boolean binaryLog,
        boolean readOnly,
        boolean galera,
        boolean plugin,
        String address,
        int readPort,
        int writePort) {

    /**
     * An SQL expression whose value differs for every server process. An integration checks with it whether its
     * connections reach the client's server.
     */
    // Two containers can agree in all variables. The end of a UUID contains a random number that the server chooses at
    // start and the address of its network card; server_uid is only a hash of that address.
    public static final String IDENTITY_SQL =
            "CONCAT_WS('/', @@hostname, @@port, @@server_id, @@pid_file, SUBSTR(UUID(), 20))";

    /** An SQL expression for a connection's account and role. */
    public static final String ACCOUNT_SQL = "CONCAT_WS(' as ', CURRENT_USER(), CURRENT_ROLE())";

    /** Returns the server line, such as {@code 10.11}. */
    public String line() {
        String[] parts = version.split("[.-]", 3);
        return parts.length < 2 ? version : parts[0] + '.' + parts[1];
    }
}
