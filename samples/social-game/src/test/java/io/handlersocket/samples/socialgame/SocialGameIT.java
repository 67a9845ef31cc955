// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.HandlerSocketConnectionDetails;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The game as a browser sees it. A pool of one connection, so that all its SQL commands are counted in one session. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "spring.datasource.hikari.maximum-pool-size=1")
@Import(GameDatabase.class)
class SocialGameIT {

    private final HttpClient http = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @Autowired
    private HandlerSocketMariaDB database;

    @Autowired
    private JdbcClient jdbc;

    @BeforeEach
    void awaitHandlerSocket() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> get("/actuator/handlersocket").body().contains("\"route\":\"HANDLERSOCKET\""));
    }

    @Test
    void readsAPlayerOverHandlerSocketWithoutSql() throws Exception {
        long commands = questions();
        long keyReads = database.globalStatus("Handler_read_key");

        HttpResponse<String> answer = get("/players/42");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"id\":42,\"name\":\"Léa Mori\",\"email\":\"player42@example.com\",\"level\":58,"
                        + "\"created\":\"2024-01-18T21:06:00\"}");
        assertThat(route(answer)).isEqualTo("HANDLERSOCKET");
        assertThat(questions() - commands).isEqualTo(1); // asking was one
        assertThat(database.globalStatus("Handler_read_key")).isGreaterThan(keyReads);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "100001", "4294967295", "4294967296", "9223372036854775807"})
    void hasNobodyWhereSqlFindsNobody(String id) throws Exception {
        HttpResponse<String> answer = get("/players/" + id);

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(route(answer)).isEqualTo("HANDLERSOCKET");
        assertThat(jdbc.sql("SELECT COUNT(*) FROM player WHERE id = " + id)
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "1.5", "9223372036854775808", "1e3", "%20"})
    void refusesWhatIsNoId(String id) throws Exception {
        assertThat(get("/players/" + id).statusCode()).isEqualTo(400);
    }

    @Test
    void findsTheFirstAndTheLastPlayer() throws Exception {
        assertThat(get("/players/1").body()).contains("\"id\":1,");
        assertThat(get("/players/100000").body()).contains("\"id\":100000,");
    }

    @Test
    void ranksFriendsOverSql() throws Exception {
        HttpResponse<String> answer = get("/players/42/ranking");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).startsWith("[{\"place\":1,").contains("\"id\":42,", "\"diaries\":", "\"lastEntry\":");
        assertThat(get("/players/100001/ranking").statusCode()).isEqualTo(404);
        assertThat(get("/players/abc/ranking").statusCode()).isEqualTo(400);
    }

    @Test
    void listsFriendsAndDiaries() throws Exception {
        assertThat(get("/players/42/friends").body()).contains("\"since\":");
        await().untilAsserted(() -> {
            HttpResponse<String> diaries = get("/players/42/diaries");
            assertThat(diaries.body()).contains("\"title\":", "\"body\":");
            assertThat(route(diaries)).isEqualTo("HANDLERSOCKET");
        });
    }

    @Test
    void comparesTheRoutes() throws Exception {
        String ways = post("/comparison?lookups=200").body();

        assertThat(ways)
                .contains("\"name\":\"PlayerRepository.findById\",\"route\":\"HANDLERSOCKET\"")
                .contains("\"name\":\"JdbcClient, no JPA\",\"route\":\"JDBC\"");
    }

    @ParameterizedTest
    @CsvSource({"lookups=0", "lookups=20001", "lookups=many", "threads=0", "threads=33"})
    void refusesAComparisonTooLarge(String parameter) throws Exception {
        HttpResponse<String> answer = post("/comparison?" + parameter);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"detail\"", parameter.substring(0, parameter.indexOf('=')));
    }

    @Test
    void showsAPage() throws Exception {
        HttpResponse<String> page = get("/");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("<h1>Social game</h1>", "100,000");
        assertThat(get("/game.js").statusCode()).isEqualTo(200);
        assertThat(get("/game.css").statusCode()).isEqualTo(200);
    }

    @Test
    void showsTheRouteInTheActuatorButNoSecret() throws Exception {
        get("/players/43");

        String report = get("/actuator/handlersocket").body();

        assertThat(report)
                .contains("\"state\":\"READY\"", "\"repository\":\"PlayerRepository\"", "\"method\":\"findById\"")
                .doesNotContain(database.readSecret())
                .doesNotContain(database.writeSecret());
    }

    @Test
    void takesThePortFromTheServiceConnection(@Autowired HandlerSocketConnectionDetails details) {
        assertThat(details.getPort()).isEqualTo(database.readPort());
        assertThat(details.getSecret()).isNull();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    private static String route(HttpResponse<String> answer) {
        return answer.headers().firstValue(PlayerController.ROUTE).orElse("none");
    }

    private long questions() {
        return jdbc.sql("SHOW SESSION STATUS LIKE 'Questions'")
                .query((row, number) -> row.getLong("Value"))
                .single();
    }
}
