// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

/**
 * The README's command that runs the sample, but for the world, which is small and not kept. It is a first start: the
 * pages say how far the world is, and the application is ready when the first visitor's reads are fast.
 */
@ExtendWith(OutputCaptureExtension.class)
class DevelopmentApplicationIT {

    /** Completed before the world is made. */
    private static final CompletableFuture<Unmade> UNMADE = new CompletableFuture<>();

    private final HttpClient http = HttpClient.newHttpClient();

    /** @param lock keeps the world from being made until it is closed */
    private record Unmade(int port, Connection lock) {}

    /** The sample's own database; the world is made under this lock, so it is not made while the test has it. */
    @TestConfiguration(proxyBeanMethods = false)
    @Import(GameDatabase.class)
    static class DatabaseWithoutWorld {

        @EventListener
        void lock(WebServerInitializedEvent event) throws SQLException {
            Connection connection = event.getApplicationContext()
                    .getBean(HandlerSocketMariaDB.class)
                    .dataSource()
                    .getConnection();
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT GET_LOCK('social_game_world', 10)");
            }
            UNMADE.complete(new Unmade(event.getWebServer().getPort(), connection));
        }
    }

    @Test
    void startsWithItsDatabaseSaysHowFarTheWorldIsAndIsWarmWhenItIsReady(CapturedOutput output) throws Exception {
        CompletableFuture<SpringApplication.Running> started =
                CompletableFuture.supplyAsync(() -> TestSocialGameApplication.start(
                        DatabaseWithoutWorld.class,
                        "--server.port=0",
                        "--game.players=100",
                        "--game.warm-up=1s",
                        "--handlersocket.routing=always"));
        CompletableFuture.anyOf(started, UNMADE).get(5, TimeUnit.MINUTES); // a start that fails says why
        Unmade unmade = UNMADE.join();
        String address = "http://localhost:" + unmade.port();
        Connection lock = unmade.lock();
        try (lock) {
            assertThat(get(address + "/").body()).contains("made: <b>0 %</b>");
            assertThat(get(address + "/filling").body())
                    .contains("<b>0 %</b>", "hx-get=\"/filling\"")
                    .doesNotContain("<html");
            HttpRequest write = HttpRequest.newBuilder(URI.create(address + "/api/players/42/friends"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"friendId\":7}"))
                    .build();
            assertThat(http.send(write, BodyHandlers.ofString()).statusCode()).isEqualTo(503);
        }
        try (ConfigurableApplicationContext context =
                started.get(5, TimeUnit.MINUTES).getApplicationContext()) {
            // Not even the first request of a visitor waits for an index.
            HttpResponse<String> first = get(address + "/api/players/42");
            assertThat(first.headers().firstValue("Lookup-Route")).hasValue("HANDLERSOCKET");
            assertThat(get(address + "/").body()).doesNotContain("id=\"filling\"");
            assertThat(get(address + "/filling").body())
                    .contains("The world is made")
                    .doesNotContain("hx-get");

            assertThat(output.getOut().indexOf("Warm after"))
                    .isPositive()
                    .isLessThan(output.getOut().indexOf("page: "));
            assertThat(output).contains("page: " + address + "/", "database: jdbc:mariadb://127.0.0.1:");
            assertThat(context.getEnvironment().getProperty("game.operations.enabled"))
                    .isEqualTo("true");
            assertThat(get(address + "/dashboard").body())
                    .as("what needs a cluster is not offered")
                    .contains("data-operation=\"drain\"")
                    .doesNotContain("data-operation=\"kill\"");
        }
    }

    private HttpResponse<String> get(String address) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
    }
}
