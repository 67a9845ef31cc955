// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.internal.replication.Probe;
import io.handlersocket.replicas.internal.replication.ReplicationStatus;
import io.handlersocket.replicas.internal.replication.ReplicationStatus.Source;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** What servers answer, where a test asks none. */
final class Servers {

    private Servers() {}

    static ServerFacts facts(String identity) {
        return facts(identity, "10.11.19-MariaDB", "test@%", "game", true, false);
    }

    static ServerFacts facts(
            String identity, String version, String account, String schema, boolean binaryLog, boolean galera) {
        return new ServerFacts(
                version,
                identity,
                schema,
                account,
                "db:3306",
                "UTC",
                "SYSTEM",
                ZoneOffset.UTC,
                null,
                binaryLog,
                false,
                galera,
                true,
                "",
                9998,
                0);
    }

    /** A primary: all that it has committed is in its binary log. */
    static Probe primary(String identity, long server, long sentNanos, String position) {
        return probe(identity, server, sentNanos, true, false, "", position, position, position);
    }

    /** A replica that has applied this, and written it to its own binary log. */
    static Probe replica(String identity, long server, String position) {
        return probe(identity, server, 0, true, true, position, position, position, position);
    }

    static Probe probe(
            String identity,
            long server,
            long sentNanos,
            boolean fresh,
            boolean readOnly,
            String applied,
            String logged,
            String current,
            String logState) {
        List<GtidPosition.Gtid> state = new ArrayList<>();
        for (String gtid : logState.split(",", -1)) {
            if (!gtid.isEmpty()) {
                state.add(GtidPosition.Gtid.parse(gtid));
            }
        }
        return new Probe(
                sentNanos,
                sentNanos / 1_000_000,
                fresh,
                identity,
                server,
                readOnly,
                GtidPosition.parse(applied),
                GtidPosition.parse(logged),
                GtidPosition.parse(current),
                state);
    }

    static final ReplicationStatus NONE = new ReplicationStatus(0, List.of(), List.of(), "");

    /** The status of a replica that receives transactions of this server. */
    static ReplicationStatus following(long server, long askedMillis) {
        return status(askedMillis, new Source(server, true, true, "", -1));
    }

    static ReplicationStatus status(long askedMillis, Source... sources) {
        return new ReplicationStatus(askedMillis * 1_000_000, List.of(sources), List.of(), "");
    }
}
