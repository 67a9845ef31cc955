// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the server said of itself when it was discovered over SQL. Secrets are kept elsewhere.
 *
 * @param version {@code @@version}, such as {@code 10.11.19-MariaDB-deb12}
 * @param identity tells one server process from another, as {@link #IDENTITY_SQL} gave it
 * @param schema the schema of the SQL connection that asked
 * @param account the account and role of that connection, as {@link #ACCOUNT_SQL} gave them
 * @param sqlAddress where that connection goes, as {@link SqlAddress#of} reads it from its URL; empty if the URL names no
 *     single server
 * @param systemTimeZone {@code @@system_time_zone}, the zone HandlerSocket formats TIMESTAMP in
 * @param sessionTimeZone {@code @@session.time_zone}, the zone SQL formats TIMESTAMP in
 * @param lastTimestamp the last second that a TIMESTAMP holds; null if the server's answers leave it open
 * @param binaryLog whether {@code log_bin} is on
 * @param readOnly whether {@code read_only} is on
 * @param galera whether {@code wsrep_on} is on
 * @param plugin whether the HandlerSocket plugin is loaded
 * @param address {@code handlersocket_address}; empty for every interface
 * @param readPort {@code handlersocket_port}; 0 if the plugin does not listen
 * @param writePort {@code handlersocket_port_wr}; 0 if there is none
 */
public record ServerFacts(
        String version,
        String identity,
        String schema,
        String account,
        String sqlAddress,
        String systemTimeZone,
        String sessionTimeZone,
        @Nullable Instant lastTimestamp,
        boolean binaryLog,
        boolean readOnly,
        boolean galera,
        boolean plugin,
        String address,
        int readPort,
        int writePort) {

    /**
     * An SQL expression that tells one start of a server from every other server and start; {@link #identity()} is what it
     * gave. Containers can agree in all variables. The end of a UUID holds a number that the server draws when it starts, and
     * the address of its network card, of which {@code server_uid} is only a hash.
     */
    public static final String IDENTITY_SQL =
            "CONCAT_WS('/', @@hostname, @@port, @@server_id, @@pid_file, SUBSTR(UUID(), 20))";

    /** An SQL expression for the account and role whose privileges a connection has; {@link #account()} is what it gave. */
    public static final String ACCOUNT_SQL = "CONCAT_WS(' as ', CURRENT_USER(), CURRENT_ROLE())";

    /** The server line, such as {@code 10.11}. */
    public String line() {
        String[] parts = version.split("[.-]", 3);
        return parts.length < 2 ? version : parts[0] + '.' + parts[1];
    }

    /** Whether TIMESTAMP text of HandlerSocket names one instant: the system zone is UTC. */
    public boolean systemZoneIsUtc() {
        return switch (systemTimeZone) {
            case "UTC", "Etc/UTC", "UCT", "Zulu" -> true; // not GMT: London's winter has that name too
            default -> false;
        };
    }
}
