// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One instance of the sample, from its jar, in a process of its own. Closing it ends the process. */
final class Game implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

    private final Route route;
    private final Process process;
    private final Path log;
    private int port;

    private Game(Route route, Process process, Path log) {
        this.route = route;
        this.process = process;
        this.log = log;
    }

    /** Starts it, on a port of 127.0.0.1 that it chooses. */
    static Game start(Route route, Path jar, Path folder, List<String> database, int players) throws IOException {
        Path log = folder.resolve(route.name().toLowerCase(Locale.ROOT) + ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms512m",
                "-Xmx512m",
                "-jar",
                jar.toAbsolutePath().toString(),
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--game.players=" + players,
                "--spring.datasource.url=" + route.url(database.get(0)),
                "--spring.datasource.username=" + database.get(1)));
        command.addAll(route.arguments());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("SPRING_DATASOURCE_PASSWORD", database.get(2)); // no argument: others see those
        return new Game(route, builder.start(), log);
    }

    /**
     * Waits until it accepts traffic.
     *
     * @throws IllegalStateException if it ends, or does not within the limit; the message names its log
     */
    void awaitReadiness(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        await(end, this::isListening);
        await(end, () -> get("/actuator/health/readiness") == 200);
    }

    private void await(long end, BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            if (!process.isAlive() || System.nanoTime() - end > 0) {
                throw new IllegalStateException(route + ": the game did not get ready (see " + log + ")");
            }
            Thread.sleep(200);
        }
    }

    private boolean isListening() {
        try {
            Matcher line = PORT.matcher(Files.readString(log));
            port = line.find() ? Integer.parseInt(line.group(1)) : 0;
            return port > 0;
        } catch (IOException e) {
            return false;
        }
    }

    private int get(String path) {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    Plan.Instance instance() {
        return new Plan.Instance(port, process.pid());
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
