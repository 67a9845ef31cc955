// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.replicas.autoconfigure.ReplicasProperties;
import io.handlersocket.spring.readme.ConfiguredProperties;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The README shows code that compiles, and each option. */
class ReadmeTest {

    private static final Path SOURCE =
            Path.of("src/test/java", ReadmeTest.class.getName().replace('.', '/') + ".java");

    static HandlerSocketClientBuilder server(String name, DataSource dataSource) {
        return HandlerSocketClient.builder().name(name).dataSource(dataSource);
    }

    static Replicas connect(DataSource primary, DataSource second) {
        return Replicas.builder(server("db1", primary))
                .replica("db2", server("db2", second))
                .build();
    }

    @Test
    void theSnippetIsHere() throws IOException {
        List<String> snippets = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("README.md")))
                .results()
                .map(snippet -> squeezed(snippet.group(1)))
                .toList();
        assertThat(snippets).hasSize(1);
        assertThat(squeezed(Files.readString(SOURCE))).contains(snippets);
    }

    @Test
    void everyPropertyIsInTheReadme() throws Exception {
        ConfiguredProperties.assertInReadme(ReplicasProperties.class, 5);
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void everyOptionIsInTheReadme() throws IOException {
        String page = Files.readString(Path.of("README.md"));
        List<String> options = Pattern.compile("^\\| `(\\w+)` \\|", Pattern.MULTILINE)
                .matcher(page.substring(page.indexOf("## Options")))
                .results()
                .map(row -> row.group(1))
                .toList();
        List<String> methods = Arrays.stream(ReplicasBuilder.class.getMethods())
                .filter(method -> method.getDeclaringClass() == ReplicasBuilder.class)
                .map(Method::getName)
                .filter(name -> !name.equals("build"))
                .toList();
        assertThat(options).containsExactlyInAnyOrderElementsOf(methods);
    }
}
