// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.spring.HandlerSocketClientBuilderCustomizer;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A game that runs on a schema of its own of a server, with a small world. */
final class Game implements AutoCloseable {

    /**
     * Keeps its connections, and waits for answers, while the machine stands still for a moment: no test of such a game
     * changes a table.
     */
    private static final HandlerSocketClientBuilderCustomizer PATIENT =
            builder -> builder.connectTimeout(Duration.ofSeconds(10))
                    .requestTimeout(Duration.ofSeconds(5))
                    .withoutGuard();

    private final HttpClient http = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;
    private final String address;

    /**
     * Starts it.
     *
     * @param database is made if it does not exist
     * @param more properties, such as {@code handlersocket.enabled=false}
     */
    Game(HandlerSocketMariaDB server, String database, String... more) {
        server.execute(
                "CREATE DATABASE IF NOT EXISTS " + database,
                "GRANT ALL PRIVILEGES ON " + database + ".* TO " + server.getUsername());
        List<String> properties = new ArrayList<>(List.of(
                "server.port=0",
                "game.players=2000",
                "game.warm-up=0s",
                "handlersocket.routing=always",
                "spring.datasource.url=jdbc:mariadb://" + server.getHost() + ":" + server.getMappedPort(3306) + "/"
                        + database,
                "spring.datasource.username=" + server.getUsername(),
                "spring.datasource.password=" + server.getPassword()));
        properties.addAll(List.of(more));
        context = new SpringApplicationBuilder(SocialGameApplication.class)
                .initializers((GenericApplicationContext beans) ->
                        beans.registerBean(HandlerSocketClientBuilderCustomizer.class, () -> PATIENT))
                .run(properties.stream().map(property -> "--" + property).toArray(String[]::new));
        address = "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
    }

    ConfigurableApplicationContext context() {
        return context;
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send("GET", path, null);
    }

    /** Sends a request; a body is JSON. */
    HttpResponse<String> send(String method, String path, @Nullable String body)
            throws IOException, InterruptedException {
        BodyPublisher publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + path)).method(method, publisher);
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        context.close();
    }
}
