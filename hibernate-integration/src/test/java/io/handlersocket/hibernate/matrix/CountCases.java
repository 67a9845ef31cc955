// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.Special.Indexed;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.query.SelectionQuery;

/** Queries for the number of rows, or for whether there is one. */
final class CountCases {

    private static final String BY_ID = " from Indexed i where i.id = :key";
    private static final String BY_KIND = " from Indexed i where i.kind = :key";

    private CountCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(numbers(), existence(), constants()).flatMap(cases -> cases);
    }

    private static MatrixCase fast(String jpql, Object key) {
        return query(HANDLERSOCKET, "", jpql, key);
    }

    private static MatrixCase query(Route route, String reason, String jpql, Object key) {
        return row(
                jpql + ", key " + key,
                route,
                reason,
                1,
                s -> selected(s, jpql, key).getResultList());
    }

    private static SelectionQuery<Object> selected(Session session, String jpql, Object key) {
        SelectionQuery<Object> query = session.createSelectionQuery(jpql, Object.class);
        return key instanceof List<?> keys ? query.setParameterList("key", keys) : query.setParameter("key", key);
    }

    private static Stream<MatrixCase> numbers() {
        return Stream.of(
                fast("select count(*)" + BY_ID, 1),
                fast("select count(*)" + BY_ID, 77),
                fast("select count(i) from Indexed i where i.nick = :key", "ann"),
                fast("select count(i.nick)" + BY_ID, 4), // its nick is NULL
                fast("select count(*) from Indexed i where i.id in (:key)", List.of(1, 3, 1)),
                query(JDBC, "a count of rows", "select count(*)" + BY_KIND, 1),
                query(JDBC, "not a column", "select count(distinct i.kind)" + BY_ID, 1),
                query(JDBC, "not a column", "select sum(i.kind)" + BY_ID, 1),
                query(JDBC, "GROUP BY", "select count(i), i.kind" + BY_ID + " group by i.kind", 1));
    }

    private static Stream<MatrixCase> existence() {
        return Stream.of(
                fast("select count(i) > 0" + BY_ID, 1),
                fast("select count(i) > 0" + BY_ID, 77),
                fast("select count(*) > 0L from Indexed i where i.nick = :key", "ANN"),
                fast("select count(i.nick) > 0" + BY_ID, 4), // a row, but its nick is NULL
                fast("select case when count(i) > 0 then true else false end" + BY_ID, 1),
                fast("select case when count(i) > 0 then true else false end" + BY_ID, 77),
                fast("select case when (count(*) > 0) then true else false end" + BY_ID, 1),
                fast("select case when count(i.nick) > 0 then true else false end" + BY_ID, 4),
                fast("select count(i) > 0 from Indexed i where i.id in (:key)", List.of(77, 1)),
                query(JDBC, "a count of rows", "select count(i) > 0" + BY_KIND, 1),
                // To take them for the forms above would answer true instead of false.
                query(JDBC, "not a column", "select count(i) > 1" + BY_ID, 1),
                query(JDBC, "not a column", "select count(i) = 0" + BY_ID, 1),
                query(JDBC, "not a column", "select 0 > count(i)" + BY_ID, 1),
                query(JDBC, "not a column", "select case when count(i) > 0 then false else true end" + BY_ID, 1),
                query(JDBC, "not a column", "select case when i.kind > 0 then true else false end" + BY_ID, 2),
                query(JDBC, "not a column", "select case when count(i) > 0 then 'y' else 'n' end" + BY_ID, 1),
                query(JDBC, "no table", "select exists(select 1" + BY_ID + ")", 1),
                query(
                        JDBC,
                        "more than columns",
                        "select i.id" + BY_ID + " and exists(select 1 from Book b where b.id = i.id)",
                        1));
    }

    private static Stream<MatrixCase> constants() {
        return Stream.of(
                row(
                        "existsBy of Spring Data",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> selected(s, "select i.id from Indexed i where i.nick = :key", "ann")
                                .setMaxResults(1)
                                .getResultList()),
                row(
                        "existsBy of Spring Data, by an index that is not unique",
                        JDBC,
                        "a LIMIT without ORDER BY",
                        1,
                        s -> selected(s, "select i.id" + BY_KIND, 1)
                                .setMaxResults(1)
                                .getResultList()
                                .size()),
                row("exists(Specification) of Spring Data", HANDLERSOCKET, "", 1, s -> exists(s, "ann")),
                row("exists(Specification) of Spring Data, none", HANDLERSOCKET, "", 1, s -> exists(s, "nobody")),
                fast("select 1" + BY_ID, 1),
                fast("select 1" + BY_ID, 77),
                fast("select 1L" + BY_KIND, 1), // as often as there are rows
                fast("select true" + BY_ID, 1),
                fast("select -1" + BY_ID, 1),
                fast("select i.nick, 2, false, i.kind" + BY_KIND, 1),
                query(JDBC, "not a column", "select 'x'" + BY_ID, 1),
                query(JDBC, "not a column", "select 1.5" + BY_ID, 1),
                query(JDBC, "DISTINCT", "select distinct 1" + BY_KIND, 1));
    }

    private static int exists(Session session, String nick) {
        CriteriaBuilder builder = session.getCriteriaBuilder();
        CriteriaQuery<Integer> query = builder.createQuery(Integer.class);
        query.select(builder.literal(1))
                .where(builder.equal(query.from(Indexed.class).get("nick"), nick));
        return session.createQuery(query).setMaxResults(1).getResultList().size();
    }
}
