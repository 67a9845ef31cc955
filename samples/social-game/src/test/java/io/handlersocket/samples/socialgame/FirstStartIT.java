// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

/** A first start: its pages say how far the world is, and it is ready when the first visitor's reads are fast. */
class FirstStartIT {

    @RegisterExtension
    static final HandlerSocketMariaDB SERVER = new HandlerSocketMariaDB();

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void saysHowFarTheWorldIsAndIsWarmWhenItIsReady() throws Exception {
        CompletableFuture<Integer> port = new CompletableFuture<>();
        CompletableFuture<ConfigurableApplicationContext> started;
        try (Connection connection = SERVER.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            // The world is made under this lock, so it is not made while the test has it.
            statement.execute("SELECT GET_LOCK('social_game_world', 10)");
            started = CompletableFuture.supplyAsync(() -> start(port));
            assertThat(get(started, port, "/").body()).contains("made: <b>0 %</b>");
            assertThat(get(started, port, "/filling").body())
                    .contains("<b>0 %</b>", "hx-get=\"/filling\"")
                    .doesNotContain("<html");
            HttpRequest write = HttpRequest.newBuilder(
                            URI.create("http://localhost:" + port.get() + "/api/players/42/friends"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"friendId\":7}"))
                    .build();
            assertThat(http.send(write, BodyHandlers.ofString()).statusCode()).isEqualTo(503);
        }
        try (ConfigurableApplicationContext context = started.get(5, TimeUnit.MINUTES)) {
            assertThat(context.isRunning()).isTrue();

            // Not even the first request of a visitor waits for an index.
            HttpResponse<String> first = get(started, port, "/api/players/42");
            assertThat(first.headers().firstValue("Lookup-Route")).hasValue("HANDLERSOCKET");
            assertThat(get(started, port, "/").body()).doesNotContain("id=\"filling\"");
            assertThat(get(started, port, "/filling").body())
                    .contains("The world is made")
                    .doesNotContain("hx-get");
        }
    }

    private static ConfigurableApplicationContext start(CompletableFuture<Integer> port) {
        ApplicationListener<WebServerInitializedEvent> listener =
                event -> port.complete(event.getWebServer().getPort());
        return new SpringApplicationBuilder(SocialGameApplication.class)
                .listeners(listener)
                .run(
                        "--server.port=0",
                        "--game.players=500",
                        "--game.warm-up=1s",
                        "--spring.datasource.url=" + SERVER.getJdbcUrl(),
                        "--spring.datasource.username=" + SERVER.getUsername(),
                        "--spring.datasource.password=" + SERVER.getPassword());
    }

    private HttpResponse<String> get(CompletableFuture<?> started, CompletableFuture<Integer> port, String path)
            throws Exception {
        CompletableFuture.anyOf(started, port).get(5, TimeUnit.MINUTES); // a start that fails says why
        URI address = URI.create("http://localhost:" + port.getNow(0) + path);
        return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }
}
