// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.testkit.TcpProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What happens on the way to the server. */
final class NetworkFaults {

    private static final int TEARS = 6;
    private static final Duration PROBE = Duration.ofSeconds(5);

    private NetworkFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("port-closed", Effect.FAST_PATH, stage -> closed(stage.fastPort())),
                new Fault("jdbc-down", Effect.SQL, stage -> closed(stage.sqlPort())),
                new Fault("latency", Effect.FAST_PATH, stage -> delayed(stage, 60, 0)),
                new Fault("jitter", Effect.FAST_PATH, stage -> delayed(stage, 5, 150)),
                new Fault("bandwidth", Effect.FAST_PATH, NetworkFaults::limited),
                new Fault("torn-line", Effect.FAST_PATH, NetworkFaults::torn),
                new Fault("half-open", Effect.FAST_PATH, NetworkFaults::halfOpen),
                new Fault("black-hole", Effect.FAST_PATH, stage -> blackHole(stage, stage.fastPort())),
                new Fault("jdbc-black-hole", Effect.SQL, stage -> blackHole(stage, stage.sqlPort())));
    }

    private static String closed(TcpProxy port) throws Exception {
        int open = port.connections();
        Stage.prove(open > 0, "no connection was open");
        port.acceptNoMore();
        try {
            port.cutAll();
            Stage.await("connections end", PROBE, () -> port.connections() == 0);
            Stage.prove(!accepts(port), "the port accepts connections");
            Stage.hold(4);
        } finally {
            port.acceptAgain();
        }
        return open + " connections cut, refused for 4 s";
    }

    private static boolean accepts(TcpProxy port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    private static String delayed(Stage stage, int millis, int jitterMillis) throws Exception {
        long before = slowestLogin(stage, 1);
        stage.fastPort().delay(Duration.ofMillis(millis), Duration.ofMillis(jitterMillis));
        try {
            long now = slowestLogin(stage, jitterMillis == 0 ? 1 : 10);
            Stage.prove(now >= 2L * millis + jitterMillis / 3, "a reply took " + now + " ms");
            Stage.hold(5);
            return "a reply took " + now + " ms instead of " + before + " ms";
        } finally {
            stage.fastPort().delay(Duration.ZERO, Duration.ZERO);
        }
    }

    private static long slowestLogin(Stage stage, int logins) throws IOException {
        long slowest = 0;
        for (int i = 0; i < logins; i++) {
            try (RawPort port = new RawPort(
                    "127.0.0.1", stage.fastPort().port(), stage.server().readSecret())) {
                slowest = Math.max(slowest, port.loginMillis());
            }
        }
        return slowest;
    }

    /** About a reply of several rows each second, for each connection. */
    private static String limited(Stage stage) throws Exception {
        stage.fastPort().limit(2_000);
        try {
            long start = System.nanoTime();
            try (RawPort port = new RawPort(
                    "127.0.0.1", stage.fastPort().port(), stage.server().readSecret())) {
                port.open(stage.server().getDatabaseName(), "chaos_item", "id");
                port.send("1\t=\t1\t5\n".repeat(200), 200);
            }
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            Stage.prove(millis > 300, "a packet took " + millis + " ms");
            Stage.hold(4);
            return "200 requests in a packet took " + millis + " ms";
        } finally {
            stage.fastPort().limit(0);
        }
    }

    private static String torn(Stage stage) throws Exception {
        int before = stage.fastPort().torn();
        stage.fastPort().tear(TEARS);
        try {
            Stage.await("replies are torn", PROBE, () -> stage.fastPort().torn() >= before + TEARS);
        } finally {
            stage.fastPort().tear(0);
        }
        return TEARS + " connections reset in the middle of a reply";
    }

    private static String halfOpen(Stage stage) throws Exception {
        int open = stage.fastPort().connections();
        Stage.prove(open > 0, "no connection was open");
        stage.fastPort().abandonClients();
        Stage.hold(4); // new connections work meanwhile
        stage.fastPort().cutAll();
        return open + " connections silent for 4 s";
    }

    private static String blackHole(Stage stage, TcpProxy port) throws Exception {
        int open = port.connections();
        Stage.prove(open > 0, "no connection was open");
        long before = stage.fastReads();
        port.stall(true);
        try {
            Stage.hold(4);
            long between = stage.fastReads();
            Stage.hold(1);
            long after = stage.fastReads();
            Stage.prove(after == between, (after - between) + " fast reads in the last second");
            return open + " connections stalled for 5 s, " + (between - before) + " fast reads, then none";
        } finally {
            port.cutAll(); // what was stalled never arrives
            port.stall(false);
        }
    }
}
