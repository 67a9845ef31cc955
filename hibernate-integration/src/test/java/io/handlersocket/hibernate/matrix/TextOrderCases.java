// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.Kennel.Breeder;
import io.handlersocket.hibernate.fixture.Kennel.Hound;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.Hibernate;
import org.hibernate.Session;

/** Orders by text, and orders of the rows of several keys. */
final class TextOrderCases {

    private static final String NOT_ASCII = "a value is not ASCII text";
    private static final String DATABASE = "only the database can sort by column ";

    private TextOrderCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(children(), batches(), collations(), severalKeys()).flatMap(cases -> cases);
    }

    private static MatrixCase breeder(Route route, String reason, String name, int id) {
        return row("eager children sorted by text, " + name, route, reason, 1, s -> s.find(Breeder.class, id));
    }

    private static Stream<MatrixCase> children() {
        return Stream.of(
                breeder(HANDLERSOCKET, "", "equal, NULL, with blanks and signs", 1),
                breeder(HANDLERSOCKET, "", "none", 2),
                breeder(HANDLERSOCKET, "", "only one, with an umlaut", 3),
                breeder(JDBC, "ORDER BY name: " + NOT_ASCII, "with an umlaut", 4),
                breeder(JDBC, "ORDER BY: texts that differ only after", "that differ after 40 characters", 5),
                breeder(HANDLERSOCKET, "", "long, that differ at the start", 6),
                row(
                        "several, with eager children sorted by text",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.findMultiple(Breeder.class, List.of(6, 1, 2))),
                row(
                        "lazy children sorted by text, descending",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.find(Breeder.class, 1),
                        (s, breeder) -> initialized(breeder.signs)),
                query(
                        HANDLERSOCKET,
                        "",
                        "select h.name, w.path from Hound h join h.walks w where h.id = ?1 order by w.path desc, w.id",
                        4),
                query(
                        JDBC,
                        DATABASE + "kind, which is enum",
                        "select b.id, s.kind from Breeder b join b.signs s where b.id = ?1 order by s.kind, s.id",
                        1));
    }

    private static Object initialized(Object children) {
        Hibernate.initialize(children);
        return children;
    }

    private static Stream<MatrixCase> batches() {
        return Stream.of(
                row(
                        "@BatchSize of children sorted by date and text",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> hounds(s, 1, 2, 4, 9),
                        (s, hounds) -> initialized(hounds.get(0).walks)),
                row(
                        "@BatchSize of children sorted by date and text, with an umlaut",
                        JDBC,
                        "ORDER BY path: " + NOT_ASCII,
                        1,
                        s -> hounds(s, 1, 11),
                        (s, hounds) -> initialized(hounds.get(0).walks)));
    }

    private static List<Hound> hounds(Session session, Object... ids) {
        return session.findMultiple(Hound.class, List.of(ids));
    }

    private static MatrixCase query(Route route, String reason, String jpql, Object parameter) {
        return row(jpql + " of " + parameter, route, reason, 1, s -> {
            var query = s.createSelectionQuery(jpql, Object.class);
            return (parameter instanceof List<?> list
                            ? query.setParameterList(1, list)
                            : query.setParameter(1, parameter))
                    .getResultList();
        });
    }

    private static MatrixCase sorted(Route route, String reason, String order, int breeder) {
        return query(route, reason, "from Sign g where g.breeder.id = ?1 order by " + order, breeder);
    }

    private static Stream<MatrixCase> collations() {
        return Stream.of(
                sorted(HANDLERSOCKET, "", "g.plain, g.id", 1),
                sorted(HANDLERSOCKET, "", "g.plain desc, g.id desc", 1),
                sorted(HANDLERSOCKET, "", "g.exact, g.id", 1),
                sorted(HANDLERSOCKET, "", "g.unpadded, g.id", 1),
                sorted(JDBC, DATABASE + "filled, which is char(20) under utf8mb4_nopad_bin", "g.filled, g.id", 1),
                sorted(HANDLERSOCKET, "", "g.fixed desc, g.id", 1),
                sorted(HANDLERSOCKET, "", "g.big, g.id", 1),
                sorted(HANDLERSOCKET, "", "g.czech, g.id", 1),
                sorted(JDBC, "letters that the collation sorts as one", "g.czech, g.id", 2),
                sorted(JDBC, DATABASE + "levels", "g.levels, g.id", 1),
                sorted(JDBC, DATABASE + "kind, which is enum", "g.kind, g.id", 1),
                sorted(JDBC, "", "lower(g.plain), g.id", 1),
                sorted(JDBC, "sorts", "g.plain nulls last, g.id", 1),
                query(
                        JDBC,
                        "id is not selected",
                        "select g.plain from Sign g where g.breeder.id = ?1 order by g.plain, g.id",
                        1),
                row(
                        "a page in the order of a text",
                        JDBC,
                        "a page in an order that no index gives",
                        1,
                        s -> s.createSelectionQuery(
                                        "from Sign g where g.breeder.id = ?1 order by g.plain, g.id", Object.class)
                                .setParameter(1, 1)
                                .setMaxResults(3)
                                .getResultList()));
    }

    private static Stream<MatrixCase> severalKeys() {
        List<Integer> ids = List.of(11, 1, 3, 99, 4, 2, 3);
        String in = "from Sign g where g.id in (?1) order by ";
        return Stream.of(
                query(HANDLERSOCKET, "", in + "g.id desc", ids),
                query(HANDLERSOCKET, "", in + "g.plain, g.id", ids),
                query(HANDLERSOCKET, "", in + "g.breeder.id desc, g.plain desc, g.id", List.of(16, 13, 1, 2, 12)),
                query(JDBC, "letters that the collation sorts as one", in + "g.czech, g.id", List.of(16, 13, 1)),
                query(JDBC, DATABASE + "kind, which is enum", in + "g.kind, g.id", ids),
                query(
                        HANDLERSOCKET,
                        "",
                        "from Walk w where w.hound.id in (?1) order by w.day, w.path desc, w.id",
                        List.of(4, 1, 2, 4)),
                row(
                        "a page of the rows of several keys",
                        JDBC,
                        "several keys",
                        1,
                        s -> s.createSelectionQuery(in + "g.id", Object.class)
                                .setParameterList(1, ids)
                                .setMaxResults(2)
                                .getResultList()));
    }
}
