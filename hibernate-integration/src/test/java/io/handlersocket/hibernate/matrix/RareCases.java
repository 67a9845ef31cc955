// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.fixture.Rare;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.Session;

/** Loads of mappings that are seen less often. */
final class RareCases {

    private RareCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(
                row("@SoftDelete by time stamp", HANDLERSOCKET, "", 1, s -> s.find(Rare.Withdrawn.class, 1)),
                row(
                        "@SoftDelete by time stamp, deleted",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> String.valueOf(s.find(Rare.Withdrawn.class, 2))),
                row("SINGLE_TABLE root of a middle class", HANDLERSOCKET, "", 1, s -> s.find(Rare.Animal.class, 3)),
                row("SINGLE_TABLE middle class, a leaf", HANDLERSOCKET, "", 1, s -> s.find(Rare.Mammal.class, 3)),
                row(
                        "SINGLE_TABLE middle class, a root",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> String.valueOf(s.find(Rare.Mammal.class, 1))),
                row("SINGLE_TABLE leaf of a middle class", HANDLERSOCKET, "", 1, s -> s.find(Rare.Dog.class, 3)),
                row(
                        "SINGLE_TABLE middle class, several ids",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.createSelectionQuery("select m.id from Mammal m where m.id in (:ids)", Integer.class)
                                .setParameterList("ids", List.of(5, 3, 1, 4, 2))
                                .getResultList()),
                row(
                        "SINGLE_TABLE middle class, several ids that are not selected",
                        JDBC,
                        "with several keys",
                        1,
                        s -> s.createSelectionQuery("select m.teeth from Mammal m where m.id in (:ids)", Integer.class)
                                .setParameterList("ids", List.of(3, 2))
                                .getResultList()),
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
                row("TIMESTAMP", HANDLERSOCKET, "", 1, s -> s.find(Rare.Stamped.class, 1)),
                row("TIMESTAMP, the first", HANDLERSOCKET, "", 1, s -> s.find(Rare.Stamped.class, 2)),
                row("TIMESTAMP, the last of 31 bits", HANDLERSOCKET, "", 1, s -> s.find(Rare.Stamped.class, 3)),
                row("TIMESTAMP, null", HANDLERSOCKET, "", 1, s -> s.find(Rare.Stamped.class, 4)),
                row(
                        "order by TIMESTAMP",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> stamped(s, "s.shelf.id = :value order by s.at desc", 1)),
                row(
                        "by a TIMESTAMP",
                        JDBC,
                        "date or time that column at does not hold exactly",
                        1,
                        s -> stamped(s, "s.at = :value", Instant.parse("2024-02-29T12:00:00.123456Z"))),
                row("embeddable as JSON", HANDLERSOCKET, "", 1, s -> s.find(Rare.Labelled.class, 1)),
                row("embeddable as JSON, null", HANDLERSOCKET, "", 1, s -> s.find(Rare.Labelled.class, 2)),
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

    private static Object stamped(Session session, String condition, Object value) {
        return session.createSelectionQuery("from Stamped s where " + condition, Rare.Stamped.class)
                .setParameter("value", value)
                .getResultList();
    }

    private static List<Rare.Sheet> sheets(Session session) {
        return session.createQuery("from Sheet s order by s.id", Rare.Sheet.class)
                .getResultList();
    }
}
