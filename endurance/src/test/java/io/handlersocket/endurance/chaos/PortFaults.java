// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What other clients of the read port do. */
final class PortFaults {

    private static final int IDLE = 5_000;
    private static final int CONNECT_MILLIS = 5_000;
    private static final Duration NOTICED = Duration.ofSeconds(10);
    private static final int SCANNED_ROWS = 200_000;
    private static final int SCANS = 200;

    private PortFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("idle-connections", Effect.FAST_PATH, PortFaults::idle),
                new Fault("slow-scan", Effect.FAST_PATH, PortFaults::slowScan));
    }

    private static String idle(Stage stage) throws Exception {
        long before = connections(stage);
        List<Socket> sockets = new ArrayList<>();
        try {
            InetSocketAddress address = new InetSocketAddress(
                    stage.server().getHost(), stage.server().readPort());
            for (int i = 0; i < IDLE; i++) {
                Socket socket = new Socket();
                sockets.add(socket);
                socket.connect(address, CONNECT_MILLIS);
            }
            Stage.await("the server has them", NOTICED, () -> connections(stage) >= IDLE);
            Stage.hold(4);
            return "connections of the server: " + before + ", then " + connections(stage);
        } finally {
            for (Socket socket : sockets) {
                socket.setSoLinger(true, 0);
                socket.close();
            }
        }
    }

    /** HandlerSocket connections of all clients, as the server counts them. */
    static long connections(Stage stage) throws SQLException {
        String sum = stage.value("SELECT SUM(REGEXP_SUBSTR(REGEXP_SUBSTR(STATE, '[0-9]+ conns'), '[0-9]+'))"
                + " FROM information_schema.PROCESSLIST WHERE STATE LIKE 'handlersocket%'");
        return sum.isEmpty() ? 0 : (long) Double.parseDouble(sum);
    }

    /** A worker serves its connections one after the other: all wait for the one that scans. */
    private static String slowScan(Stage stage) throws SQLException, IOException {
        stage.ddl(
                "CREATE TABLE IF NOT EXISTS chaos_big (id INT NOT NULL PRIMARY KEY) ENGINE=InnoDB",
                "REPLACE INTO chaos_big SELECT seq FROM seq_1_to_" + SCANNED_ROWS);
        long start = System.nanoTime();
        try (RawPort port = new RawPort(
                stage.server().getHost(),
                stage.server().readPort(),
                stage.server().readSecret())) {
            port.open(stage.server().getDatabaseName(), "chaos_big", "id\tid");
            port.send(("1\t>=\t1\t0\t" + SCANNED_ROWS + "\t0\tF\t=\t0\t-1\n").repeat(SCANS), SCANS);
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        Stage.prove(millis > 1_000, SCANS + " scans took " + millis + " ms only");
        return SCANS + " scans of " + SCANNED_ROWS + " rows kept a worker busy for " + millis + " ms";
    }
}
