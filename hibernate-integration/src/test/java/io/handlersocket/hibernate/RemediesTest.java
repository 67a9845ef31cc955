// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.JdbcReason.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The remedies fit the reasons of the documentation, so that neither can change alone. */
class RemediesTest {

    private static final Path PAGE = Path.of("../docs/reference/reasons.md");

    @Test
    void eachKindHasTheRemedyOfThePage() throws IOException {
        String page = Files.readString(PAGE);
        for (Kind kind : Kind.values()) {
            assertThat(page).contains("| `" + kind + "` | " + Remedies.of(kind) + " |");
            assertThat(new JdbcReason(kind, "a reason of no pattern").advice()).isEqualTo(Remedies.of(kind));
        }
    }

    @Test
    void eachTextIsInTheSectionOfItsKind() throws IOException {
        Map<String, String> sections = Arrays.stream(Files.readString(PAGE).split("(?m)^## ", -1))
                .collect(Collectors.toMap(
                        section -> section.lines().findFirst().orElse("").replace("`", ""), text -> text));
        for (ReasonCode code : ReasonCode.values()) {
            String shown = code.text().replace("{}", "…");
            assertThat(sections.get(code.kind().name())).as(code.name()).contains(shown);
            String remedy = code.remedy();
            if (remedy != null) {
                assertThat(remedy).as(code.name()).endsWith(".");
            }
        }
    }

    @Test
    void eachPatternIsOfAReasonOfThePage() throws IOException {
        List<String> texts = Pattern.compile("`([^`]+)`")
                .matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult text) -> text.group(1))
                .toList();
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
        assertThat(JdbcReason.of(ReasonCode.NO_INDEX, "player", "name, level").advice())
                .isEqualTo("Create the index: ALTER TABLE `player` ADD INDEX (`name`, `level`).");
        assertThat(JdbcReason.of(ReasonCode.NO_INDEX, "`Release`", "Key").advice())
                .isEqualTo("Create the index: ALTER TABLE `Release` ADD INDEX (`Key`).");
        assertThat(new JdbcReason(Kind.TABLE, "a range of column changed, which is timestamp").advice())
                .isEqualTo("Nothing: let SQL answer.");
        assertThat(new JdbcReason(Kind.STATEMENT, "a result of type Page").advice())
                .contains("List or Slice");
    }

    @Test
    void aTextHasItsArgumentsAndItsAttribute() {
        JdbcReason reason = JdbcReason.of(ReasonCode.RANGES_OF_TWO_COLUMNS, "a{}", "b");
        assertThat(reason.text()).isEqualTo("ranges of two columns, a{} and b");
        assertThat(reason.named("Player.a").text()).isEqualTo("Player.a: ranges of two columns, a{} and b");
        assertThat(reason.named("Player.a").advice()).isEqualTo(reason.advice());
    }
}
