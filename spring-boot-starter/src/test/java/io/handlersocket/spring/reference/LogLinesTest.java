// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/reference/log-lines.md has each line that the modules log at INFO or above, and no other. */
class LogLinesTest {

    private static final Pattern CALL = Pattern.compile("\\b(?:LOG|log|LOGGER|logger)\\s*\\."
            + "\\s*(info|warn|error|fatal|atInfo|atWarn|atError|atLevel)[a-z]?\\(");

    /** A format that shows nothing but the text of something else. */
    private static final Pattern EMPTY = Pattern.compile("[…: ]*(HandlerSocket: …)?");

    /** Lines whose text comes from elsewhere: the class that logs them, and how the lines of the page begin. */
    private static final Map<String, List<String>> BUILT = Map.of(
            "ServerWarnings", List.of("…: HandlerSocket has no secret (", "…: By its version, the server ("),
            "Preparation", List.of("HandlerSocket: … of … entities can be loaded by id over HandlerSocket"),
            "LoadSummary",
                    List.of("HandlerSocket: … of … loads by Hibernate ", "HandlerSocket: shadow mode compared "));

    /** How the part of a WARN before its remedy says what happens meanwhile. */
    private static final Pattern EFFECT =
            Pattern.compile("\\b(JDBC|JPA|SQL answers|SQL sorts|fails?|waits?|crash(es)?|miss"
                    + "|lost|sees|can (read|write) every|goes? on|continues|go on|are (closed|counted)|still use|is taken|proves no"
                    + "|may refuse|are not affected)\\b");

    /** How the last sentence of a WARN begins: with what to do. */
    private static final Pattern REMEDY =
            Pattern.compile("(Change|Check|Create|Keep|Kill|Make sure|Mark|Put|Read|Remove"
                    + "|Repair|Report|Set|Start no|Upgrade|Use)\\b.*");

    private static final Page PAGE = Page.of("reference/log-lines.md");

    @Test
    void thePageHasEveryLineWithItsLevel() {
        List<String> missing = new ArrayList<>();
        int calls = 0;
        for (JavaSource source : sources()) {
            for (String statement : source.statements()) {
                Matcher call = CALL.matcher(statement);
                if (!call.find()) {
                    continue;
                }
                calls++;
                String level = level(call.group(1));
                String text = format(statement.substring(call.end()));
                List<String> lines =
                        EMPTY.matcher(text).matches() ? BUILT.getOrDefault(source.name(), List.of("?")) : List.of(text);
                for (String line : lines) {
                    // A WARN is there to its end, because the test below reads its remedy.
                    boolean whole = level.equals("WARN") && line.equals(text);
                    boolean known = PAGE.rows().stream()
                            .filter(row -> row.get(1).contains(level))
                            .map(row -> Page.code(row.get(0)))
                            .anyMatch(shown -> whole ? shown.equals(line) : shown.startsWith(line));
                    if (!known) {
                        missing.add(source.name() + ": " + level + ' ' + line);
                    }
                }
            }
        }
        assertThat(calls).isGreaterThan(35);
        assertThat(missing).isEmpty();
    }

    @Test
    void eachWarnNamesItsEffectAndThenItsRemedy() {
        List<List<String>> warnings =
                PAGE.rows().stream().filter(row -> row.get(1).contains("WARN")).toList();
        assertThat(warnings).hasSizeGreaterThan(25).allSatisfy(row -> {
            String line = Page.code(row.get(0));
            List<String> sentences = List.of(line.split("\\. "));
            String remedy = sentences.get(sentences.size() - 1);
            assertThat(line.substring(0, line.length() - remedy.length()))
                    .as(line)
                    .containsPattern(EFFECT);
            // The one line whose remedy depends on its reason: StatusBoardTest has each.
            assertThat(remedy)
                    .as(line)
                    .matches(line.contains(": no lookups over HandlerSocket") ? "…" : REMEDY.pattern());
        });
    }

    @Test
    void noLineOfThePageIsGone() {
        Set<String> logged = new TreeSet<>();
        BUILT.values().forEach(logged::addAll);
        for (JavaSource source : sources()) {
            for (String statement : source.statements()) {
                Matcher call = CALL.matcher(statement);
                if (call.find()) {
                    logged.add(format(statement.substring(call.end())));
                }
            }
        }
        logged.removeIf(text -> EMPTY.matcher(text).matches());
        assertThat(PAGE.rows()).isNotEmpty().allSatisfy(row -> {
            assertThat(logged)
                    .as(row.get(0))
                    .anyMatch(text -> Page.code(row.get(0)).startsWith(text));
            assertThat(row).hasSize(3).allSatisfy(cell -> assertThat(cell).isNotBlank());
        });
    }

    private static String level(String method) {
        // A level that is chosen at run time may be any.
        return method.equals("atLevel") ? "" : method.replace("at", "").toUpperCase(Locale.ROOT);
    }

    private static String format(String arguments) {
        List<String> literals = JavaSource.literals(arguments);
        return literals.isEmpty() ? "" : literals.get(0).replace("{}", "…");
    }

    private static List<JavaSource> sources() {
        List<JavaSource> sources = new ArrayList<>(JavaSource.ofClient(""));
        sources.addAll(JavaSource.ofHibernate(""));
        sources.addAll(JavaSource.ofStarter(""));
        sources.addAll(JavaSource.ofExtensions());
        return sources;
    }
}
