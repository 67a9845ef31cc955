// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.load;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Starts a database, one game for each route and then Gatling, which asks all of them by turns. Everything is on
 * 127.0.0.1, and ends with this program.
 */
@SuppressWarnings("SystemOut") // for the person at the terminal
public final class Load {

    private static final int KEYS = 5_000;

    private Load() {}

    /** Ends with 1 if a request failed. */
    public static void main(String[] arguments) throws Exception {
        Settings settings = Settings.fromSystem();
        Path jar = Path.of(System.getProperty("load.jar", "../social-game/target/social-game.jar"));
        Path folder = Files.createDirectories(
                Path.of(System.getProperty("load.folder", "target/load")).toAbsolutePath());
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException(
                    jar + " does not exist (expected the sample's jar: mvn package makes it)");
        }
        System.out.printf(
                "Load: %d users; the turns take %d minutes, filling the database comes first%n",
                settings.users(), 1 + settings.totalSeconds() / 60);
        int exit;
        try (HandlerSocketMariaDB server = new HandlerSocketMariaDB()
                .withDatabaseName("game")
                .withUsername("game")
                .withPassword("game")
                .withServerArguments("--innodb-buffer-pool-size=1G")) {
            server.start();
            exit = run(settings, jar, folder, server);
        }
        System.exit(exit);
    }

    private static int run(Settings settings, Path jar, Path folder, HandlerSocketMariaDB server) throws Exception {
        List<String> database = List.of(server.getJdbcUrl(), server.getUsername(), server.getPassword());
        List<Game> games = new ArrayList<>();
        try {
            Map<Route, Plan.Instance> instances = new EnumMap<>(Route.class);
            for (Route route : Route.values()) { // one after the other: the first one makes the world
                Game game = Game.start(route, jar, folder, database, settings.players());
                games.add(game);
                game.awaitReadiness(Duration.ofMinutes(20));
                instances.put(route, game.instance());
                System.out.println("Load: ready: " + route.title());
            }
            new Plan(settings, keys(server), instances, databaseProcess()).write(folder.resolve("plan.properties"));
            Files.deleteIfExists(folder.resolve("result.json"));
            int exit = gatling(folder, 2L * settings.totalSeconds() + 300);
            return exit == 0 && Report.hasFailures(folder.resolve("result.json")) ? 1 : exit;
        } finally {
            games.forEach(Game::close);
        }
    }

    private static int gatling(Path folder, long limitSeconds) throws IOException, InterruptedException {
        Process gatling = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED", // as Gatling's own plugins start it
                        "-Dload.folder=" + folder,
                        "-classpath",
                        System.getProperty("java.class.path"),
                        "io.gatling.app.Gatling",
                        "--simulation",
                        GameSimulation.class.getName(),
                        "--results-folder",
                        folder.resolve("gatling").toString(),
                        "--no-reports")
                .inheritIO()
                .start();
        try {
            if (!gatling.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                System.err.println("Load: Gatling did not end within " + limitSeconds + " s");
                return 1;
            }
            return gatling.exitValue();
        } finally {
            gatling.destroy();
        }
    }

    private static Endpoint.Keys keys(HandlerSocketMariaDB server) throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            return new Endpoint.Keys(
                    Integer.parseInt(all(statement, "SELECT players FROM world WHERE id = 1")
                            .get(0)),
                    Integer.parseInt(all(statement, "SELECT MAX(id) FROM guild").get(0)),
                    all(statement, "SELECT email FROM player ORDER BY CRC32(id) LIMIT " + KEYS),
                    all(statement, "SELECT token FROM login_session ORDER BY CRC32(id) LIMIT " + KEYS));
        }
    }

    private static List<String> all(Statement statement, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        if (values.isEmpty()) {
            throw new IllegalStateException("no rows: " + sql);
        }
        return values;
    }

    private static long databaseProcess() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").contains("mariadbd"))
                .mapToLong(ProcessHandle::pid)
                .findFirst()
                .orElse(0);
    }
}
