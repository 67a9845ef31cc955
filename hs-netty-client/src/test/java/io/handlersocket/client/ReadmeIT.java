// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Runs the snippets of the README, and compares the tables in docs/ with the API. */
class ReadmeIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @Test
    void theClientsSnippetsRun() throws IOException {
        DB.execute(
                "CREATE DATABASE IF NOT EXISTS game",
                "CREATE OR REPLACE TABLE game.player (id INT UNSIGNED PRIMARY KEY, name VARCHAR(50) NOT NULL,"
                        + " level INT NOT NULL, KEY k_level (level))",
                "INSERT INTO game.player SELECT seq, CONCAT('Player ', seq), seq FROM seq_1_to_200",
                "GRANT ALL ON game.* TO '" + DB.getUsername() + "'@'%'",
                "CREATE OR REPLACE TABLE test.player LIKE game.player",
                "INSERT INTO test.player SELECT * FROM game.player");
        assertThat(Patience.answer(() -> best(DB.dataSource()))).hasSize(10);
        assertSnippetsAreHere(Files.readString(Path.of("README.md")));
    }

    /** Clients with the default limits do not wait for a machine that stands still. */
    private static List<Row> best(DataSource dataSource) {
        HandlerSocketClient client =
                HandlerSocketClient.builder().dataSource(dataSource).build();

        Index players = client.index("player");
        Optional<Row> row = players.find(42);
        String name = row.map(r -> r.get("name", String.class)).orElse("nobody");

        CompletionStage<String> greeting = players.findAsync(42)
                .thenApply(
                        found -> found.map(r -> "Hello, " + r.getString("name")).orElse("Who?"));

        List<Optional<Row>> three = players.findAll(List.of(1, 2, 3));

        Index byLevel = client.index(new IndexSpec(new TableName("game", "player"), "k_level", List.of("id", "name")));
        List<Row> best = byLevel.range(Range.all(Comparison.LESS, 100).limit(10));

        assertThat(name).isEqualTo("Player 42");
        assertThat(greeting.toCompletableFuture().join()).isEqualTo("Hello, Player 42");
        assertThat(three).allMatch(Optional::isPresent);
        assertThat(best.get(0).intAt(0)).isEqualTo(99);
        client.close();
        return best;
    }

    private static void assertSnippetsAreHere(String section) throws IOException {
        String source = squeezed(Files.readString(
                Path.of("src/test/java", ReadmeIT.class.getName().replace('.', '/') + ".java")));
        Matcher snippet = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(section);
        int snippets = 0;
        while (snippet.find()) {
            snippets++;
            assertThat(source).contains(squeezed(snippet.group(1)));
        }
        assertThat(snippets).isGreaterThanOrEqualTo(2);
    }

    @Test
    void everyOptionAndEveryEventIsInTheModulesDocs() throws IOException {
        String page = Files.readString(Path.of("docs", "options.md"));
        String options = page.substring(page.indexOf("## Options"), page.indexOf("## As a URI"));
        page = Files.readString(Path.of("docs", "observing.md"));
        String events = page.substring(page.indexOf("## What a listener"), page.indexOf("## Java Flight Recorder"));
        assertThat(names(options)).containsExactlyInAnyOrderElementsOf(methods(HandlerSocketClientBuilder.class));
        assertThat(names(events)).containsExactlyInAnyOrderElementsOf(methods(ClientListener.class));
    }

    private static List<String> names(String table) {
        return Pattern.compile("^\\| (`.*?) \\|", Pattern.MULTILINE)
                .matcher(table)
                .results()
                .flatMap(row -> Arrays.stream(row.group(1).replace("`", "").split(", ", -1)))
                .toList();
    }

    private static List<String> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getDeclaringClass() == type)
                .map(Method::getName)
                .filter(name -> !List.of("build", "settings", "toString").contains(name))
                .distinct() // overloads
                .toList();
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
