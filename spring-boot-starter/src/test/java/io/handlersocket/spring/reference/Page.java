// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.reference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A page of docs/, in Markdown. */
record Page(String text) {

    /** Modules lie in the root, or one folder deeper. */
    private static final Path DOCS = Stream.of("../docs", "../../docs")
            .map(Path::of)
            .filter(Files::isDirectory)
            .findFirst()
            .orElseThrow();

    static Page of(String path) {
        try {
            return new Page(Files.readString(DOCS.resolve(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text below each heading of the second level, by heading without backticks. */
    Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        for (String section : text.split("(?m)^## ", -1)) {
            int line = section.indexOf('\n');
            sections.put(section.substring(0, line).replace("`", ""), section.substring(line));
        }
        return sections;
    }

    /** Returns the cells of each row of the tables, without their headers. */
    List<List<String>> rows() {
        return text.lines()
                .filter(line -> line.startsWith("| ") && line.endsWith(" |"))
                .map(line -> Arrays.asList(line.substring(2, line.length() - 2).split("\\s*\\|\\s*", -1)))
                .filter(cells -> cells.get(0).startsWith("`"))
                .toList();
    }

    /** Returns a cell without its backticks. */
    static String code(String cell) {
        return cell.replace("`", "");
    }
}
