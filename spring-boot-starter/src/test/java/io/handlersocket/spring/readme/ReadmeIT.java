// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.internal.repository.report.LookupCount;
import io.handlersocket.spring.internal.repository.report.LookupCounts;
import io.handlersocket.spring.readme.DiaryRepository.Line;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.PageRequest;

/** Runs the snippets of the READMEs and of docs/repositories.md. */
class ReadmeIT {

    private static final Path HERE = Path.of("src/test/java/io/handlersocket/spring/readme");

    @Test
    void theAnnotatedRepositoryReadsOverHandlerSocketWithoutAnyConfiguration() {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        PlayerApplication.createTable(server);
        server.execute(
                "DROP TABLE IF EXISTS diary",
                "CREATE TABLE diary (id BIGINT NOT NULL PRIMARY KEY, player_id INT UNSIGNED, slug VARCHAR(40) NOT NULL,"
                        + " title VARCHAR(255) NOT NULL, created DATETIME(6), UNIQUE KEY uk_slug (slug),"
                        + " KEY player_created (player_id, created)) DEFAULT CHARSET=utf8mb4",
                "INSERT INTO diary SELECT seq, 42, CONCAT('s', seq), CONCAT('Day ', seq),"
                        + " '2026-01-01' + INTERVAL seq DAY FROM seq_1_to_9");
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(ReadmeApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + server.getJdbcUrl(),
                        "spring.datasource.username=" + server.getUsername(),
                        "spring.datasource.password=" + server.getPassword(),
                        "spring.jpa.hibernate.ddl-auto=none")
                .run()) {
            PlayerRepository players = context.getBean(PlayerRepository.class);
            await().untilAsserted(() -> {
                long before = server.globalStatus("Handlersocket_hs_table_lock");
                assertThat(players.findById(42L))
                        .hasValueSatisfying(
                                player -> assertThat(player.getName()).isEqualTo("Zoë 42"));
                assertThat(server.globalStatus("Handlersocket_hs_table_lock")).isGreaterThan(before);
            });
            DiaryRepository diaries = context.getBean(DiaryRepository.class);
            HandlerSocketClient client = context.getBean(HandlerSocketClient.class);
            LookupCounts counts = context.getBean(LookupCounts.class);
            await().untilAsserted(() -> {
                assertThat(diaries.findTop3ByPlayerIdOrderByCreatedDesc(42))
                        .extracting(Line::title)
                        .containsExactly("Day 9", "Day 8", "Day 7");
                assertThat(diaries.findByPlayerIdAndCreatedBetweenOrderByCreated(
                                42,
                                LocalDateTime.parse("2026-01-03T00:00"),
                                LocalDateTime.parse("2026-01-06T00:00"),
                                PageRequest.of(0, 3)))
                        .extracting(Line::id)
                        .containsExactly(2L, 3L, 4L);
                assertThat(diaries.findBySlug("s5").get(20, TimeUnit.SECONDS).id())
                        .isEqualTo(5);
                assertThat(diaries.existsBySlug("none")).isFalse();
                assertThat(diaries.line("s6")).map(Line::id).contains(6L);
                assertThat(new Finder().title(client, 8)).contains("Day 8");
                assertThat(counts.all().stream()
                                .filter(count -> count.repository().equals("DiaryRepository"))
                                .filter(count -> count.route() == LookupRoute.HANDLERSOCKET)
                                .map(LookupCount::method))
                        .contains("findTop3ByPlayerIdOrderByCreatedDesc", "findBySlug", "existsBySlug", "line")
                        .contains("findByPlayerIdAndCreatedBetweenOrderByCreated");
            });
        }
    }

    @Test
    void everySnippetIsInThisPackage() throws IOException {
        String source = squeezed(Files.readString(HERE.resolve("PlayerRepository.java"))
                + Files.readString(HERE.resolve("DiaryRepository.java"))
                + Files.readString(HERE.resolve("Finder.java")));
        List<String> snippets = new ArrayList<>(snippets(Files.readString(Path.of("README.md"))));
        snippets.addAll(snippets(Files.readString(Path.of("docs", "repositories.md"))));
        snippets.addAll(snippets(Files.readString(Path.of("..", "README.md"))));

        assertThat(snippets).hasSize(4).allSatisfy(snippet -> assertThat(source).contains(squeezed(snippet)));
    }

    private static List<String> snippets(String page) {
        List<String> snippets = new ArrayList<>();
        Matcher snippet = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(page);
        while (snippet.find()) {
            snippets.add(snippet.group(1));
        }
        return snippets;
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
