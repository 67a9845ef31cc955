// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.json.JsonParserFactory;

/** The jar that {@code mvn package} makes, started as an operator would start it. */
class JarIT {

    private static final Path JAR = Path.of("target/social-game.jar");
    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

    @TempDir
    private Path folder;

    @Test
    void holdsWhatTheApplicationNeedsAndNoTestCode() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<String> libraries = jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith("BOOT-INF/lib/"))
                    .toList();

            assertThat(jar.getManifest().getMainAttributes().getValue("Start-Class"))
                    .endsWith(".SocialGameApplication");
            assertThat(libraries)
                    .anyMatch(name -> name.contains("handlersocket-spring-boot-starter"))
                    .anyMatch(name -> name.contains("micrometer-registry-prometheus"))
                    .noneMatch(
                            name -> name.matches(".*(-testkit|testcontainers|junit|assertj|selenium|docker-java).*"));
            assertThat(jar.getEntry("BOOT-INF/layers.idx"))
                    .as("the image's layers")
                    .isNotNull();
        }
    }

    /** The log of the application is shown if it does not get ready. */
    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void isReadyOnceLookupsAreFastAndShowsItsMetersToPrometheus() throws Exception {
        try (HandlerSocketMariaDB server = new HandlerSocketMariaDB()
                .withDatabaseName("game")
                .withUsername("game")
                .withPassword("game")) {
            server.start();
            assertVariables(server);
            Path log = folder.resolve("application.log");
            Process application = start(server, log);
            try {
                int port = port(application, log);
                Awaitility.await("readiness")
                        .atMost(Duration.ofMinutes(5))
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> get(port, "/actuator/health/readiness").statusCode() == 200);

                // At once, without waiting any longer.
                assertThat(JsonParserFactory.getJsonParser()
                                .parseMap(get(port, "/actuator/handlersocket").body()))
                        .containsEntry("route", "HANDLERSOCKET");
                assertThat(get(port, "/actuator/prometheus").body())
                        .containsPattern("(?m)^handlersocket_ready\\{.*} 1\\.0$")
                        .contains("handlersocket_connections{");
            } catch (AssertionError | RuntimeException e) {
                System.out.println(Files.readString(log));
                throw e;
            } finally {
                end(application);
            }
        }
    }

    private static void end(Process application) throws InterruptedException {
        application.destroy();
        if (!application.waitFor(1, TimeUnit.MINUTES)) {
            application.destroyForcibly();
            fail("the application does not end when told");
        }
    }

    private Process start(HandlerSocketMariaDB server, Path log) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:MetaspaceSize=256m",
                "-jar",
                JAR.toAbsolutePath().toString());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("SPRING_DATASOURCE_URL", server.getJdbcUrl());
        builder.environment().put("SPRING_DATASOURCE_USERNAME", server.getUsername());
        builder.environment().put("SPRING_DATASOURCE_PASSWORD", server.getPassword());
        builder.environment().put("GAME_PLAYERS", "100");
        builder.environment().put("GAME_WARM_UP", "0s");
        builder.environment().put("SERVER_PORT", "0");
        builder.environment().put("SERVER_ADDRESS", "127.0.0.1");
        return builder.start();
    }

    private static int port(Process application, Path log) {
        return Awaitility.await("a port")
                .atMost(Duration.ofMinutes(5))
                .until(
                        () -> {
                            assertThat(application.isAlive())
                                    .as("the application runs")
                                    .isTrue();
                            Matcher line = PORT.matcher(Files.readString(log));
                            return line.find() ? Integer.parseInt(line.group(1)) : 0;
                        },
                        port -> port > 0);
    }

    /** The options of the container's server are ones that a server has. */
    private static void assertVariables(HandlerSocketMariaDB server) throws IOException, SQLException {
        for (String line : Files.readAllLines(Path.of("compose/mariadb.cnf"))) {
            Matcher option = Pattern.compile("(?:loose-)?([a-z_-]+)=.+").matcher(line);
            if (option.matches() && !option.group(1).equals("plugin-load-add")) {
                try (var connection = server.dataSource().getConnection();
                        var statement = connection.createStatement();
                        var rows = statement.executeQuery(
                                "SHOW GLOBAL VARIABLES LIKE '" + option.group(1).replace('-', '_') + "'")) {
                    assertThat(rows.next()).as(line).isTrue();
                }
            }
        }
    }

    private static HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .build(),
                        BodyHandlers.ofString());
    }
}
