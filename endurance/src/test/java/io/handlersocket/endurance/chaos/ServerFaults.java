// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What happens to the server as a whole. */
final class ServerFaults {

    private static final String WORKERS =
            "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE STATE LIKE 'handlersocket%'";

    private static final int ER_RECORD_FILE_FULL = 1114;
    private static final long MEGABYTE = 1024 * 1024;

    private ServerFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("kill-9", Effect.SQL, ServerFaults::kill),
                new Fault("restart", Effect.SQL, ServerFaults::restart),
                new Fault("both-down", Effect.SQL, ServerFaults::bothDown),
                new Fault("plugin-away", Effect.FAST_PATH, ServerFaults::pluginAway),
                new Fault("workers-killed", Effect.FAST_PATH, ServerFaults::workersKilled),
                new Fault("server-frozen", Effect.SQL, ServerFaults::frozen),
                new Fault("disk-full", Effect.WRITES, ServerFaults::diskFull));
    }

    /** It comes back with another secret, as a server does that leaves the secret to the plugin. */
    private static String kill(Stage stage) {
        HandlerSocketMariaDB server = stage.server();
        long before = server.pid();
        String secret = server.readSecret();
        long begin = System.nanoTime();
        server.kill();
        server.restartWithNewSecrets();
        stage.history().killed(begin);
        Stage.prove(server.pid() != before && !server.readSecret().equals(secret), "the same process or secret");
        return "process " + before + " killed, " + server.pid() + " with a new secret";
    }

    private static String restart(Stage stage) {
        HandlerSocketMariaDB server = stage.server();
        long before = server.pid();
        server.restart();
        Stage.prove(server.pid() != before, "the same process");
        return "process " + before + " stopped, " + server.pid() + " started";
    }

    private static String bothDown(Stage stage) {
        HandlerSocketMariaDB server = stage.server();
        long before = server.pid();
        long begin = System.nanoTime();
        server.kill();
        try {
            Stage.prove(!server.isRunning(), "it runs");
            Stage.hold(5);
        } finally {
            server.start();
            stage.history().killed(begin);
        }
        return "process " + before + " away for 5 s";
    }

    private static String pluginAway(Stage stage) throws Exception {
        stage.server().execute("UNINSTALL SONAME 'handlersocket'");
        try {
            Stage.prove(stage.server().pluginVersion().isEmpty(), "the plugin is still there");
            Stage.hold(4);
        } finally {
            stage.server().execute("INSTALL SONAME 'handlersocket'");
        }
        return "uninstalled for 4 s";
    }

    /** Such workers do not come back by themselves, and their clients' connections stay open and silent. */
    private static String workersKilled(Stage stage) throws Exception {
        int before = workers(stage);
        try {
            for (int i = 0; i < before; i++) {
                stage.server()
                        .execute("KILL "
                                + stage.value("SELECT ID FROM information_schema.PROCESSLIST"
                                        + " WHERE STATE LIKE 'handlersocket%' ORDER BY ID LIMIT 1"));
                int left = before - i - 1;
                Stage.await("a killed worker ends", Duration.ofSeconds(5), () -> workers(stage) <= left);
            }
            Stage.hold(3);
            return before + " workers killed";
        } finally {
            stage.server().execute("UNINSTALL SONAME 'handlersocket'", "INSTALL SONAME 'handlersocket'");
        }
    }

    private static int workers(Stage stage) throws SQLException {
        return Integer.parseInt(stage.value(WORKERS));
    }

    private static String frozen(Stage stage) {
        stage.server().pause(); // returns when every thread has stopped
        try {
            Stage.hold(8);
        } finally {
            stage.server().resume();
        }
        return "process " + stage.server().pid() + " stopped for 8 s";
    }

    /** A disk of its own needs a mount; a limit on the size of the server's files fails the same writes. */
    private static String diskFull(Stage stage) throws Exception {
        String pid = String.valueOf(stage.server().pid());
        stage.ddl(
                "CREATE TABLE IF NOT EXISTS chaos_filler (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY,"
                        + " filler VARBINARY(8000) NOT NULL) ENGINE=InnoDB",
                "DELETE FROM chaos_filler");
        long limit = largestFile(stage) + MEGABYTE; // what the server has written, it may write again
        Commands.run("prlimit", "--pid", pid, "--fsize=" + limit + ":unlimited");
        try {
            for (long written = 0; written < limit + 4 * MEGABYTE; written += 64 * 8000) {
                stage.ddl("INSERT INTO chaos_filler (filler) SELECT REPEAT('x', 8000) FROM seq_1_to_64");
            }
            throw new IllegalStateException("a file has grown beyond " + limit + " bytes");
        } catch (SQLException full) {
            Stage.prove(full.getErrorCode() == ER_RECORD_FILE_FULL, "error " + full.getErrorCode() + ": " + full);
            Stage.hold(2);
            return "error " + full.getErrorCode() + ": " + full.getMessage();
        } finally {
            if (stage.server().isRunning()) {
                Commands.run("prlimit", "--pid", pid, "--fsize=unlimited:unlimited");
            } else {
                stage.server().start();
            }
            stage.ddl("DROP TABLE chaos_filler");
        }
    }

    private static long largestFile(Stage stage) throws SQLException, IOException {
        try (Stream<Path> files = Files.walk(Path.of(stage.value("SELECT @@datadir")))) {
            return files.mapToLong(file -> file.toFile().length()).max().orElse(0);
        }
    }
}
