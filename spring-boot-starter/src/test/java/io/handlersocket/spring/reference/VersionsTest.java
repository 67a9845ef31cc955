// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/versions.md claims what .ci/lines has found, and names the versions of the build. */
class VersionsTest {

    private static final Page PAGE = Page.of("versions.md");

    @Test
    void theTableIsTheResultsOfTheLines() throws IOException {
        String table = PAGE.text().split("<!-- \\.ci/lines: begin -->", 2)[1].split("<!-- \\.ci/lines: end -->", 2)[0];
        assertThat(table.lines().filter(line -> line.startsWith("|")).skip(2))
                .as("after a change of .ci/lines.results, run .ci/lines --page")
                .containsExactlyElementsOf(Files.readAllLines(Path.of("../.ci/lines.results")));
    }

    @Test
    void theVersionsOfTheBuildAreThoseOfThePom() throws IOException {
        String pom = Files.readString(Path.of("../pom.xml"));
        String sentence = PAGE.text().split("The build uses ", 2)[1].split("\\.\\s", 2)[0];
        assertThat(pom)
                .contains("<spring-boot.version>" + after("Spring Boot ", sentence) + "<")
                .contains("<netty.version>" + after("Netty ", sentence) + ".Final<");
    }

    private static String after(String name, String sentence) {
        return sentence.split(name, 2)[1].split("[^0-9.]", 2)[0];
    }
}
