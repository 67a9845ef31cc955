// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.OverJdbc;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.Special.Filtered;
import io.handlersocket.hibernate.fixture.Special.Indexed;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.ScrollMode;
import org.hibernate.ScrollableResults;
import org.hibernate.Session;
import org.hibernate.query.SelectionQuery;

/** JPQL, Criteria, native SQL. */
final class QueryCases {

    private static final String NO_INDEX = "no index of s_indexed starts with (plain)";

    private QueryCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(lookups(), constants(), other(), results(), settings()).flatMap(cases -> cases);
    }

    private static MatrixCase query(Route route, String reason, String jpql, Map<String, Object> parameters) {
        return row(jpql, route, reason, 1, s -> {
            SelectionQuery<Object> query = s.createSelectionQuery(jpql, Object.class);
            parameters.forEach((name, value) -> {
                if (value instanceof List<?> list) {
                    query.setParameterList(name, list);
                } else {
                    query.setParameter(name, value);
                }
            });
            return query.getResultList();
        });
    }

    private static Stream<MatrixCase> lookups() {
        return Stream.of(
                query(HANDLERSOCKET, "", "from Indexed i where i.id = :id", Map.of("id", 1)),
                query(HANDLERSOCKET, "", "from Indexed i where i.nick = :nick", Map.of("nick", "ann")),
                query(HANDLERSOCKET, "", "from Indexed i where i.nick = :nick ", Map.of("nick", "nobody")),
                query(HANDLERSOCKET, "", "from Indexed i where i.c = :c and i.d = :d", Map.of("c", 1, "d", 2)),
                query(HANDLERSOCKET, "", "from Indexed i where i.d = :d and i.c = :c", Map.of("c", 1, "d", 2)),
                row(
                        "named query",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.createNamedQuery("Indexed.byNick", Indexed.class)
                                .setParameter("nick", "bob")
                                .getSingleResult()),
                row("Criteria", HANDLERSOCKET, "", 1, QueryCases::criteria),
                query(HANDLERSOCKET, "", "from Indexed i where i.kind = :kind", Map.of("kind", 1)),
                query(HANDLERSOCKET, "", "from Indexed i where i.kind = :kind ", Map.of("kind", 77)),
                query(HANDLERSOCKET, "", "from Indexed i where i.a = :a and i.b = :b", Map.of("a", 1, "b", 2)),
                query(HANDLERSOCKET, "", "from Indexed i where i.a = :a", Map.of("a", 1)),
                query(HANDLERSOCKET, "", "from Indexed i where i.c = :c", Map.of("c", 1)),
                query(HANDLERSOCKET, "", "from Indexed i where i.id in (:ids)", Map.of("ids", List.of(1, 3, 9))),
                query(
                        HANDLERSOCKET,
                        "",
                        "from Indexed i where i.nick in (:nicks)",
                        Map.of("nicks", List.of("ann", "bob"))),
                query(HANDLERSOCKET, "", "from Indexed i where i.id in (:ids) ", Map.of("ids", List.of(2, 1, 2, 2, 1))),
                query(HANDLERSOCKET, "", "from Book b where b.author.id = :author", Map.of("author", 1)));
    }

    private static Stream<MatrixCase> constants() {
        return Stream.of(
                query(HANDLERSOCKET, "", "from Indexed i where i.id = 1", Map.of()),
                query(HANDLERSOCKET, "", "from Indexed i where i.id = 77", Map.of()),
                query(HANDLERSOCKET, "", "from Indexed i where i.id = 4294967297L", Map.of()),
                query(HANDLERSOCKET, "", "from Indexed i where i.nick = 'ANN'", Map.of()),
                query(HANDLERSOCKET, "", "from Indexed i where i.kind = 1", Map.of()),
                query(HANDLERSOCKET, "", "from Indexed i where i.d = :d and i.c = 1", Map.of("d", 2)),
                query(HANDLERSOCKET, "", "from Indexed i where i.id = 1 and i.nick = :nick", Map.of("nick", "bob")),
                query(HANDLERSOCKET, "", "from Indexed i where i.id = 1 and i.nick = :nick ", Map.of("nick", "ann")),
                query(HANDLERSOCKET, "", "from Indexed i where i.id = :id and i.kind = 2", Map.of("id", 1)),
                query(HANDLERSOCKET, "", "select i.plain from Indexed i where i.kind = 1 order by i.plain", Map.of()),
                query(HANDLERSOCKET, "", "select count(*) from Indexed i where i.id = 1", Map.of()),
                query(JDBC, "starts with (plain)", "from Indexed i where i.plain = 1", Map.of()),
                query(JDBC, "starts with (kind, plain)", "from Indexed i where i.kind = 1 and i.plain = 1", Map.of()),
                query(HANDLERSOCKET, "", "from Indexed i where i.id = :id and i.kind in (2, 1)", Map.of("id", 1)),
                query(HANDLERSOCKET, "", "from Indexed i where i.id = :id and i.kind in (2, 3)", Map.of("id", 1)),
                query(
                        HANDLERSOCKET,
                        "",
                        "from Indexed i where i.id in (:ids) and i.nick in ('ann', 'ANN', 'bob')",
                        Map.of("ids", List.of(1, 2, 3))),
                query(
                        JDBC,
                        "without a unique key",
                        "from Indexed i where i.a = :a and i.kind in (1, 2)",
                        Map.of("a", 1)),
                query(HANDLERSOCKET, "", "from Indexed i where i.kind in (1, 2)", Map.of()),
                query(HANDLERSOCKET, "", "from Indexed i where i.id = :id and i.nick is null", Map.of("id", 4)),
                query(HANDLERSOCKET, "", "from Indexed i where i.id = :id and i.nick is null ", Map.of("id", 1)),
                query(
                        HANDLERSOCKET,
                        "",
                        "from Indexed i where i.b = 1 and i.a is null and i.id = :id",
                        Map.of("id", 4)),
                query(
                        HANDLERSOCKET,
                        "",
                        "select i.id from Indexed i where i.a = :a and i.nick is null",
                        Map.of("a", 1)),
                query(JDBC, "NOT NULL", "from Indexed i where i.id = :id and i.id is null", Map.of("id", 1)));
    }

    private static Object criteria(Session session) {
        CriteriaBuilder builder = session.getCriteriaBuilder();
        CriteriaQuery<Indexed> query = builder.createQuery(Indexed.class);
        Root<Indexed> root = query.from(Indexed.class);
        query.where(builder.equal(root.get("nick"), builder.parameter(String.class, "nick")));
        return session.createQuery(query).setParameter("nick", "cid").getResultList();
    }

    private static Stream<MatrixCase> other() {
        Map<String, Object> id = Map.of("id", 1);
        return Stream.of(
                query(HANDLERSOCKET, "", "from Indexed i where i.nick = :nick order by i.id", Map.of("nick", "ann")),
                query(HANDLERSOCKET, "", "select distinct i from Indexed i where i.id = :id", id),
                query(HANDLERSOCKET, "", "select distinct i from Indexed i where i.kind = :id", id),
                query(JDBC, "DISTINCT", "select distinct i.kind from Indexed i where i.kind = :id", id),
                query(JDBC, "GROUP BY", "select i.kind from Indexed i where i.id = :id group by i.kind", id),
                query(JDBC, "", "select upper(i.nick) from Indexed i where i.id = :id", id),
                query(JDBC, "whole table", "from Indexed i", Map.of()),
                query(JDBC, "a range without end", "from Indexed i where i.id > :id", id),
                query(JDBC, "more than columns", "from Indexed i where i.id = :id or i.kind = 2", id),
                query(JDBC, "more than columns", "from Indexed i where i.nick like :nick", Map.of("nick", "a%")),
                query(JDBC, "no column of the first table", "from Indexed i where i.nick is null", Map.of()),
                query(JDBC, "more than columns", "from Indexed i where i.id <> :id", id),
                query(JDBC, "not NULL", "from Indexed i where i.id = :id and i.nick is not null", id),
                query(JDBC, NO_INDEX, "from Indexed i where i.plain = :plain", Map.of("plain", 1)),
                query(
                        HANDLERSOCKET,
                        "",
                        "from Indexed i where i.id = :id and i.plain = :plain",
                        Map.of("id", 1, "plain", 1)),
                query(JDBC, "several tables", "select i from Indexed i, Book b where i.id = :id and b.id = i.id", id),
                query(HANDLERSOCKET, "", "select b.author.name from Book b where b.id = :id", id),
                query(JDBC, "union", "select i.id from Indexed i where i.id = :id union select b.id from Book b", id),
                query(JDBC, "", "select d.id from (select i.id as id from Indexed i) d where d.id = :id", id));
    }

    private static Stream<MatrixCase> results() {
        Map<String, Object> id = Map.of("id", 1);
        return Stream.of(
                query(HANDLERSOCKET, "", "select i.nick from Indexed i where i.id = :id", id),
                query(HANDLERSOCKET, "", "select i.nick, i.kind from Indexed i where i.id = :id", id),
                query(HANDLERSOCKET, "", "select b.author from Book b where b.id = :id ".replace("b.author", "b"), id),
                row(
                        "no result",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.createSelectionQuery("from Indexed i where i.id = :id", Indexed.class)
                                .setParameter("id", 99)
                                .getSingleResult()),
                row(
                        "result of the wrong type",
                        JDBC,
                        "",
                        0,
                        s -> s.createNativeQuery("select nick from s_indexed", Integer.class)
                                .getResultList()),
                row(
                        "parameter null",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.createSelectionQuery("from Indexed i where i.nick = :nick", Indexed.class)
                                .setParameter("nick", null)
                                .getResultList()));
    }

    private static Stream<MatrixCase> settings() {
        return Stream.of(
                row(
                        "LIMIT",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> byNick(s).setMaxResults(1).getResultList()),
                row(
                        "OFFSET",
                        JDBC,
                        "LIMIT of more than 1000",
                        1,
                        s -> byNick(s).setFirstResult(1).getResultList()),
                row("scroll", JDBC, "scrolling", 1, s -> {
                    try (ScrollableResults<Indexed> rows = byNick(s).scroll(ScrollMode.FORWARD_ONLY)) {
                        return rows.next() ? rows.get() : "nothing";
                    }
                }),
                row(
                        "read-only query",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> byNick(s).setReadOnly(true).getResultList()),
                row(
                        "query with a comment",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> byNick(s).setComment("why").getResultList()),
                row(
                        "query with the comment that asks for JDBC",
                        JDBC,
                        "the query's comment asks for JDBC",
                        1,
                        s -> byNick(s).setComment(OverJdbc.COMMENT).getResultList()),
                row(
                        "query with a timeout",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> byNick(s).setTimeout(5).getResultList()),
                row(
                        "getResultStream",
                        JDBC,
                        "scrolling",
                        1,
                        s -> byNick(s).getResultStream().toList()),
                row(
                        "native SQL",
                        JDBC,
                        "",
                        0,
                        s -> s.createNativeQuery("select * from s_indexed where id = 1", Indexed.class)
                                .getResultList()),
                row("enabled @Filter in a query", JDBC, "restriction", 1, s -> {
                    s.enableFilter("small").setParameter("max", 5);
                    return s.createSelectionQuery("from Filtered f where f.id = :id", Filtered.class)
                            .setParameter("id", 2)
                            .getResultList();
                }),
                row(
                                "query cache",
                                JDBC,
                                "query cache",
                                1,
                                s -> s.createSelectionQuery("from Cached c where c.id = :id", World.Cached.class)
                                        .setParameter("id", 1)
                                        .setCacheable(true)
                                        .getResultList())
                        .in(World.QUERY_CACHE));
    }

    private static SelectionQuery<Indexed> byNick(Session session) {
        return session.createSelectionQuery("from Indexed i where i.nick = :nick", Indexed.class)
                .setParameter("nick", "ann");
    }
}
