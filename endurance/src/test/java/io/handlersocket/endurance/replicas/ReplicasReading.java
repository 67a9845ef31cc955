// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import io.handlersocket.client.Index;
import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.ReadSession;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.internal.AnsweringServers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads by the client, as fresh as its way says. It names each server by the process that has answered. */
final class ReplicasReading implements Reading {

    /** What a server is called that answers as the primary; a replica is called by its plain name. */
    private static final String AS_PRIMARY = " as primary";

    private final Replicas replicas;
    private final Index rows;
    private final RowReader.Way way;
    private ReadSession session;
    private int reads;

    ReplicasReading(Replicas replicas, Index rows, RowReader.Way way) {
        this.replicas = replicas;
        this.rows = rows;
        this.way = way;
        this.session = replicas.session();
    }

    /** The name of the server with this {@code server_id}. */
    static String name(int id) {
        return "db" + id;
    }

    /** The name of the server with this identity, as {@link ServerFacts#IDENTITY_SQL}. */
    static String name(String identity) {
        return name(Integer.parseInt(identity.split("/", -1)[2]));
    }

    /** What this server is called when it answers as the primary. */
    static String asPrimary(String name) {
        return name + AS_PRIMARY;
    }

    /** Whether answers of the primary are counted here, in {@link FreshRun.Verdict#answers}. */
    static boolean isOfPrimary(String wayAndServer) {
        return wayAndServer.endsWith(AS_PRIMARY);
    }

    private Freshness freshness(@Nullable Token token) {
        if (token != null) {
            return Freshness.atLeast(GtidPosition.parse(token.position()));
        }
        if (way.bound() == 0) {
            return Freshness.PRIMARY;
        }
        return way.bound() == Observed.UNBOUNDED ? Freshness.ANY : Freshness.within(Duration.ofNanos(way.bound()));
    }

    @Override
    public Seen read(int key, @Nullable Token token) {
        if (reads++ % RowReader.READS_OF_A_SESSION == 0) {
            session = replicas.session();
        }
        Freshness freshness = freshness(token);
        try (ReadScope scope = way.sessions() ? replicas.open(freshness, session) : replicas.open(freshness)) {
            Row row = rows.find(key).orElse(null);
            ReadScope.Answer answer = scope.answers().get(0);
            String identity = ((AnsweringServers) scope).identities().get(0);
            String server = answer.primary() ? asPrimary(name(identity)) : name(identity);
            long age = answer.age().map(Duration::toNanos).orElse(Observed.UNKNOWN);
            return row == null
                    ? new Seen(0, 0, server, age)
                    : new Seen((int) row.getLong("version"), row.getLong("nonce"), server, age);
        }
    }
}
