// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import static io.handlersocket.samples.socialgame.Request.get;
import static io.handlersocket.samples.socialgame.Request.post;
import static io.handlersocket.samples.socialgame.Request.wrong;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole API, asked of two games: one reads over HandlerSocket, the other has {@code handlersocket.enabled=false}.
 * Each has the same world in a schema of its own, gets the same requests in the same order, and has to give the same
 * answers.
 */
@TestMethodOrder(OrderAnnotation.class)
class ApiIT {

    private static final String FAST = "HANDLERSOCKET";
    private static final String SQL = "JDBC";
    private static final String BOTH = "MIXED";
    private static final String NONE = "MEMORY";

    /** What an answer says of the moment it was made in. */
    private static final String NOW =
            "\"(postedAt|writtenAt|since|joinedAt)\":\"20(2[6-9]|[3-9]\\d)-(11|12|0\\d|10)-[^\"]*\"";

    @RegisterExtension
    static final HandlerSocketMariaDB SERVER = new HandlerSocketMariaDB();

    private static Game fast;
    private static Game plain;

    @BeforeAll
    static void start() {
        fast = new Game(SERVER, "fast");
        plain = new Game(SERVER, "plain", "handlersocket.enabled=false");
    }

    @AfterAll
    static void stop() {
        Stream.of(fast, plain).filter(game -> game != null).forEach(Game::close);
    }

    static List<Request> reads() {
        return List.of(
                get("/api/players/42", FAST),
                get("/api/players/1", FAST),
                get("/api/players/2000", FAST),
                get("/api/players?ids=1,2,3", FAST),
                get("/api/players?ids=3,2,1,2,99999", FAST),
                get("/api/players/by-email/player42@example.com", FAST),
                get("/api/players/by-email/PLAYER42@EXAMPLE.COM", FAST),
                get("/api/players/42/diary", FAST),
                get("/api/players/1/diary?size=3", FAST),
                get("/api/players/1/diary?size=3&before=4000", FAST),
                get("/api/players/1/diary?before=1", FAST),
                get("/api/players/1/diary/latest", FAST),
                get("/api/players/42/timeline", BOTH),
                get("/api/players/42/friends", FAST),
                get("/api/players/1/friends?page=1&size=7", FAST),
                get("/api/players/42/friends-of-friends", BOTH),
                get("/api/players/42/inventory", FAST),
                get("/api/players/42/inbox", FAST),
                get("/api/items/7", FAST),
                get("/api/diary/42", FAST),
                get("/api/diary/search?q=dragon+waterfall", SQL),
                get("/api/diary/search?q=nosuchword", SQL),
                get("/api/guilds/7", FAST),
                get("/api/guilds/ranking", SQL),
                get("/api/guilds/ranking?season=1&size=3", SQL),
                get("/api/guilds/ranking?season=99", SQL),
                get("/api/seasons/2/leaderboard?size=5", FAST),
                get("/api/seasons/99/leaderboard", FAST),
                get("/api/sessions/43fd828731048cda3a0a050b22bed4f3", FAST),
                get("/api/reports/2026-03", SQL),
                get("/api/reports/1999-01", SQL));
    }

    static List<Request> errors() {
        return List.of(
                wrong(404, "/api/players/0", FAST),
                wrong(404, "/api/players/-1", FAST),
                wrong(404, "/api/players/2001", FAST),
                wrong(404, "/api/players/4294967296", FAST),
                wrong(404, "/api/players/9223372036854775807", FAST),
                wrong(400, "/api/players/9223372036854775808", NONE),
                wrong(400, "/api/players/abc", NONE),
                wrong(400, "/api/players/1.5", NONE),
                wrong(400, "/api/players/%20", NONE),
                wrong(400, "/api/players", NONE),
                wrong(400, "/api/players?ids=", NONE),
                wrong(400, "/api/players?ids=1,x", NONE),
                wrong(404, "/api/players/by-email/nobody@example.com", FAST),
                wrong(404, "/api/players/2001/diary", FAST),
                wrong(400, "/api/players/42/diary?size=0", NONE),
                wrong(400, "/api/players/42/diary?size=101", NONE),
                wrong(400, "/api/players/42/diary?before=yesterday", FAST),
                wrong(404, "/api/players/2001/timeline", FAST),
                wrong(404, "/api/players/2001/friends", FAST),
                wrong(400, "/api/players/42/friends?page=-1", NONE),
                wrong(404, "/api/players/2001/friends-of-friends", FAST),
                wrong(404, "/api/players/2001/inventory", FAST),
                wrong(404, "/api/players/2001/inbox", FAST),
                wrong(404, "/api/items/65", FAST),
                wrong(404, "/api/diary/6001", FAST),
                wrong(400, "/api/diary/search", NONE),
                wrong(400, "/api/diary/search?q=+", NONE),
                wrong(404, "/api/guilds/0", NONE),
                wrong(400, "/api/seasons/now/leaderboard", NONE),
                wrong(404, "/api/sessions/nosuchtoken", FAST),
                wrong(404, "/api/sessions/43FD828731048CDA3A0A050B22BED4F3", FAST),
                wrong(400, "/api/sessions/" + "x".repeat(65), NONE),
                wrong(400, "/api/reports/2026-13", NONE),
                new Request("DELETE", "/api/players/42", null, 405, "none"),
                wrong(404, "/api/nothing", NONE));
    }

    static List<Request> writes() {
        return List.of(
                post(201, "/api/players/42/diary", "{'title':'Hello','body':'The first of today.'}", BOTH),
                get("/api/players/42/diary?size=2", FAST),
                post(404, "/api/players/2001/diary", "{'title':'Hello','body':'Who am I?'}", FAST),
                post(400, "/api/players/42/diary", "{'title':'','body':' '}", NONE),
                post(400, "/api/players/42/diary", "{'title':", NONE),
                post(400, "/api/players/42/diary", "{}", NONE),
                post(201, "/api/diary/6001/comments", "{'authorId':7,'body':'Welcome!'}", BOTH),
                post(404, "/api/diary/7000/comments", "{'authorId':7,'body':'Welcome!'}", FAST),
                post(404, "/api/diary/6001/comments", "{'authorId':2001,'body':'Welcome!'}", FAST),
                get("/api/diary/6001", FAST),
                post(201, "/api/players/42/friends", "{'friendId':1999}", BOTH),
                post(409, "/api/players/42/friends", "{'friendId':1999}", FAST),
                post(409, "/api/players/1999/friends", "{'friendId':42}", FAST),
                post(409, "/api/players/42/friends", "{'friendId':42}", NONE),
                post(404, "/api/players/42/friends", "{'friendId':2001}", FAST),
                post(400, "/api/players/42/friends", "{'friendId':'x'}", NONE),
                get("/api/players/1999/friends", FAST),
                post(200, "/api/players/1/gifts", "{'stackId':1,'version':0,'recipientId':2,'amount':1}", BOTH),
                post(409, "/api/players/1/gifts", "{'stackId':1,'version':0,'recipientId':2,'amount':1}", FAST),
                post(409, "/api/players/1/gifts", "{'stackId':2,'version':0,'recipientId':2,'amount':1000}", FAST),
                post(409, "/api/players/1/gifts", "{'stackId':2,'version':0,'recipientId':1,'amount':1}", FAST),
                post(404, "/api/players/1/gifts", "{'stackId':4,'version':0,'recipientId':2,'amount':1}", FAST),
                post(404, "/api/players/1/gifts", "{'stackId':2,'version':0,'recipientId':2001,'amount':1}", FAST),
                post(400, "/api/players/1/gifts", "{'stackId':2,'version':0,'recipientId':2,'amount':0}", NONE),
                get("/api/players/2/inventory", FAST),
                post(201, "/api/guilds/7/members", "{'playerId':45}", BOTH),
                post(409, "/api/guilds/8/members", "{'playerId':45}", FAST),
                post(404, "/api/guilds/41/members", "{'playerId':50}", FAST),
                post(404, "/api/guilds/7/members", "{'playerId':2001}", FAST),
                get("/api/guilds/7", FAST));
    }

    @ParameterizedTest
    @MethodSource("reads")
    @Order(1)
    void readsTheSame(Request request) {
        compareOnceFast(request);
    }

    @ParameterizedTest
    @MethodSource("errors")
    @Order(2)
    void refusesTheSame(Request request) {
        compareOnceFast(request);
    }

    /** Each index is opened in the background when it is first asked for; until then SQL answers. */
    private static void compareOnceFast(Request request) {
        await(request.toString()).atMost(Duration.ofSeconds(30)).until(() -> isSame(request));
    }

    @ParameterizedTest
    @MethodSource("writes")
    @Order(3)
    void writesTheSameAndSeesIt(Request request) throws Exception {
        if (request.method().equals("POST") && request.status() < 300) {
            assertThat(isSame(request)).as("its way").isTrue();
        } else {
            compareOnceFast(request);
        }
    }

    /** Both read the stack before either writes it; a lock that another session holds keeps them until both have. */
    @Test
    @Order(4)
    void tellsTheSlowerOfTwoSendersKindly() throws Exception {
        String gift = "{\"stackId\":301,\"version\":0,\"recipientId\":37,\"amount\":1}";
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        try (Connection connection = SERVER.rootDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT * FROM fast.inventory_item WHERE id = 301 FOR UPDATE");
            for (int i = 0; i < 2; i++) {
                answers.add(CompletableFuture.supplyAsync(() -> sent(gift)));
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> waiting() == 2);
            connection.rollback();
        }
        List<HttpResponse<String>> both =
                answers.stream().map(CompletableFuture::join).toList();

        assertThat(both).extracting(HttpResponse::statusCode).containsExactlyInAnyOrder(200, 409);
        assertThat(both)
                .filteredOn(answer -> answer.statusCode() == 409)
                .allSatisfy(answer ->
                        assertThat(answer.body()).contains("This changed while your request was on its way."));
    }

    private static int waiting() {
        return JdbcClient.create(SERVER.rootDataSource())
                .sql("SELECT COUNT(*) FROM information_schema.processlist"
                        + " WHERE db = 'fast' AND info LIKE 'update inventory_item%'")
                .query(Integer.class)
                .single();
    }

    private static HttpResponse<String> sent(String gift) {
        try {
            return fast.send("POST", "/api/players/101/gifts", gift);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A cursor leads through a whole diary, each entry once. */
    @Test
    @Order(5)
    void pagesThroughADiary() throws Exception {
        JsonMapper json = JsonMapper.builder().build();
        List<Long> seen = new ArrayList<>();
        String path = "/api/players/1/diary?size=3";
        for (String next = ""; next != null; ) {
            String here = path + next;
            HttpResponse<String> answer = await().until(
                            () -> fast.get(here),
                            got -> header(got, "Lookup-Route").equals(FAST));
            JsonNode page = json.readTree(answer.body());
            page.get("entries").forEach(entry -> seen.add(entry.get("id").asLong()));
            JsonNode cursor = page.get("next");
            next = cursor.isNull() ? null : "&before=" + cursor.asString();
        }
        assertThat(seen)
                .hasSizeGreaterThan(6)
                .isEqualTo(JdbcClient.create(SERVER.rootDataSource())
                        .sql("SELECT id FROM fast.diary_entry WHERE player_id = 1 ORDER BY posted_at DESC, id DESC")
                        .query(Long.class)
                        .list());
    }

    /** What is declared as fast is fast: no method has a reason not to be. */
    @Test
    @Order(6)
    void hasNoMethodThatCannotBeFast() throws Exception {
        await().untilAsserted(
                        () -> assertThat(fast.get("/actuator/handlersocket").body())
                                .contains("\"state\":\"READY\"")
                                .doesNotContain(SERVER.readSecret()));
        String report = fast.get("/actuator/handlersocket/methods").body();

        assertThat(report).contains("\"repository\":\"PlayerRepository\"").doesNotContain(SERVER.readSecret());
        JsonNode methods = JsonMapper.builder().build().readTree(report).get("methods");
        assertThat(methods)
                .isNotEmpty()
                // Queries that give entities are Hibernate's; the requests above show their route. JPA counts for
                // existsById of an id of several attributes, which the game never calls.
                .filteredOn(method -> !Set.of("Hibernate decides at the first call", "an id of several attributes")
                        .contains(method.path("reason").asString("")))
                .allSatisfy(method -> assertThat(method.get("route").asString())
                        .as(method.toString())
                        .isEqualTo(FAST));
    }

    @Test
    @Order(7)
    void describesItself() throws Exception {
        JsonNode paths = JsonMapper.builder()
                .build()
                .readTree(fast.get("/v3/api-docs").body())
                .get("paths");
        Set<String> asked = Stream.of(reads(), writes())
                .flatMap(List::stream)
                .map(request -> request.path().replaceAll("\\?.*", ""))
                .collect(Collectors.toSet());
        assertThat(paths.propertyNames())
                .hasSizeGreaterThan(18)
                .allSatisfy(path -> assertThat(asked)
                        .as("a request of this suite for %s", path)
                        .anyMatch(request -> request.matches(path.replaceAll("\\{\\w+}", "[^/]+"))));
    }

    /** Compares both answers. Returns whether the fast one came the way it should, also with no SQL command. */
    private static boolean isSame(Request request) throws Exception {
        HttpResponse<String> one = fast.send(request.method(), request.path(), request.body());
        HttpResponse<String> other = plain.send(request.method(), request.path(), request.body());

        assertThat(one.body().replaceAll(NOW, "now")).isEqualTo(other.body().replaceAll(NOW, "now"));
        assertThat(one.statusCode()).as(one.body()).isEqualTo(request.status());
        assertThat(other.statusCode()).isEqualTo(request.status());
        assertThat(header(one, "Content-Type"))
                .isEqualTo(header(other, "Content-Type"))
                .isEqualTo(request.status() < 400 ? "application/json" : "application/problem+json");
        assertThat(header(other, "Lookup-Route")).isIn(SQL, NONE, "none");
        boolean fastRequest = request.route().equals(FAST);
        if (fastRequest) {
            assertThat(header(other, "Lookup-Route")).isEqualTo(SQL);
            assertThat(Integer.parseInt(header(other, "Sql-Commands"))).isPositive();
        }
        return header(one, "Lookup-Route").equals(request.route())
                && (!fastRequest || header(one, "Sql-Commands").equals("0"));
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("none");
    }
}
