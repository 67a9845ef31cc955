// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

/** The README has the properties that editors show. */
class ReadmeTest {

    @Test
    void everyPropertyIsInTheReadme() throws IOException {
        List<String> documented = Pattern.compile("^\\| `(handlersocket\\.[a-z.-]+)` \\|", Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("README.md")))
                .results()
                .map(row -> row.group(1))
                .toList();
        Map<String, Object> metadata = JsonParserFactory.getJsonParser()
                .parseMap(Files.readString(Path.of("target/classes/META-INF/spring-configuration-metadata.json")));
        List<String> properties = ((List<?>) metadata.getOrDefault("properties", List.of()))
                .stream()
                        .map(property -> String.valueOf(((Map<?, ?>) property).get("name")))
                        .toList();
        assertThat(documented).hasSize(3).containsExactlyInAnyOrderElementsOf(properties);
    }
}
