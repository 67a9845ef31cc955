// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.GtidPosition;
import io.handlersocket.client.ServerSnapshot;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One server of the endpoint's report.
 *
 * @param name name of the server
 * @param role PRIMARY or REPLICA, as configured
 * @param usable whether it answers reads
 * @param reason why it does not answer reads; empty if it does and nothing is unusual
 * @param endpoint host and read port; null before the first connection
 * @param position its last known GTID position; null if unknown
 * @param ageMillis age of a replica at that position, in milliseconds; null for the primary, and if unknown
 * @param accepted number of its answers that were fresh enough; 0 for the primary
 * @param tooOld number of its answers that were older than allowed
 * @param behind number of its answers that were behind the wanted position or the session
 * @param failed number of reads that it did not answer
 */
public record ServerReport(
        String name,
        ServerSnapshot.Role role,
        boolean usable,
        String reason,
        @Nullable String endpoint,
        @Nullable String position,
        @Nullable Long ageMillis,
        long accepted,
        long tooOld,
        long behind,
        long failed) {

    static ServerReport of(ServerSnapshot server) {
        return new ServerReport(
                server.name(),
                server.role(),
                server.usable(),
                server.reason(),
                server.endpoint().map(Endpoint::toString).orElse(null),
                server.position().map(GtidPosition::toString).orElse(null),
                server.age().map(Duration::toMillis).orElse(null),
                server.accepted(),
                server.tooOld(),
                server.behind(),
                server.failed());
    }
}
