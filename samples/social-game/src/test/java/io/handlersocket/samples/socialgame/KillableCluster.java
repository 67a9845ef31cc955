// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.client.Endpoint;
import io.handlersocket.samples.socialgame.dashboard.Cluster;
import io.handlersocket.testkit.GaleraMariaDB;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The testkit's cluster, as the dashboard sees it. */
final class KillableCluster implements Cluster {

    private static final Logger log = LoggerFactory.getLogger(KillableCluster.class);

    private final GaleraMariaDB database;
    private final int nodes;
    private volatile int inUse = 1;

    /** 0: all nodes run. */
    private volatile int away;

    /** @param database runs, and its address leads to node 1 */
    KillableCluster(GaleraMariaDB database, int nodes) {
        this.database = database;
        this.nodes = nodes;
    }

    @Override
    public String answering(Optional<Endpoint> handlerSocket) {
        int killed = away;
        return "SQL: node " + inUse + ". HandlerSocket: "
                + handlerSocket
                        .flatMap(this::nodeAt)
                        // For a moment, the client still names the node that is gone.
                        .filter(node -> node != killed)
                        .map(node -> "node " + node)
                        .orElse("not connected")
                + "."
                + (killed == 0 ? "" : " Node " + killed + " starts again.");
    }

    private Optional<Integer> nodeAt(Endpoint endpoint) {
        return IntStream.rangeClosed(1, nodes)
                .filter(i -> database.node(i).readPort() == endpoint.port())
                .boxed()
                .findFirst();
    }

    @Override
    public synchronized String killNodeInUse() {
        if (away != 0) {
            // Without it, the last node has no majority and refuses SQL.
            throw new IllegalStateException("node " + away + " has not joined the cluster again yet");
        }
        int killed = inUse;
        int next = killed % nodes + 1;
        database.kill(killed);
        away = killed;
        database.moveAddress(next);
        database.address().cutAll();
        inUse = next;
        Thread starter = new Thread(() -> start(killed), "cluster-starter");
        starter.setDaemon(true);
        starter.start();
        return "node " + killed + " killed; the address leads to node " + next;
    }

    private void start(int node) {
        try {
            database.restart(node);
            database.awaitSize(nodes);
            away = 0;
        } catch (RuntimeException e) {
            log.warn("Node {} of the cluster does not start again; no other node can be killed", node, e);
        }
    }
}
