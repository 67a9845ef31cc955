// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines of code that the README shows are lines of the files that it names. */
class ReadmeTest {

    private static final Path SOURCES =
            Path.of("src/main/java", Game.class.getPackageName().replace('.', '/'));

    @Test
    void showsLinesOfTheSources() throws Exception {
        List<String> code = code(Files.readString(Path.of("README.md")));
        assertThat(code).hasSizeGreaterThan(10);

        List<String> file = List.of();
        for (String line : code) {
            if (line.startsWith("// ")) {
                file = Files.readAllLines(SOURCES.resolve(line.substring(3)));
            } else {
                assertThat(file).contains(line);
            }
        }
    }

    private static List<String> code(String readme) {
        String begin = "```java\n";
        int from = readme.indexOf(begin) + begin.length();
        return readme.substring(from, readme.indexOf("```", from))
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }
}
