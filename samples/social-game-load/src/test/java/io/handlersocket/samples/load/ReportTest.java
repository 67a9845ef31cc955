// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTest {

    private static final Settings SETTINGS = new Settings(64, 5, 10, 3, 1_000);

    @TempDir
    private Path folder;

    @Test
    void comparesEachRouteWithJdbcAsSpringBootComes() {
        assertThat(report(0).table())
                .containsPattern("/api/players/\\{id} +HandlerSocket +2000 +2\\.00 ")
                .containsPattern("/api/players/\\{id} +JDBC, as Spring Boot comes +1000 +1\\.00 ")
                .containsPattern("/api/players/\\{id} +JDBC, well configured +1500 +1\\.50 ")
                .contains("HandlerSocket: of the processor time 50 % application, 25 % database, 25 % load tool");
    }

    @Test
    void writesWhatAProgramCanRead() throws Exception {
        Path file = folder.resolve("result.json");
        report(0).write(file);

        assertThat(Files.readString(file))
                .contains("\"users\": 64", "\"route\": \"TUNED_JDBC\"", "\"perSecond\": 1500.0", "\"database\": 25.0");
        assertThat(Report.hasFailures(file)).isFalse();
        report(7).write(file);
        assertThat(Report.hasFailures(file)).isTrue();
    }

    @Test
    void tellsGatlingThePlan() throws Exception {
        Plan plan = new Plan(
                SETTINGS,
                new Endpoint.Keys(1_000, 20, List.of("a=b@example.com", "Léa@example.com"), List.of("t-1")),
                Map.of(
                        Route.HANDLERSOCKET, new Plan.Instance(1, 11),
                        Route.JDBC, new Plan.Instance(2, 12),
                        Route.TUNED_JDBC, new Plan.Instance(3, 13)),
                14);
        plan.write(folder.resolve("plan.properties"));

        assertThat(Plan.read(folder.resolve("plan.properties"))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 5, 9, 3, 1000",
        "257, 5, 9, 3, 1000",
        "64, 61, 9, 3, 1000",
        "64, 5, 61, 3, 1000",
        "64, 5, 9, 11, 1000",
        "64, 5, 9, 3, 99"
    })
    void refusesALoadWithoutBounds(int users, int seconds, int warmup, int rounds, int players) {
        assertThatThrownBy(() -> new Settings(users, seconds, warmup, rounds, players))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected");
    }

    @Test
    void asksForKeysThatThereAre() {
        Endpoint.Keys keys = new Endpoint.Keys(1, 1, List.of("a+b@example.com"), List.of("t/1"));

        assertThat(Endpoint.PLAYER.path(keys)).isEqualTo("/api/players/1");
        assertThat(Endpoint.PLAYERS.path(keys)).isEqualTo("/api/players?ids=1,1,1,1,1,1,1,1,1,1");
        assertThat(Endpoint.PLAYER_BY_EMAIL.path(keys)).isEqualTo("/api/players/by-email/a%2Bb%40example.com");
        assertThat(Endpoint.SESSION.path(keys)).isEqualTo("/api/sessions/t%2F1");
    }

    private static Report report(long failed) {
        List<Slice.Result> results = new ArrayList<>();
        results.add(result(Route.TUNED_JDBC, 1_500, failed));
        results.add(result(Route.HANDLERSOCKET, 2_000, 0));
        results.add(result(Route.JDBC, 1_000, 0));
        return new Report(SETTINGS, results);
    }

    private static Slice.Result result(Route route, double perSecond, long failed) {
        return new Slice.Result(
                route,
                Endpoint.PLAYER,
                (long) (perSecond * 15),
                failed,
                perSecond,
                1,
                2,
                3,
                Map.of("application", 50.0, "database", 25.0, "load", 25.0));
    }
}
