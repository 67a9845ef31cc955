// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;
import org.yaml.snakeyaml.Yaml;

/**
 * Holds the snippets of the pages in docs/ against code that tests compile and run, and their properties against the
 * metadata of the configuration.
 */
class PagesTest {

    private static final Path PAGES = Path.of("..", "docs");

    /** Tests of this module, where those of the tutorial run its service, and of the extensions. */
    private static final List<Path> TESTS = List.of(Path.of("src/test/java"), Path.of("..", "extensions"));

    @Test
    void everyJavaSnippetIsPartOfATest() throws IOException {
        List<String> sources = new ArrayList<>();
        for (Path tests : TESTS) {
            for (Path file : files(tests, ".java")) {
                sources.add(squeezed(Files.readString(file)));
            }
        }
        int snippets = 0;
        for (Path page : files(PAGES, ".md")) {
            for (String snippet : blocks(page, "java")) {
                snippets++;
                List<String> imports = snippet.lines()
                        .filter(line -> line.startsWith("import "))
                        .map(PagesTest::squeezed)
                        .toList();
                String code = squeezed(snippet.lines()
                        .filter(line -> !line.startsWith("import "))
                        .collect(Collectors.joining()));
                assertThat(sources)
                        .as("%s: %s", page, snippet)
                        .anyMatch(source ->
                                source.contains(code) && imports.stream().allMatch(source::contains));
            }
        }
        assertThat(snippets).isGreaterThanOrEqualTo(8);
    }

    @Test
    void everyPropertyExists() throws IOException {
        Set<String> known = known();
        int properties = 0;
        for (Path page : files(PAGES, ".md")) {
            for (String block : blocks(page, "properties")) {
                for (String line :
                        block.lines().filter(line -> line.contains("=")).toList()) {
                    properties++;
                    assertThat(isKnown(line.substring(0, line.indexOf('=')).strip(), known))
                            .as("%s: %s", page, line)
                            .isTrue();
                }
            }
        }
        assertThat(properties).isGreaterThanOrEqualTo(10);
    }

    /** Spring Boot reads HANDLERSOCKET_STARTUPTIMEOUT as handlersocket.startup-timeout. */
    @Test
    void everyEnvironmentVariableOfAManifestIsAProperty() throws IOException {
        Set<String> known = known().stream()
                .map(name -> name.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT))
                .collect(Collectors.toSet());
        List<String> variables = new ArrayList<>();
        for (Path page : files(PAGES, ".md")) {
            for (String block : blocks(page, "yaml")) {
                for (Object document : new Yaml().loadAll(block)) {
                    collectVariables(document, variables);
                }
            }
        }
        assertThat(variables)
                .hasSizeGreaterThan(2)
                .allSatisfy(variable -> assertThat(known).contains(variable));
    }

    private static void collectVariables(Object node, List<String> variables) {
        if (node instanceof Map<?, ?> map) {
            if (map.get("env") instanceof List<?> env) {
                env.forEach(entry -> variables.add(String.valueOf(((Map<?, ?>) entry).get("name"))));
            }
            map.values().forEach(value -> collectVariables(value, variables));
        } else if (node instanceof List<?> list) {
            list.forEach(value -> collectVariables(value, variables));
        }
    }

    /** Properties of Spring Boot by the metadata in its jars; our own by their page, which PropertiesIT compares with ours. */
    private static Set<String> known() throws IOException {
        Set<String> known = new HashSet<>();
        for (URL metadata : Collections.list(
                PagesTest.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream json = metadata.openStream()) {
                Map<String, Object> content = JsonParserFactory.getJsonParser()
                        .parseMap(new String(json.readAllBytes(), StandardCharsets.UTF_8));
                for (Object property : (List<?>) content.getOrDefault("properties", List.of())) {
                    Map<?, ?> described = (Map<?, ?>) property;
                    if (ConfiguredProperties.isGone(described)) {
                        continue;
                    }
                    String type = String.valueOf(described.get("type"));
                    boolean open = type.startsWith("java.util.Map") || type.equals("java.util.Properties");
                    known.add(described.get("name") + (open ? ".*" : ""));
                }
            }
        }
        known.removeIf(name -> name.startsWith("handlersocket."));
        List<Path> lists = new ArrayList<>(files(Path.of("..", "extensions"), "README.md"));
        lists.add(PAGES.resolve("reference").resolve("properties.md"));
        for (Path list : lists) {
            Matcher row = Pattern.compile("^\\| `(handlersocket\\.[a-z.-]+)` \\|", Pattern.MULTILINE)
                    .matcher(Files.readString(list));
            while (row.find()) {
                known.add(row.group(1));
            }
        }
        return known;
    }

    private static boolean isKnown(String name, Set<String> known) {
        return known.contains(name.replaceFirst("\\[\\d+].*", "")) // the properties of a list's elements
                || known.stream()
                        .filter(each -> each.endsWith(".*"))
                        .anyMatch(each -> name.startsWith(each.substring(0, each.length() - 1)));
    }

    private static List<String> blocks(Path page, String language) throws IOException {
        return Pattern.compile("^ *```" + language + "\n(.*?)^ *```", Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(Files.readString(page))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
