// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.spring.autoconfigure.HandlerSocketProperties;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the configuration metadata, which editors show, with docs/reference/properties.md. */
class PropertiesIT {

    private static final Pattern ROW = Pattern.compile(
            "^\\| `((?:handlersocket|management)\\.[a-z.-]+)` \\| (.+?) \\| (.+) \\|$", Pattern.MULTILINE);

    @Test
    void everyPropertySaysWhatItDoesAndInWhichUnit() throws Exception {
        for (Map<?, ?> property : properties("handlersocket.")) {
            String type = String.valueOf(property.get("type"));
            String description = String.valueOf(property.get("description"));
            assertThat(description).as("%s", property.get("name")).matches("[A-Za-z].{15,}");
            if (type.equals("java.time.Duration")) {
                assertThat(description).contains("in milliseconds unless a unit is given");
                assertThat(String.valueOf(property.get("defaultValue"))).matches("\\d+(ms|s|m)");
            }
            if (type.equals("java.lang.Boolean")) {
                assertThat(description).startsWith("whether ");
            }
            if (property.get("defaultValue") == null && !type.contains("List")) {
                assertThat(description).contains("by default");
            }
        }
    }

    @Test
    void thePageHasEveryPropertyWithItsDefaultAndNoOther() throws Exception {
        Map<String, String> documented = new LinkedHashMap<>();
        Matcher row = ROW.matcher(Files.readString(Path.of("../docs/reference/properties.md")));
        while (row.find()) {
            assertThat(row.group(3)).as(row.group(1)).hasSizeGreaterThan(15);
            documented.put(row.group(1), row.group(2));
        }

        List<Map<?, ?>> properties = properties("");

        assertThat(documented.keySet())
                .containsExactlyInAnyOrderElementsOf(properties.stream()
                        .map(property -> String.valueOf(property.get("name")))
                        .toList());
        for (Map<?, ?> property : properties) {
            Object value = property.get("defaultValue");
            if (value == null) {
                assertThat(documented.get(property.get("name"))).as("in words").doesNotStartWith("`");
            } else {
                String written = String.valueOf(value).replace('_', '-'); // Spring Boot's own are named as the enum is
                assertThat(documented).containsEntry(String.valueOf(property.get("name")), '`' + written + '`');
            }
        }
    }

    /** Editors and Spring Boot's properties migrator say so to an application that still sets one of these. */
    @Test
    void aPropertyThatIsGoneSaysWhatReplacesIt() throws Exception {
        List<String> known = properties("").stream()
                .map(property -> String.valueOf(property.get("name")))
                .toList();
        List<Map<?, ?>> gone = ConfiguredProperties.all(HandlerSocketProperties.class).stream()
                .filter(ConfiguredProperties::isGone)
                .toList();

        assertThat(gone).hasSize(10);
        for (Map<?, ?> property : gone) {
            Map<?, ?> deprecation = (Map<?, ?>) Objects.requireNonNull(property.get("deprecation"));
            assertThat(known).doesNotContain(String.valueOf(property.get("name")));
            assertThat(property.get("type")).isNotNull();
            if (deprecation.get("replacement") == null) {
                assertThat(String.valueOf(deprecation.get("reason"))).matches("[A-Za-z].{15,}\\.");
            } else {
                assertThat(known).contains(String.valueOf(deprecation.get("replacement")));
            }
        }
    }

    private static List<Map<?, ?>> properties(String prefix) throws IOException, URISyntaxException {
        List<Map<?, ?>> properties = ConfiguredProperties.of(HandlerSocketProperties.class).stream()
                .filter(property -> String.valueOf(property.get("name")).startsWith(prefix))
                .toList();
        assertThat(properties).hasSizeGreaterThan(15);
        return properties;
    }
}
