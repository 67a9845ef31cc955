// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entry.Mood;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Rows mapped by column, from the tables that the application means to read and no others. */
class TemplateIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static ConfigurableApplicationContext context;
    private static HandlerSocketOperations operations;

    record Line(
            long id,
            @Nullable Long authorId,
            Mood mood,
            @Nullable BigDecimal price) {}

    /** Filled by setters. */
    public static class Title {

        private String slug = "";
        private @Nullable String title;

        public void setSlug(String slug) {
            this.slug = slug;
        }

        public void setTitle(@Nullable String title) {
            this.title = title;
        }
    }

    record Misfit(long id, String colour) {}

    record Secret(long id, String token) {}

    @BeforeAll
    static void start() {
        DiaryApplication.createTables(server);
        server.execute(
                "CREATE OR REPLACE TABLE vault (id BIGINT NOT NULL PRIMARY KEY, token VARCHAR(20))",
                "INSERT INTO vault VALUES (1, 'hidden')",
                "CREATE OR REPLACE TABLE listed (id BIGINT NOT NULL PRIMARY KEY, token VARCHAR(20))",
                "INSERT INTO listed VALUES (1, 'shown')");
        context = DiaryApplication.on(server, "handlersocket.tables=listed,changing")
                .run();
        operations = context.getBean(HandlerSocketOperations.class);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @Test
    void mapsARowToARecordByColumn() {
        Line expected = context.getBean(JdbcTemplate.class)
                .queryForObject(
                        "SELECT id, author_id, mood, price FROM entry WHERE id = 7",
                        (row, number) -> new Line(
                                row.getLong("id"),
                                row.getLong("author_id"),
                                Mood.valueOf(row.getString("mood")),
                                row.getBigDecimal("price")));

        assertThat(operations.find(Line.class, "entry", 7)).contains(expected);
        assertThat(operations
                        .async()
                        .find(Line.class, "entry", 7)
                        .toCompletableFuture()
                        .join())
                .contains(expected);
        assertThat(operations.find(Line.class, "entry", 0)).isEmpty();
    }

    @Test
    void mapsARowToAClassWithSetters() {
        Optional<Title> title = operations.findBy(Title.class, "entry", "uk_slug", "slug-1");

        assertThat(title).hasValueSatisfying(found -> {
            assertThat(found.slug).isEqualTo("slug-1");
            assertThat(found.title).isEqualTo("Strasse");
        });
    }

    @Test
    void readsManyKeysAndPages() {
        assertThat(operations.findAll(Line.class, "entry", List.of(5, 400, 3)))
                .extracting(Line::id)
                .containsExactly(5L, 3L);
        Range range = Range.all(Comparison.LESS, 4).limit(2);
        assertThat(operations.range(Line.class, "entry", "PRIMARY", range))
                .extracting(Line::id)
                .containsExactly(3L, 2L);
        assertThat(operations
                        .async()
                        .range(Line.class, "entry", "PRIMARY", range)
                        .toCompletableFuture()
                        .join())
                .hasSize(2);
    }

    @Test
    void readsFromTheEndOfAPrefix() {
        List<Long> expected = context.getBean(JdbcTemplate.class)
                .queryForList(
                        "SELECT id FROM entry WHERE author_id = 7 ORDER BY created DESC, id DESC LIMIT 4", Long.class);

        assertThat(operations.range(
                        Line.class,
                        "entry",
                        "author_created",
                        Range.equal(7).descending().limit(4)))
                .extracting(Line::id)
                .containsExactlyElementsOf(expected);
    }

    @Test
    void asksSqlOnlyForTheFirstCall() {
        operations.find(Line.class, "entry", 7);
        operations.async().find(Line.class, "entry", 7).toCompletableFuture().join();
        long before = server.globalStatus("Com_select");
        for (int i = 1; i <= 200; i++) {
            assertThat(operations.find(Line.class, "entry", i)).isPresent();
            assertThat(operations
                            .async()
                            .find(Line.class, "entry", i)
                            .toCompletableFuture()
                            .join())
                    .isPresent();
        }
        assertThat(server.globalStatus("Com_select") - before)
                .as("only the guard's")
                .isLessThan(100);
    }

    @Test
    void readsATableThatHasChanged() {
        server.execute(
                "CREATE OR REPLACE TABLE changing (id BIGINT NOT NULL PRIMARY KEY, token VARCHAR(20))",
                "INSERT INTO changing VALUES (1, 'before')");
        assertThat(operations.find(Secret.class, "changing", 1))
                .map(Secret::token)
                .contains("before");
        server.execute(
                "ALTER TABLE changing DROP COLUMN token, ADD COLUMN more INT, ADD COLUMN token VARCHAR(30)",
                "UPDATE changing SET token = 'after'");
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(HandlerSocketException.class)
                .untilAsserted(() -> assertThat(operations.find(Secret.class, "changing", 1))
                        .map(Secret::token)
                        .contains("after"));
        assertThat(operations
                        .async()
                        .find(Secret.class, "changing", 1)
                        .toCompletableFuture()
                        .join())
                .map(Secret::token)
                .contains("after");
    }

    @Test
    void namesThePropertyThatIsNoColumn() {
        assertThatThrownBy(() -> operations.find(Misfit.class, "entry", 7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("colour");
    }

    @Test
    void readsListedTablesButNoOthers() {
        assertThat(operations.find(Secret.class, "listed", 1))
                .map(Secret::token)
                .contains("shown");
        assertThatThrownBy(() -> operations.find(Secret.class, "vault", 1))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("handlersocket.tables");
        HandlerSocketClient client = context.getBean(HandlerSocketClient.class);
        assertThatThrownBy(() -> client.index("vault")).isInstanceOf(RefusedException.class);
        assertThat(client.index("entry").isOpen()).isTrue();
    }
}
