// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.JdbcReason.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The remedies fit the reasons of the documentation, so that neither can change alone. */
class RemediesTest {

    @Test
    void eachKindHasTheRemedyOfThePage() throws IOException {
        String page = Files.readString(Path.of("../docs/reference/reasons.md"));
        for (Kind kind : Kind.values()) {
            assertThat(page).contains("| `" + kind + "` | " + Remedies.of(kind) + " |");
            assertThat(new JdbcReason(kind, "a reason of no pattern").advice()).isEqualTo(Remedies.of(kind));
        }
    }

    @Test
    void eachRemedyIsOfAReasonOfThePage() throws IOException {
        String page = Files.readString(Path.of("../docs/reference/reasons.md"));
        List<String> texts = Pattern.compile("`([^`]+)`")
                .matcher(page)
                .results()
                .map((MatchResult text) -> text.group(1))
                .toList();
        assertThat(Remedies.single()).hasSizeGreaterThan(25);
        for (List<String> remedy : Remedies.single()) {
            Pattern reason = Pattern.compile(remedy.get(1));
            assertThat(texts)
                    .as("%s", remedy)
                    .anyMatch(text -> reason.matcher(text).find());
            assertThat(remedy.get(2)).endsWith(".");
        }
    }

    @Test
    void namesTheIndexThatHelps() {
        assertThat(new JdbcReason(Kind.TABLE, "no index of player starts with (name, level)").advice())
                .isEqualTo("Create the index: ALTER TABLE `player` ADD INDEX (`name`, `level`).");
        assertThat(new JdbcReason(Kind.TABLE, "no index of `Release` starts with (Key)").advice())
                .isEqualTo("Create the index: ALTER TABLE `Release` ADD INDEX (`Key`).");
        assertThat(new JdbcReason(Kind.TABLE, "a range of column changed, which is timestamp").advice())
                .isEqualTo("Nothing: let SQL answer.");
        assertThat(new JdbcReason(Kind.TABLE, "a count of rows without a unique key, which SQL counts faster").advice())
                .isEqualTo("Nothing: SQL counts faster.");
    }
}
