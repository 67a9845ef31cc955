// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.JdbcReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/reasons.md has each kind of reason, and in its section the texts that the sources build. Those with a
 * code are compared by {@code RemediesTest} of the Hibernate module.
 */
class ReasonsTest {

    private static final Pattern KIND = Pattern.compile(
            "LeftTo(?:Jdbc|Jpa)Exception\\s*\\.\\s*(statement|table|missingIndex|value|rows|tableChanged)\\("
                    + "|\\bKind\\s*\\.\\s*([A-Z_]+)\\b");

    private static final Set<String> KINDS =
            Arrays.stream(JdbcReason.Kind.values()).map(Enum::name).collect(Collectors.toSet());

    /** Statements that give no reason. */
    private static final Pattern OTHER =
            Pattern.compile("\\b(LOG|log)\\s*\\.|throw new (?!NotUsable|LeftTo)|new Illegal|Pattern\\s*\\.compile"
                    + "|\\.append\\(|\\.take\\(|\\.query\\(|\\.convert\\(|\\.split\\(|\\bknow\\(|@\\w+\\(");

    /** Literals that are no reason: SQL, patterns, lists of types, names of roles. */
    private static final Pattern NO_REASON = Pattern.compile(
            "[\\s(,]*(all of |is null|case when|then true|\\\\|Can be loaded|SELECT|select|SHOW|SET |COALESCE|CONCAT|AS |FROM |query on"
                    + "|order by|tinyint|DATABASE|BEGIN NOT|WITH |ahead AS|c FROM |TIMESTAMPDIFF).*"
                    + "|.*(float double|char varchar|double float|datetime timestamp|binary varbinary|e where|natural ids|named queries|SYSTEM_VARIABLES WHERE"
                    + "|'transaction_isolation').*");

    private static final Page PAGE = Page.of("reference/reasons.md");

    @Test
    void thePageHasASectionForEachKind() {
        Map<String, String> sections = PAGE.sections();
        for (JdbcReason.Kind kind : JdbcReason.Kind.values()) {
            assertThat(sections).containsKey(kind.name());
            assertThat(sections.get(kind.name()))
                    .as("the value of the tag")
                    .contains("reason=\"" + kind.name().toLowerCase(Locale.ROOT) + '"');
        }
        sections.keySet().stream()
                .filter(heading -> heading.matches("[A-Z_]+"))
                .forEach(heading -> assertThat(KINDS).contains(heading));
    }

    @Test
    void thePageHasEachText() {
        List<String> missing = new ArrayList<>();
        int texts = 0;
        for (JavaSource source : sources()) {
            for (String statement : source.statements()) {
                if (OTHER.matcher(statement).find()) {
                    continue;
                }
                Set<String> kinds = KIND.matcher(statement)
                        .results()
                        .map(ReasonsTest::kind)
                        .filter(KINDS::contains)
                        .collect(Collectors.toSet());
                String where = kinds.size() == 1 ? kinds.iterator().next() : "";
                for (String literal : JavaSource.literals(statement)) {
                    String text = literal.replaceAll("^[\\s,:;()'.+]+|[\\s,:;()'.+]+$", "");
                    boolean isSql = where.isEmpty() && text.equals(text.toUpperCase(Locale.ROOT));
                    boolean isWord = where.isEmpty() && !text.contains(" ");
                    if (text.isEmpty()
                            || isWord
                            || isSql
                            || NO_REASON.matcher(literal).matches()) {
                        continue;
                    }
                    texts++;
                    if (!PAGE.sections().getOrDefault(where, PAGE.text()).contains(text)) {
                        missing.add(source.name() + ' ' + where + ": " + text);
                    }
                }
            }
        }
        assertThat(texts).isGreaterThan(100);
        assertThat(missing).isEmpty();
    }

    private static String kind(MatchResult match) {
        if (match.group(2) != null) {
            return match.group(2);
        }
        String factory = Objects.requireNonNullElse(match.group(1), "statement");
        return switch (factory) {
            case "missingIndex" -> "TABLE";
            case "tableChanged" -> "TABLE_CHANGED";
            default -> factory.toUpperCase(Locale.ROOT);
        };
    }

    private static List<JavaSource> sources() {
        List<JavaSource> sources = new ArrayList<>(JavaSource.ofHibernate(
                "internal/connection",
                "internal/explain",
                "internal/gate",
                "internal/mapping",
                "internal/plan",
                "internal/planner",
                "internal/seam",
                "internal/session"));
        sources.addAll(JavaSource.ofStarter("internal/query", "internal/repository"));
        sources.addAll(JavaSource.ofReplicas("internal/hibernate"));
        sources.addAll(JavaSource.ofClient(
                "spi/Refusals.java",
                "internal/control/NotUsableException.java",
                "internal/control/guard/DdlGuard.java",
                "internal/control/index/SameServerProof.java",
                "internal/control/sql/Discovery.java",
                "internal/control/sql/TargetFinder.java",
                "internal/control/sql/WorkerSettings.java"));
        return sources;
    }
}
