// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.report;

import io.handlersocket.client.Endpoint;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.ServerSnapshot;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One server of the endpoint's report.
 *
 * @param name name of the server
 * @param role PRIMARY or REPLICA, as configured
 * @param usable whether it answers reads
 * @param reason why it does not answer reads, or what is unusual; null if it answers and nothing is
 * @param endpoint host and read port; null before the first connection
 * @param position its last known GTID position; null if unknown
 * @param ageMillis age of a replica at that position, in milliseconds; null for the primary, and if unknown
 * @param accepted number of its answers that were fresh enough; 0 for the primary
 * @param tooOld number of its answers that were older than allowed
 * @param behind number of its answers that were behind the wanted position or the session
 * @param failed number of reads that it did not answer
 * @param notAsked of the primary, the number of reads that it was asked for because no replica could answer them, by
 *     reason; null for a replica
 */
public record ServerReport(
        String name,
        ServerSnapshot.Role role,
        boolean usable,
        @Nullable String reason,
        @Nullable String endpoint,
        @Nullable String position,
        @Nullable Long ageMillis,
        long accepted,
        long tooOld,
        long behind,
        long failed,
        @Nullable Map<ServerSnapshot.NotAsked, Long> notAsked) {

    /**
     * Returns the report of a server.
     *
     * @param freshness what reads ask for by default; a replica that is older gets a reason
     */
    public static ServerReport of(ServerSnapshot server, Freshness freshness) {
        return new ServerReport(
                server.name(),
                server.role(),
                server.usable(),
                reason(server, freshness),
                server.endpoint().map(Endpoint::toString).orElse(null),
                server.position().map(GtidPosition::toString).orElse(null),
                server.age().map(Duration::toMillis).orElse(null),
                server.accepted(),
                server.tooOld(),
                server.behind(),
                server.failed(),
                server.role() == ServerSnapshot.Role.PRIMARY ? server.notAsked() : null);
    }

    private static @Nullable String reason(ServerSnapshot server, Freshness freshness) {
        String reason = Stream.of(server.reason(), lag(server, freshness))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        return reason.isEmpty() ? null : reason;
    }

    private static String lag(ServerSnapshot server, Freshness freshness) {
        Duration limit = freshness.maxAge().orElse(null);
        Duration age = server.age().orElse(null);
        if (!server.usable() || limit == null || age == null || age.compareTo(limit) <= 0) {
            return "";
        }
        return "its rows are " + age.toMillis() + " ms old, so the primary answers reads with"
                + " handlersocket.freshness=" + limit.toMillis() + "ms. Find out why its replication lags";
    }
}
