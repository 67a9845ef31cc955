// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.json.JsonParserFactory;

/** The metadata of a module's properties, which editors show. */
public final class ConfiguredProperties {

    private static final Pattern ROW = Pattern.compile("^\\| `(handlersocket\\.[a-z.-]+)` \\|", Pattern.MULTILINE);

    private ConfiguredProperties() {}

    /** Returns each property of the module that this class is of, except those that are gone. */
    public static List<Map<?, ?>> of(Class<?> type) throws IOException, URISyntaxException {
        return all(type).stream().filter(property -> !isGone(property)).toList();
    }

    /** Returns whether Spring Boot no longer binds this property. */
    static boolean isGone(Map<?, ?> property) {
        return property.get("deprecation") instanceof Map<?, ?> deprecation && "error".equals(deprecation.get("level"));
    }

    /** Returns these properties, and those that are gone, with what replaces them. */
    static List<Map<?, ?>> all(Class<?> type) throws IOException, URISyntaxException {
        URI classes = type.getProtectionDomain().getCodeSource().getLocation().toURI();
        Path metadata = Path.of(classes).resolve("META-INF/spring-configuration-metadata.json");
        List<Map<?, ?>> properties = new ArrayList<>();
        for (Object property : (List<?>) JsonParserFactory.getJsonParser()
                .parseMap(Files.readString(metadata))
                .getOrDefault("properties", List.of())) {
            properties.add((Map<?, ?>) property);
        }
        return properties;
    }

    /** Asserts that the module's README has a row for each of so many properties, and for no other. */
    public static void assertInReadme(Class<?> type, int properties) throws IOException, URISyntaxException {
        List<String> documented = ROW.matcher(Files.readString(Path.of("README.md")))
                .results()
                .map(row -> row.group(1))
                .toList();
        assertThat(documented)
                .hasSize(properties)
                .containsExactlyInAnyOrderElementsOf(of(type).stream()
                        .map(property -> String.valueOf(property.get("name")))
                        .toList());
    }
}
