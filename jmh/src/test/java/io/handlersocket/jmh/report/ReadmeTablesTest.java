// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadmeTablesTest {

    @TempDir
    Path folder;

    /** After a new run: {@code java -jar jmh/target/benchmarks.jar tables} in the project's folder. */
    @ParameterizedTest
    @ValueSource(strings = {"../README.md", "README.md"})
    void theTablesAreThoseOfTheCommittedResults(String readme) throws IOException {
        Path file = Path.of(readme).toAbsolutePath().normalize();

        assertThat(file).hasContent(ReadmeTables.rewritten(file, Path.of("results")));
    }

    @Test
    void aFigureComesFromTheFirstFileThatHasIt() throws IOException {
        results("b.json", "hibernate_find_vs_tuned", 2.04);
        results("a.json", "hibernate_find_vs_tuned", 9.0);
        results("c.json", "axis_small_buffer_pool", 0.851);

        String comment = "<!-- figures of b.json,\na.json, c.json -->\n";
        assertThat(rewritten("before\n" + comment + "old\n<!-- /figures -->\nafter\n"))
                .startsWith("before\n" + comment + "| read |")
                .contains("| Hibernate `find` in a transaction | not measured | 2.0× |\n")
                .contains("| **slower:** data larger than the buffer pool | | 0.85× |\n")
                .doesNotContain("old", "findById")
                .endsWith("<!-- /figures -->\nafter\n");
    }

    @Test
    void aVoidFigureIsNotSaid() throws IOException {
        results("a.json", "hibernate_find_vs_tuned", 2.04, "range 30 %");

        assertThat(rewritten("<!-- figures of a.json -->\n<!-- /figures -->")).doesNotContain("2.0");
    }

    @Test
    void aFigureThatRoundsToOneIsNotCalledSlower() throws IOException {
        results("a.json", "hibernate_fallback_vs_without", 0.96);

        assertThat(rewritten("<!-- figures of a.json -->\n<!-- /figures -->"))
                .contains("| a statement that HandlerSocket cannot answer | | 1.0× |\n");
    }

    @Test
    void figuresOfOneKindAreARange() throws IOException {
        results("a.json", "tracker_create_innodb_1", 0.87);
        results("b.json", "tracker_create_innodb_2", 1.12);
        results("c.json", "tracker_create_rocksdb_2", 3.0, "range 30 %");

        assertThat(rewritten("<!-- figures of a.json, b.json, c.json -->\n<!-- /figures -->"))
                .contains("| transactions that only write | | 0.9 to 1.1× |\n");
    }

    @Test
    void aPointOfGrowthIsARow() throws IOException {
        Files.writeString(folder.resolve("a.json"), """
                {"date": "2026-01-01", "machine": {"cpu": "c", "cores": 2}, "layers": [{"series": [], "figures": [
                  {"key": "growth_far_keys_10_always", "value": 0.8, "spread": 0.1, "reason": ""},
                  {"key": "growth_far_keys_10_adaptive", "value": 1.0, "spread": 0.1, "reason": ""},
                  {"key": "growth_far_keys_10_adaptive_share", "value": 0.021, "spread": 0, "reason": ""}]}]}
                """);

        assertThat(rewritten(
                        "<!-- figures of a.json -->\n<!-- /figures -->\n<!-- growth of a.json -->\n<!-- /growth -->"))
                .endsWith("|---|---|---|---|\n| far keys 10 | 0.80× | 1.0× | 2 % |\n<!-- /growth -->");
    }

    @Test
    void aReadmeWithoutATableIsAnError() {
        assertThatThrownBy(() -> rewritten("no table"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no table of figures");
    }

    private String rewritten(String text) throws IOException {
        Path readme = folder.resolve("README.md");
        Files.writeString(readme, text);
        return ReadmeTables.rewritten(readme, folder);
    }

    private void results(String file, String key, double value) throws IOException {
        results(file, key, value, "");
    }

    private void results(String file, String key, double value, String reason) throws IOException {
        Files.writeString(folder.resolve(file), """
                {"date": "2026-01-01", "machine": {"cpu": "c", "cores": 2}, "layers": [{"series": [], "figures": [
                  {"key": "%s", "arm": "a", "base": "b", "value": %s, "spread": 0.1, "reason": "%s"}]}]}
                """.formatted(key, value, reason));
    }
}
