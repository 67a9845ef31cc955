// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.fixture.Rare;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.Session;

/** Loads of mappings that are seen less often. */
final class RareCases {

    private RareCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(
                row("@SoftDelete by time stamp", JDBC, "tests for NULL", 1, s -> s.find(Rare.Withdrawn.class, 1)),
                row(
                        "@SoftDelete by time stamp, deleted",
                        JDBC,
                        "tests for NULL",
                        1,
                        s -> String.valueOf(s.find(Rare.Withdrawn.class, 2))),
                row("SINGLE_TABLE root of a middle class", HANDLERSOCKET, "", 1, s -> s.find(Rare.Animal.class, 3)),
                row(
                        "SINGLE_TABLE middle class, a leaf",
                        JDBC,
                        "several discriminators",
                        1,
                        s -> s.find(Rare.Mammal.class, 3)),
                row(
                        "SINGLE_TABLE middle class, a root",
                        JDBC,
                        "several discriminators",
                        1,
                        s -> String.valueOf(s.find(Rare.Mammal.class, 1))),
                row("SINGLE_TABLE leaf of a middle class", HANDLERSOCKET, "", 1, s -> s.find(Rare.Dog.class, 3)),
                row("large @Lob text and bytes", HANDLERSOCKET, "", 1, s -> s.find(Rare.Archive.class, 1)),
                row("empty @Lob text and bytes", HANDLERSOCKET, "", 1, s -> s.find(Rare.Archive.class, 2)),
                row("@Lob text and bytes, null", HANDLERSOCKET, "", 1, s -> s.find(Rare.Archive.class, 3)),
                row("computed and compressed columns", HANDLERSOCKET, "", 1, s -> s.find(Rare.Computed.class, 1)),
                row("by a computed column", HANDLERSOCKET, "", 1, s -> computed(s, "c.doubled = :n", 42)),
                row(
                        "by a computed column and a constant",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> computed(s, "c.id = 2 and c.doubled = :n", 8)),
                row(
                        "collection fetched by a subselect",
                        JDBC,
                        "more than columns",
                        1,
                        s -> s.createQuery("from Shelf s order by s.id", Rare.Shelf.class)
                                .getResultList(),
                        (s, shelves) -> shelves.get(0).volumes.size()
                                + shelves.get(1).volumes.size()),
                row("TIMESTAMP", JDBC, "column at is timestamp(6)", 1, s -> s.find(Rare.Stamped.class, 1)),
                row(
                        "@BatchSize of more than one packet",
                        JDBC,
                        "more keys than one HandlerSocket packet holds",
                        1,
                        RareCases::sheets,
                        (s, sheets) -> sheets.get(0).folder.getPages()));
    }

    private static Object computed(Session session, String condition, int n) {
        return session.createSelectionQuery("from Computed c where " + condition, Rare.Computed.class)
                .setParameter("n", n)
                .getResultList();
    }

    private static List<Rare.Sheet> sheets(Session session) {
        return session.createQuery("from Sheet s order by s.id", Rare.Sheet.class)
                .getResultList();
    }
}
