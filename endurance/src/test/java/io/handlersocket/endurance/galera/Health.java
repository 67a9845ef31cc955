// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.testkit.GaleraMariaDB;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which nodes ended without being told to, and what their logs say. */
final class Health {

    private static final Pattern SIGNAL = Pattern.compile("(?m)^.*got signal \\d+.*$");
    private static final Pattern EVICTED = Pattern.compile("(?mi)^.*\\binconsisten(t|cy)\\b.*$");

    private final GaleraMariaDB db;
    private final List<String> ended = new ArrayList<>();
    private final long[] pids = new long[ClusterRun.NODES];

    Health(GaleraMariaDB db) {
        this.db = db;
        for (int node = 1; node <= ClusterRun.NODES; node++) {
            pids[node - 1] = db.node(node).pid();
        }
    }

    /** Runs something that ends the process of this node and starts it. */
    void away(int node, Runnable strike) {
        look();
        try {
            strike.run();
        } finally {
            HandlerSocketMariaDB server = db.node(node);
            if (server.isRunning()) {
                pids[node - 1] = server.pid();
            }
        }
    }

    /** Notices processes that have ended. */
    void look() {
        for (int node = 1; node <= ClusterRun.NODES; node++) {
            HandlerSocketMariaDB server = db.node(node);
            if (!server.isRunning() || server.pid() != pids[node - 1]) {
                ended.add("node " + node);
                pids[node - 1] = server.isRunning() ? server.pid() : 0;
            }
        }
    }

    /** Brings back what has ended or stands still. */
    void mend() {
        look();
        for (int node = 1; node <= ClusterRun.NODES; node++) {
            if (!db.node(node).isRunning()) {
                db.restart(node);
                pids[node - 1] = db.node(node).pid();
            } else {
                db.resume(node);
            }
        }
        for (int node = 1; node <= ClusterRun.NODES; node++) {
            db.node(node).execute("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=0'");
            db.node(node).execute("SET GLOBAL wsrep_desync = OFF");
        }
        db.awaitSize(ClusterRun.NODES);
    }

    /** Processes that ended without the script. */
    List<String> ended() {
        return ended;
    }

    /** Lines of the logs that tell of a crash. */
    List<String> crashes() {
        return lines(SIGNAL);
    }

    /** Lines of the logs that tell of a node which had other data than the rest. */
    List<String> evictions() {
        return lines(EVICTED);
    }

    private List<String> lines(Pattern pattern) {
        List<String> lines = new ArrayList<>();
        for (int node = 1; node <= ClusterRun.NODES; node++) {
            Matcher matcher = pattern.matcher(db.node(node).getLogs());
            while (matcher.find()) {
                lines.add(String.format(Locale.ROOT, "node %d: %s", node, matcher.group()));
            }
        }
        return lines;
    }
}
