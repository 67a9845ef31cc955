// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The README's command that runs the sample on a cluster: the node in use is killed, and the game goes on. */
@Tag("exhaustive") // the client's and Hibernate's GaleraIT show the node that takes over
class GameClusterIT {

    private static final Duration LONG = Duration.ofSeconds(90);
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final String ROUTE = "Lookup-Route";
    private static final String FAST = "HANDLERSOCKET";

    private final HttpClient http = HttpClient.newHttpClient();
    private String address = "";
    private volatile String answering = "";

    @Test
    void goesOnWithTheNextNodeWhenTheNodeInUseIsKilled() throws Exception {
        SpringApplication.Running running = TestSocialGameApplication.start(
                GameCluster.class,
                "--server.port=0",
                "--game.players=500",
                "--game.warm-up=0s",
                "--handlersocket.routing=always");
        try (ConfigurableApplicationContext context = running.getApplicationContext()) {
            address = "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
            assertThat(get("/dashboard").body()).contains("data-operation=\"kill\"");
            await().atMost(LONG).until(() -> route("/api/players/42"), FAST::equals);
            watch();
            await().until(() -> answering.contains("SQL: node 1. HandlerSocket: node 1.\""));
            assertThat(post("/api/players/42/diary", "{\"title\":\"Before\",\"body\":\"Node 1 has it.\"}")
                            .statusCode())
                    .isEqualTo(201);

            AtomicBoolean done = new AtomicBoolean();
            Queue<HttpResponse<String>> answers = new ConcurrentLinkedQueue<>();
            CompletableFuture<?> load = CompletableFuture.allOf(
                    Stream.generate(() -> CompletableFuture.runAsync(() -> readAgainAndAgain(done, answers)))
                            .limit(2)
                            .toArray(CompletableFuture[]::new));
            try {
                await().until(() -> !answers.isEmpty());
                assertThat(post("/dashboard/operations/kill", "").body())
                        .contains("node 1 killed; the address leads to node 2");
                await().atMost(LONG).until(() -> answering.contains("HandlerSocket: node 2."));
                await().atMost(LONG).until(() -> route("/api/players/42"), FAST::equals);
                // Node 1 has joined again.
                await().atMost(LONG).until(() -> answering.contains("SQL: node 2. HandlerSocket: node 2.\""));
            } finally {
                done.set(true);
            }
            load.join();
            // What was in flight may fail, as over JDBC alone. Every other answer is the player.
            assertThat(answers)
                    .filteredOn(each -> each.statusCode() < 500)
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(each.body()).contains("player42@example.com"));

            await().atMost(LONG).until(() -> get("/api/players/42/diary").body(), diary -> diary.contains("Before"));
            assertThat(post("/api/players/42/diary", "{\"title\":\"After\",\"body\":\"Node 2 has it.\"}")
                            .statusCode())
                    .isEqualTo(201);
            assertThat(get("/api/players/42/diary").body()).contains("Before", "After");
        }
    }

    private void readAgainAndAgain(AtomicBoolean done, Queue<HttpResponse<String>> answers) {
        try {
            while (!done.get()) {
                answers.add(get("/api/players/42"));
                // Without a pause, the readers would take the processors from the nodes.
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As an open dashboard does, until the application ends. */
    private void watch() {
        HttpRequest events = HttpRequest.newBuilder(URI.create(address + "/dashboard/events"))
                .build();
        http.sendAsync(events, BodyHandlers.ofLines())
                .thenAccept(stream ->
                        stream.body().filter(line -> line.contains("\"node\"")).forEach(line -> answering = line));
    }

    private String route(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(path);
        return answer.statusCode() == 200 ? answer.headers().firstValue(ROUTE).orElse("") : "";
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(address + path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .header("Content-Type", "application/json")
                        .header("X-Dashboard", "1")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }
}
