// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/reference/api.md has each public package of the published modules, with types that exist. */
class ApiPageTest {

    private static final Map<String, String> MODULES = Map.of(
            "handlersocket-advisor", "extensions/advisor",
            "handlersocket-client", "hs-netty-client",
            "handlersocket-replicas", "extensions/replicas",
            "handlersocket-hibernate", "hibernate-integration",
            "handlersocket-shadow", "extensions/shadow",
            "handlersocket-spring-boot-starter", "spring-boot-starter",
            "handlersocket-testkit", "testkit",
            "handlersocket-writes", "extensions/writes");

    private static final Page PAGE = Page.of("reference/api.md");

    @Test
    void thePageHasEveryPublicPackage() throws IOException {
        TreeSet<String> packages = new TreeSet<>();
        for (String module : MODULES.values()) {
            Path sources = Path.of("..", module, "src", "main", "java");
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.endsWith("package-info.java"))
                        .map(file -> sources.relativize(Objects.requireNonNull(file.getParent())))
                        .map(folder -> folder.toString().replace('\\', '/').replace('/', '.'))
                        .filter(name -> !name.contains(".internal"))
                        .forEach(packages::add);
            }
        }
        assertThat(PAGE.rows()).extracting(row -> Page.code(row.get(0))).containsExactlyElementsOf(packages);
    }

    @Test
    void eachTypeIsInItsPackageAndArtifact() {
        for (List<String> row : PAGE.rows()) {
            String module = Objects.requireNonNull(MODULES.get(Page.code(row.get(1))), row.get(1));
            Path folder = Path.of("..", module, "src", "main", "java")
                    .resolve(Page.code(row.get(0)).replace('.', '/'));
            assertThat(folder).isDirectory();
            Arrays.stream(row.get(3).split(", ", -1))
                    .filter(type -> !type.isBlank())
                    .forEach(type -> assertThat(folder.resolve(Page.code(type) + ".java"))
                            .exists());
        }
    }
}
