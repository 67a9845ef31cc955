// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.HibernateLine;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.query.SelectionQuery;

/** Limits of joins. */
final class LimitCases {

    private static final String ENTRIES = "select d.title, e.title from Diary d join d.entries e where d.id = :key";
    private static final String VISIT = "select v.reason, p.name from Visit v join v.pet p where v.id = :key";

    private LimitCases() {}

    private static MatrixCase query(Route route, String reason, String jpql, Object key, int first, int rows) {
        return query(route, reason, 1, jpql, key, first, rows);
    }

    /** @param first the offset; negative if the query has none */
    private static MatrixCase query(
            Route route, String reason, int loads, String jpql, Object key, int first, int rows) {
        return row(jpql + ", key " + key + ", offset " + first + ", limit " + rows, route, reason, loads, s -> {
            SelectionQuery<Object> query = s.createSelectionQuery(jpql, Object.class);
            if (key instanceof List<?> keys) {
                query.setParameterList("key", keys);
            } else {
                query.setParameter("key", key);
            }
            if (first >= 0) {
                query.setFirstResult(first);
            }
            return query.setMaxResults(rows).getResultList();
        });
    }

    static Stream<MatrixCase> all() {
        return Stream.concat(rows(), fetches());
    }

    private static Stream<MatrixCase> rows() {
        return Stream.of(
                query(HANDLERSOCKET, "", VISIT, 1, -1, 1),
                query(HANDLERSOCKET, "", VISIT, 1, -1, 5_000),
                query(HANDLERSOCKET, "", VISIT, 77, -1, 1),
                query(HANDLERSOCKET, "", VISIT + " order by p.name", 1, 0, 2),
                query(HANDLERSOCKET, "", "from JoinedAnimal a where a.id = :key", 3, -1, 1),
                query(
                        HANDLERSOCKET,
                        "",
                        "select distinct v.id, p.id from Visit v join v.pet p where v.id = :key",
                        2,
                        -1,
                        1),
                // A join of one row would be returned here, too, and all rows of several.
                query(JDBC, "OFFSET", VISIT, 1, 1, 1),
                query(JDBC, "several rows", ENTRIES, 1L, -1, 1),
                query(JDBC, "several rows", ENTRIES + " order by e.title", 1L, -1, 2),
                query(
                        JDBC,
                        "several keys",
                        "select v.id, p.id from Visit v join v.pet p where v.id in (:key) order by v.id",
                        List.of(1, 4),
                        -1,
                        1),
                query(
                        JDBC,
                        "several rows",
                        "select p.name, v.id from Pet p join p.visits v where p.id = :key",
                        1,
                        -1,
                        1));
    }

    private static Stream<MatrixCase> fetches() {
        // Since 7.4, a subquery reads the page. Older lines read all rows without a limit, and drop the rest.
        boolean subquery = HibernateLine.isAtLeast7(4);
        return Stream.of(
                query(HANDLERSOCKET, "", 2, "from Bed b left join fetch b.ward where b.id = :key", 1, -1, 1),
                query(
                        subquery ? JDBC : HANDLERSOCKET,
                        "subquery",
                        "from Ward w left join fetch w.beds where w.id = :key",
                        1,
                        -1,
                        1),
                query(
                        HANDLERSOCKET,
                        "",
                        "from Ward w left join fetch w.beds b where w.id = :key order by b.id desc",
                        1,
                        -1,
                        1));
    }
}
