// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Key;
import io.handlersocket.client.Patience;
import io.handlersocket.client.ServerLock;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Runs the snippets of the README, and compares its table of options with the API. */
class ReadmeIT {

    private static final HandlerSocketMariaDB DB = WritableServer.shared();

    @Test
    void theSnippetsRun() throws IOException {
        DB.execute("CREATE DATABASE IF NOT EXISTS game", "GRANT ALL ON game.* TO '" + DB.getUsername() + "'@'%'");
        Patience.answer(() -> {
            points(DB.dataSource());
            return true;
        });
        String source = squeezed(Files.readString(
                Path.of("src/test/java", ReadmeIT.class.getName().replace('.', '/') + ".java")));
        Matcher snippet = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(page());
        int snippets = 0;
        while (snippet.find()) {
            snippets++;
            assertThat(source).contains(squeezed(snippet.group(1)));
        }
        assertThat(snippets).isEqualTo(2);
    }

    /** A write with the default timeout does not wait for a machine that stands still. */
    private static void points(DataSource dataSource) {
        DB.execute("CREATE OR REPLACE TABLE game.score (player_id INT PRIMARY KEY, points BIGINT NOT NULL)");
        long before = 0;
        HandlerSocketClient client =
                HandlerSocketClient.builder().dataSource(dataSource).build();
        HandlerSocketWrites writes = HandlerSocketWrites.of(client, WriteOptions.DEFAULTS);

        WriteIndex scores = writes.index(new TableName("game", "score"));
        scores.write(Write.insert(Map.of("player_id", 42, "points", 100))).orThrow();
        WriteResult result =
                scores.write(Write.increment(Key.of(42), "points", 10).returningOldRow());
        if (result instanceof WriteResult.Applied applied) {
            before = applied.oldRow().map(row -> row.getLong("points")).orElseThrow();
        } else if (result instanceof WriteResult.Unknown) {
            // Read the row to find out whether the server has applied the write, or will.
        }
        client.close();
        result.orThrow();
        assertThat(before).isEqualTo(100);

        try (ServerLock fence = HandlerSocketWrites.fence(dataSource, Duration.ofSeconds(1))) {
            closeTheBooks();
        }
    }

    private static void closeTheBooks() {}

    @Test
    void everyOptionIsInTheTable() throws IOException {
        String page = page();
        assertThat(Pattern.compile("^\\| `(.*?)` \\|", Pattern.MULTILINE)
                        .matcher(page.substring(page.indexOf("| option of `WriteOptions` |")))
                        .results()
                        .map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(WriteOptions.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList());
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("README.md"));
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
