// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import io.handlersocket.replicas.Replicas;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.ReplicatedMariaDB;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * A promotion that leaves the old primary writable, with all its connections. Only what other servers show keeps the
 * client from reading there.
 */
final class UnfencedPromotion {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    /** For a machine that is busy. */
    private static final Duration MARGIN = Duration.ofSeconds(2);

    private UnfencedPromotion() {}

    /**
     * Promotes the first replica. From the moment at which the client knows that it is writable, no answer of the old
     * primary is allowed. The writers wait until then, so what the old primary answers before is right.
     *
     * @return the server that was the primary
     */
    static HandlerSocketMariaDB strike(ReplicatedMariaDB db, FreshRun run, Replicas replicas) {
        HandlerSocketMariaDB old = db.primary();
        String oldName = name(old);
        String next = name(db.replica(0));
        run.admit(ReplicasReading.asPrimary(next));
        run.withoutWrites(() -> {
            db.promoteUnfenced(0);
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(5))
                    .atMost(POLL_INTERVAL.plus(MARGIN))
                    .until(() -> isNoticed(replicas, next));
            run.fence(ReplicasReading.asPrimary(oldName));
            run.fence(oldName);
        });
        return old;
    }

    /** The name of a server in records, which is also that of the replica in the tests. */
    static String name(HandlerSocketMariaDB server) {
        return ReplicasReading.name(Integer.parseInt(server.globalVariable("server_id")));
    }

    private static boolean isNoticed(Replicas replicas, String promoted) {
        return replicas.servers().stream()
                .filter(server -> server.name().equals(promoted))
                .anyMatch(server -> server.reason().contains("it is writable")
                        || server.reason().equals("it is the primary"));
    }
}
