// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** What the READMEs show is what this package does, and every property is documented. */
class ReadmeIT {

    private static final Path HERE = Path.of("src/test/java/io/handlersocket/spring/readme");

    @Test
    void theAnnotatedRepositoryReadsOverHandlerSocketWithoutAnyConfiguration() {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        PlayerApplication.createTable(server);
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(ReadmeApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + server.getJdbcUrl(),
                        "spring.datasource.username=" + server.getUsername(),
                        "spring.datasource.password=" + server.getPassword(),
                        "spring.jpa.hibernate.ddl-auto=none")
                .run()) {
            PlayerRepository players = context.getBean(PlayerRepository.class);
            await().untilAsserted(() -> {
                long before = server.globalStatus("Handlersocket_hs_table_lock");
                assertThat(players.findById(42L))
                        .hasValueSatisfying(
                                player -> assertThat(player.getName()).isEqualTo("Zoë 42"));
                assertThat(server.globalStatus("Handlersocket_hs_table_lock")).isGreaterThan(before);
            });
        }
    }

    @Test
    void everySnippetIsInThisPackage() throws IOException {
        String source = squeezed(Files.readString(HERE.resolve("PlayerRepository.java")));
        List<String> snippets = new ArrayList<>(snippets(Files.readString(Path.of("README.md"))));
        String root = Files.readString(Path.of("..", "README.md"));
        snippets.addAll(snippets(root.substring(0, root.indexOf("## Use the client alone"))));

        assertThat(snippets).hasSize(2).allSatisfy(snippet -> assertThat(source).contains(squeezed(snippet)));
    }

    @Test
    void everyPropertyIsInTheReadme() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String metadata = Files.readString(Path.of("target/classes/META-INF/spring-configuration-metadata.json"));
        String properties = metadata.substring(metadata.indexOf("\"properties\": ["));
        Matcher property =
                Pattern.compile("\"name\": \"(handlersocket\\.[a-z.-]+)\"").matcher(properties);
        List<String> names = new ArrayList<>();
        while (property.find()) {
            names.add(property.group(1));
            String entry = properties.substring(property.start(), properties.indexOf('}', property.start()));
            assertThat(entry).containsPattern("\"description\": \"[A-Za-z].{15,}\"");
        }

        assertThat(names)
                .hasSizeGreaterThan(8)
                .allSatisfy(name -> assertThat(readme).contains("| `" + name + "` |"));
    }

    private static List<String> snippets(String readme) {
        List<String> snippets = new ArrayList<>();
        Matcher snippet = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
        while (snippet.find()) {
            snippets.add(snippet.group(1));
        }
        return snippets;
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
