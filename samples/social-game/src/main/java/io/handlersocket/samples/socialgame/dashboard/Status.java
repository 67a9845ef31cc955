// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import io.handlersocket.client.catalog.TableName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What all viewers of the dashboard see at a moment.
 *
 * @param phase {@code idle}, {@code preparing} or {@code running}
 * @param run the number of the present run, or of the last
 * @param users how many users read at once
 * @param client the client's state, {@code OFF} if HandlerSocket is not enabled
 * @param reason why the client is not ready; empty if it is
 * @param node which node of the cluster answers; empty if the database is not the sample's own cluster
 * @param locked tables that the client leaves to JDBC for a while, because a session waited for a lock on them
 */
record Status(String phase, long run, int users, String client, String reason, String node, List<Locked> locked) {

    /**
     * A table that is read over JDBC for a while.
     *
     * @param left for how many seconds more, if no session waits for the table again
     */
    record Locked(String table, long left) {}

    /** @param quarantined the tables that the client does not read, and when it may read each again */
    static List<Locked> locked(Map<TableName, Instant> quarantined, Instant now) {
        return quarantined.entrySet().stream()
                .map(each -> new Locked(
                        each.getKey().table(),
                        Math.max(
                                0,
                                Duration.between(now, each.getValue())
                                        .plusMillis(999)
                                        .toSeconds())))
                .toList();
    }
}
