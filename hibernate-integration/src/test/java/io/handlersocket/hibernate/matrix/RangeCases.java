// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.Ranged;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.query.SelectionQuery;

/** Ranges, orders and limits along an index, and those that no index gives. */
final class RangeCases {

    private static final LocalDateTime DAY = LocalDateTime.of(2024, 2, 27, 0, 0);
    private static final String NOT_GIVEN = "which no index of s_ranged gives";

    private RangeCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(
                        ranges(),
                        constants(),
                        orders(),
                        limits(),
                        behind(),
                        wholeIndex(),
                        ofTypes(),
                        leftToSql(),
                        criteria())
                .flatMap(cases -> cases);
    }

    /** A query with parameters ?1, ?2 and so on. */
    private static MatrixCase query(Route route, String reason, String where, Object... parameters) {
        return page(route, reason, 0, 0, where, parameters);
    }

    private static MatrixCase fast(String where, Object... parameters) {
        return query(HANDLERSOCKET, "", where, parameters);
    }

    private static MatrixCase page(
            Route route, String reason, int offset, int limit, String where, Object... parameters) {
        String name = where + (limit == 0 ? "" : ", " + limit + " rows behind " + offset);
        return row(name, route, reason, 1, s -> {
            SelectionQuery<Object> query = s.createSelectionQuery(jpql(where), Object.class);
            for (int i = 0; i < parameters.length; i++) {
                if (parameters[i] instanceof List<?> list) {
                    query.setParameterList(i + 1, list);
                } else {
                    query.setParameter(i + 1, parameters[i]);
                }
            }
            if (limit > 0) {
                query.setMaxResults(limit);
            }
            if (offset > 0) {
                query.setFirstResult(offset);
            }
            return query.getResultList();
        });
    }

    private static String jpql(String where) {
        return where.startsWith("select") ? where : "from Ranged r where " + where;
    }

    private static Stream<MatrixCase> ranges() {
        return Stream.of(
                fast("r.player = ?1 and r.score >= ?2 order by r.score, r.id", 1, 4),
                fast("r.score > ?2 and r.player = ?1 order by r.score, r.id", 1, 4),
                fast("r.player = ?1 and r.score < ?2 order by r.score desc, r.id desc", 1, 4),
                fast("r.player = ?1 and r.score <= ?2 order by r.score desc, r.id desc", 1, 4),
                fast("r.player = ?1 and r.score between ?2 and ?3 order by r.score, r.id", 1, 4, 8),
                fast("r.player = ?1 and r.score between ?2 and ?3 order by r.score, r.score, r.id", 1, 4, 8),
                fast("r.player = ?1 and r.score between ?2 and ?3 order by r.score desc, r.id desc", 1, 4, 8),
                fast("r.player = ?1 and r.score between ?2 and ?3", 1, 8, 4),
                fast("r.player = ?1 and r.score > ?2 and r.score < ?3 order by r.score, r.id", 1, 4, 8),
                fast("r.player = ?1 and r.score <= ?2 and r.score > ?3 order by r.player, r.score, r.id", 1, 8, 4),
                fast("r.player = ?1 and r.score < ?2 order by r.score, r.id", 1, 4),
                fast("r.player = ?1 and r.score <= ?2 order by r.score", 1, 0),
                fast("r.player = ?1 and r.score > ?2 order by r.score desc, r.id desc", 1, 6),
                fast("r.player = ?1 and r.score >= ?2 order by r.score desc, r.id desc", 1, 0),
                fast("r.player = ?1 and r.score >= ?2", 77, 0),
                query(JDBC, "a range with NULL", "r.player = ?1 and r.score >= ?2 ", 1, null),
                query(JDBC, "a range with NULL", "r.player = ?1 and r.score >= ?2  ", null, 1),
                query(JDBC, "a range with NULL", "r.player = ?1 and r.score between ?2 and ?3 ", 1, null, 3),
                fast("r.player = ?1 and r.tag = 'even' and r.score >= ?2 order by r.score, r.id", 1, 4),
                fast("(r.player = ?1) and (r.score >= ?2 and r.score < ?3) order by r.score, r.id", 1, 4, 6),
                fast("(r.player = ?1 and (r.score >= ?2)) order by r.score, r.id ", 1, 4),
                fast("r.tiny = ?1 and r.score = ?2 and r.weight >= ?3 order by r.weight, r.id", 1, 5, BigDecimal.ONE));
    }

    private static Stream<MatrixCase> constants() {
        return Stream.of(
                fast("r.player = ?1 and r.score > 4 order by r.score, r.id", 1),
                fast("r.player = 1 and r.score between 4 and 8 order by r.score desc, r.id desc"),
                fast("r.player = 1 and r.score >= ?1 and r.score < 8", 4),
                fast("r.player = 1 and r.score between 4 and ?1", 8),
                fast("r.player = 1 and r.name >= 'ANNB' order by r.name, r.id"),
                fast("r.player = 1 and r.tag = 'even' and r.score > 4 order by r.score, r.id"),
                fast("r.id between 40 and 60 order by r.id"),
                fast("r.player = 1 order by r.score, r.id"),
                page(HANDLERSOCKET, "", 0, 9, "r.id > 40 order by r.id"),
                page(HANDLERSOCKET, "", 2, 5, "r.player = 1 order by r.score desc, r.id desc"),
                page(
                        HANDLERSOCKET,
                        "",
                        0,
                        6,
                        "r.player = 1 and (r.score > 5 or (r.score = 5 and r.id > ?1)) order by r.score, r.id",
                        40),
                query(
                        JDBC,
                        "the rows after several given ones",
                        "r.player = 1 and (r.score > 5 or (r.score = 6 and r.id > 40)) order by r.score, r.id"),
                query(JDBC, "not a text, number or boolean", "r.player = 1 and r.score = 5 and r.weight >= 1.25"),
                query(JDBC, "a range of several keys", "r.player in (1, 2) and r.score > 4"),
                query(JDBC, "a range or an order of several", "r.player = ?1 and r.score in (1, 2) order by r.id", 1));
    }

    private static Stream<MatrixCase> orders() {
        return Stream.of(
                fast("r.player = ?1 order by r.score, r.id", 1),
                fast("r.player = ?1 order by r.score desc, r.id desc", 1),
                fast("r.player = ?1 order by r.player desc, r.score, r.id", 1),
                fast("r.player = ?1 order by r.score nulls first, r.id", 1),
                fast("r.player = ?1 order by r.name, r.id", 1),
                fast("r.player = ?1 order by r.name desc, r.id desc", 2),
                fast("r.player = ?1 order by r.made desc, r.id desc", 2),
                page(HANDLERSOCKET, "", 2, 9, "r.player = ?1 order by r.stamp desc, r.id desc", 2),
                page(HANDLERSOCKET, "", 0, 20, "r.player = ?1 order by r.stamp, r.id", 2),
                query(JDBC, "a range of column stamp", "r.player = ?1 and r.stamp >= ?2", 1, DAY),
                fast("r.player = ?1 order by r.score, r.id, r.plain desc", 1),
                fast("r.level = ?1 order by r.id", "high"),
                fast("r.tiny = ?1 order by r.level, r.id", 1),
                fast("r.tiny = ?1 order by r.ratio desc, r.id desc", 1),
                query(JDBC, "ORDER BY column data", "r.tiny = ?1 order by r.data, r.id", 1),
                fast("r.nick = ?1 order by r.plain", "n7"),
                fast("r.player = ?1 order by r.plain, r.id", 1),
                fast("r.player = ?1 order by r.score, r.id desc", 1),
                fast("select r.score, r.id from Ranged r where r.player = ?1 order by r.score, r.id", 1),
                fast("select r.id from Ranged r where r.player = ?1 order by r.score desc, r.id desc", 1));
    }

    private static Stream<MatrixCase> limits() {
        String down = "r.player = ?1 and r.score <= ?2 order by r.score desc, r.id desc";
        return Stream.of(
                page(HANDLERSOCKET, "", 0, 1, down, 1, 8),
                page(HANDLERSOCKET, "", 0, 7, down, 1, 8),
                page(HANDLERSOCKET, "", 5, 7, down, 1, 8),
                page(HANDLERSOCKET, "", 500, 500, down, 1, 8),
                page(HANDLERSOCKET, "", 0, 1000, down, 1, 8),
                page(JDBC, "LIMIT of more than 1000 rows", 0, 1001, down, 1, 8),
                page(JDBC, "LIMIT of more than 1000 rows", 501, 500, down, 1, 8),
                page(JDBC, "LIMIT of more than 1000 rows", 5, 0, down + " ", 1, 8),
                page(HANDLERSOCKET, "", 3, 9, "r.player = ?1 order by r.score, r.id", 2),
                page(HANDLERSOCKET, "", 0, 2, "r.nick = ?1", "n7"),
                page(HANDLERSOCKET, "", 1, 2, "r.nick = ?1", "n7"),
                page(HANDLERSOCKET, "", 0, 2, "r.nick = ?1 order by r.id", "n7"),
                page(JDBC, "a LIMIT without ORDER BY", 0, 3, "r.player = ?1", 1),
                page(JDBC, "a LIMIT without ORDER BY", 2, 1, "r.player = ?1", 1),
                page(JDBC, "a LIMIT without ORDER BY", 0, 3, "r.player = ?1 and r.score >= ?2", 1, 2),
                page(JDBC, "a LIMIT without ORDER BY", 0, 1, "r.player = ?1", 1),
                page(JDBC, "a LIMIT without ORDER BY", 0, 3, "r.player = ?1 order by r.player", 1),
                page(JDBC, "a page in an order that no index gives", 0, 2, "r.player = ?1 order by r.plain, r.id ", 1),
                page(JDBC, "several keys", 0, 2, "r.id in (?1)", List.of(3, 4)),
                fast("r.player = ?1 order by r.score, r.id limit 4", 1),
                fast("r.player = ?1 order by r.score, r.id limit 4 offset 3", 1),
                fast("r.player = ?1 order by r.score, r.id limit ?2", 1, 4),
                fast("r.player = ?1 order by r.score, r.id limit ?2 offset ?3", 1, 4, 3),
                fast("r.player = ?1 order by r.score, r.id fetch first 5 rows only", 1),
                query(JDBC, "", "r.player = ?1 order by r.score, r.id fetch first 5 rows with ties", 1),
                page(JDBC, "LIMIT of more", 0, 2000, "r.player = ?1 order by r.score, r.id limit 4 ", 1));
    }

    /** The next page by the last row of the one before. */
    private static Stream<MatrixCase> behind() {
        String up = "r.player = ?1 and (r.score > ?2 or (r.score = ?2 and r.id > ?3)) order by r.score, r.id";
        String down = "r.player = ?1 and (r.score < ?2 or r.score = ?2 and r.id < ?3) order by r.score desc, r.id desc";
        String three = "r.tiny = ?1 and (r.score > ?2 or (r.score = ?2 and r.weight > ?3)"
                + " or (r.score = ?2 and r.weight = ?3 and r.id > ?4)) order by r.score, r.weight, r.id";
        return Stream.of(
                page(HANDLERSOCKET, "", 0, 6, up, 1, 5, 40),
                page(HANDLERSOCKET, "", 2, 3, up, 1, 5, 40),
                page(HANDLERSOCKET, "", 0, 60, up, 1, 5, 140),
                fast(up, 1, 5, 40),
                page(HANDLERSOCKET, "", 0, 6, down, 1, 5, 60),
                fast(down, 1, 5, 60),
                page(HANDLERSOCKET, "", 0, 9, three, 1, 5, new BigDecimal("1.00"), 60),
                page(
                        HANDLERSOCKET,
                        "",
                        0,
                        4,
                        "(r.score = ?1 and r.id >= ?2) or r.score > ?1 order by r.score, r.id",
                        5,
                        40),
                page(HANDLERSOCKET, "", 0, 9, "r.score < ?1 or r.score = ?1 and r.id < ?2 order by r.score desc", 0, 1),
                query(
                        JDBC,
                        "a range without end",
                        "(r.score = ?1 and r.id > ?2) or r.score > ?1 order by r.score, r.id",
                        5,
                        40),
                page(JDBC, "a range with NULL", 0, 5, up, 1, null, 3),
                page(
                        JDBC,
                        "the rows after several given ones",
                        0,
                        5,
                        "r.player = ?1 and (r.score > ?2 or (r.score = ?4 and r.id > ?3)) order by r.score, r.id",
                        1,
                        5,
                        40,
                        6),
                page(
                        JDBC,
                        "in an order of both directions",
                        0,
                        5,
                        "r.player = ?1 and (r.score > ?2 or (r.score = ?2 and r.id < ?3)) order by r.score, r.id desc",
                        1,
                        5,
                        40),
                page(
                        JDBC,
                        NOT_GIVEN,
                        0,
                        5,
                        "r.player = ?1 and (r.score > ?2 or (r.score = ?2 and r.id > ?3)) order by r.score desc, r.id desc",
                        1,
                        5,
                        40),
                page(
                        JDBC,
                        "more than columns",
                        0,
                        5,
                        "r.player = ?1 and (r.score > ?2 or (r.weight = ?3 and r.id > ?4)) order by r.score, r.id",
                        1,
                        5,
                        BigDecimal.ONE,
                        40));
    }

    private static Stream<MatrixCase> wholeIndex() {
        return Stream.of(
                page(HANDLERSOCKET, "", 0, 9, "r.id > ?1 order by r.id", 40),
                page(HANDLERSOCKET, "", 0, 9, "r.id < ?1 order by r.id desc", 40),
                page(HANDLERSOCKET, "", 0, 9, "r.score >= ?1 order by r.score, r.id", 4),
                fast("r.id between ?1 and ?2 order by r.id", 40, 60),
                fast("r.id > ?1 and r.id < ?2 order by r.id desc", 40, 60),
                query(JDBC, "a range without end", "r.id > ?1 order by r.id", 40),
                page(JDBC, "a range without a beginning", 0, 9, "r.id > ?1 order by r.id desc", 40),
                page(JDBC, "a range without a beginning", 0, 9, "r.id < ?1", 40),
                page(JDBC, "with further conditions", 0, 9, "r.id > ?1 and r.tag = 'odd' order by r.id", 40),
                query(JDBC, "the whole table", "select r from Ranged r order by r.id limit 5"));
    }

    private static Stream<MatrixCase> ofTypes() {
        return Stream.of(
                fast("r.player = ?1 and r.name >= ?2 order by r.name, r.id", 1, "ANNB"),
                fast("r.player = ?1 and r.name <= ?2 order by r.name desc, r.id desc", 1, "anna "),
                fast("r.player = ?1 and r.name > ?2 order by r.name, r.id", 1, "ANNA"),
                page(HANDLERSOCKET, "", 0, 8, "r.weight > ?1 order by r.weight, r.id", new BigDecimal("1.25")),
                query(
                        JDBC,
                        "more decimals than column weight",
                        "r.weight between ?1 and ?2 order by r.weight",
                        new BigDecimal("1.251"),
                        BigDecimal.TEN),
                query(
                        JDBC,
                        "cannot hold",
                        "r.tiny = ?1 and r.score = ?2 and r.weight <= ?3",
                        1,
                        5,
                        new BigDecimal("1e6")),
                query(JDBC, "a range of column level", "r.level between ?1 and ?2", "high", "low"),
                query(JDBC, "a range of column ratio", "r.ratio between ?1 and ?2", 1.0, 2.0),
                fast("r.player = ?1 and r.made >= ?2", 1, DAY),
                fast("r.player = ?1 and r.made > ?2 order by r.made, r.id", 1, DAY),
                fast("r.player = ?1 and r.made < ?2 order by r.made, r.id", 1, DAY),
                fast("r.player = ?1 and r.made <= ?2 order by r.made desc, r.id desc", 2, DAY),
                fast("r.player = ?1 and r.made <= ?2", 2, DAY.minusNanos(1_000)),
                fast("r.player = ?1 and r.made between ?2 and ?3", 1, DAY, DAY.plusHours(9)),
                page(HANDLERSOCKET, "", 1, 4, "r.player = ?1 and r.made > ?2 order by r.made desc, r.id desc", 1, DAY));
    }

    private static Stream<MatrixCase> leftToSql() {
        return Stream.of(
                query(JDBC, "a value is not ASCII text", "r.player = ?1 order by r.score, r.name, r.id", 2),
                fast("r.player = ?1 order by r.score, r.name, r.id", 1),
                query(JDBC, "sorts", "r.player = ?1 order by r.score nulls last, r.id", 1),
                query(JDBC, "", "r.player = ?1 order by lower(r.name), r.id", 1),
                fast("r.id in (?1) order by r.id desc", List.of(3, 4)),
                query(JDBC, "several keys", "r.id in (?1) and r.score > ?2", List.of(3, 4), 1),
                query(JDBC, "ranges of two columns", "r.player = ?1 and r.score > ?2 and r.id > ?3", 1, 2, 3),
                query(JDBC, "two bounds at one end", "r.player = ?1 and r.score > ?2 and r.score >= ?3", 1, 2, 3),
                query(JDBC, "starts with (player, plain)", "r.player = ?1 and r.plain > ?2", 1, 4),
                query(JDBC, "starts with (plain)", "r.plain between ?1 and ?2", 1, 2),
                query(JDBC, "starts with (player, id)", "r.player = ?1 and r.id > ?2 order by r.id", 1, 40),
                query(JDBC, "more than columns", "r.player = ?1 and r.score not between ?2 and ?3", 1, 2, 3),
                query(JDBC, "", "r.player = ?1 and r.score > r.plain", 1));
    }

    private static Stream<MatrixCase> criteria() {
        return Stream.of(row("Criteria with a range", HANDLERSOCKET, "", 1, RangeCases::bestOfPlayer));
    }

    private static Object bestOfPlayer(Session session) {
        CriteriaBuilder builder = session.getCriteriaBuilder();
        CriteriaQuery<Ranged> query = builder.createQuery(Ranged.class);
        Root<Ranged> root = query.from(Ranged.class);
        query.where(
                builder.equal(root.get("player"), builder.parameter(Integer.class, "player")),
                builder.greaterThanOrEqualTo(root.get("score"), builder.parameter(Integer.class, "score")));
        query.orderBy(builder.desc(root.get("score")), builder.desc(root.get("id")));
        return session.createQuery(query)
                .setParameter("player", 2)
                .setParameter("score", 3)
                .setMaxResults(4)
                .getResultList();
    }
}
