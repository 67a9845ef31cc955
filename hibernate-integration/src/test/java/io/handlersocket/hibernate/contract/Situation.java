// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import io.handlersocket.hibernate.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A part of the table in docs/session-contract.md.
 *
 * @param name the situation, as the table says it
 * @param route which way a load goes in it
 * @param reason a part of the reason that is counted; empty over HandlerSocket
 */
record Situation(String name, Route route, String reason) {

    private static final String PAGE = "session-contract.md";

    static final String TEMPORARY = "a temporary table of a connection has the name of a mapped table";
    static final String LIMITED = "the connections have sql_select_limit";
    static final String SILENT = "the session state of a connection cannot be read";
    static final String WRITTEN = "the transaction has written, or ran something that is not a plain read";
    static final String SOURCE = "which may choose another server, schema or account for each of them";

    static Situation fast(String name) {
        return new Situation(name, Route.HANDLERSOCKET, "");
    }

    static Situation jdbc(String name, String reason) {
        return new Situation(name, Route.JDBC, reason);
    }

    /** The rows of the table: the situations of each reason together. */
    static List<String> rows(Stream<Situation> situations) {
        return situations
                .collect(Collectors.groupingBy(
                        Situation::reason,
                        LinkedHashMap::new,
                        Collectors.mapping(Situation::name, Collectors.joining("; "))))
                .entrySet()
                .stream()
                .map(row -> "| " + row.getValue() + " | " + (row.getKey().isEmpty() ? "HandlerSocket" : row.getKey())
                        + " |")
                .toList();
    }

    /** The rows of the page under a heading, without the table's head. */
    static List<String> documented(String heading) throws IOException {
        Path docs = Path.of("../docs");
        String page = Files.readString((Files.isDirectory(docs) ? docs : Path.of("../../docs")).resolve(PAGE));
        String section = page.split("\n## " + heading + "\n", 2)[1].split("\n## ", 2)[0];
        return section.lines().filter(line -> line.startsWith("|")).skip(2).toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
