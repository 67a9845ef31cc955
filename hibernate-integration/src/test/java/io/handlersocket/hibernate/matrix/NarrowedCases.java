// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.Clinic;
import io.handlersocket.hibernate.fixture.Model;
import io.handlersocket.hibernate.fixture.Narrowed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.query.SelectionQuery;

/** Loads of rows that a condition beside the key may hide. */
final class NarrowedCases {

    private NarrowedCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(classes(), filters(), restrictions(), joined(), snapshots())
                .flatMap(cases -> cases);
    }

    private static MatrixCase find(String name, Class<?> entity, Object id) {
        return find(HANDLERSOCKET, "", name, entity, id);
    }

    private static MatrixCase find(Route route, String reason, String name, Class<?> entity, Object id) {
        return row(name, route, reason, 1, s -> found(s.find(entity, id)));
    }

    private static Object found(Object entity) {
        return entity == null ? "null" : entity;
    }

    private static MatrixCase query(Route route, String reason, String jpql, Map<String, Object> parameters) {
        return row(jpql, route, reason, 1, s -> results(s, jpql, parameters));
    }

    private static Object results(Session session, String jpql, Map<String, Object> parameters) {
        SelectionQuery<Object> query = session.createSelectionQuery(jpql, Object.class);
        parameters.forEach(query::setParameter);
        return query.getResultList();
    }

    private static Stream<MatrixCase> classes() {
        return Stream.of(
                find("middle class, itself", Narrowed.Bush.class, 2),
                find("middle class, its subclass", Narrowed.Bush.class, 3),
                find("middle class, an unknown discriminator that equals both", Narrowed.Bush.class, 4),
                find("middle class, its superclass", Narrowed.Bush.class, 1),
                row(
                        "middle class, several ids",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.findMultiple(Narrowed.Bush.class, List.of(3, 1, 2, 77))),
                row(
                        "middle class, several ids in a query",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.createSelectionQuery("select b.id from Bush b where b.id in (:ids)", Object.class)
                                .setParameterList("ids", List.of(1, 2, 2))
                                .getResultList()));
    }

    private static MatrixCase filtered(String name, Integer realm, String jpql, Map<String, Object> parameters) {
        return row(name + ": " + jpql, HANDLERSOCKET, "", 1, s -> {
            s.enableFilter("realm").setParameter("realm", realm);
            return results(s, jpql, parameters);
        });
    }

    private static MatrixCase filtered(String name, Integer realm, int id) {
        return row(name, HANDLERSOCKET, "", 1, s -> {
            s.enableFilter("realm").setParameter("realm", realm);
            return found(s.find(Narrowed.Resident.class, id));
        });
    }

    private static Stream<MatrixCase> filters() {
        return Stream.of(
                filtered("filter on a load by id, its row", 5, 1),
                filtered("filter on a load by id, another's row", 5, 2),
                filtered("filter on a load by id, a row of none", 5, 3),
                filtered("filter on a load by id, a value beyond the column", 1000, 2),
                filtered("filter", 5, "from Resident m where m.id = :id", Map.of("id", 1)),
                filtered(
                        "filter between parameters",
                        5,
                        "from Resident m where m.id = :id and m.name = :name",
                        Map.of("id", 1, "name", "ann")),
                filtered("filter beside a constant", 5, "from Resident m where m.id = 1 and m.name = 'ann'", Map.of()),
                filtered(
                        "filter on a joined table",
                        5,
                        "select m.id from Club c join c.members m where c.id = :id",
                        Map.of("id", 1)),
                filtered(
                        "filter on a joined table, outer",
                        77,
                        "select c.id, m.id from Club c left join c.members m where c.id = :id",
                        Map.of("id", 1)),
                row("filter on a collection", HANDLERSOCKET, "", 1, s -> s.find(Narrowed.Club.class, 1), (s, club) -> {
                    s.enableFilter("realm").setParameter("realm", 5);
                    return club.members.stream().map(member -> member.name).toList();
                }));
    }

    private static Stream<MatrixCase> restrictions() {
        return Stream.of(
                find("@SQLRestriction to a text", Narrowed.Active.class, 1),
                find("@SQLRestriction to a text in other letters", Narrowed.Active.class, 2),
                find("@SQLRestriction to a text, another one", Narrowed.Active.class, 3),
                find("@SQLRestriction to a text, NULL", Narrowed.Active.class, 4),
                find("@SQLRestriction to two values", Narrowed.Kept.class, 1),
                find("@SQLRestriction to two values, not the first", Narrowed.Kept.class, 2),
                find("@SQLRestriction to two values, not the second", Narrowed.Kept.class, 3),
                find("@SQLRestriction to NULL", Narrowed.Standing.class, 1),
                find("@SQLRestriction to NULL, another value", Narrowed.Standing.class, 2),
                find(JDBC, "column gone is NOT NULL", "@SQLRestriction to NULL, a zero date", Narrowed.Zeroed.class, 1),
                query(
                        HANDLERSOCKET,
                        "",
                        "select c.id, k.id from Club c left join c.kept k where c.id = :id",
                        Map.of("id", 1)),
                query(
                        HANDLERSOCKET,
                        "",
                        "select c.id, k.id from Club c left join c.kept k where c.id = :id ",
                        Map.of("id", 2)),
                row(
                        "@SQLRestriction of a collection",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.find(Narrowed.Club.class, 1),
                        (s, c) -> c.kept.stream().map(kept -> kept.id).toList()),
                query(HANDLERSOCKET, "", "select a.id from Active a where a.id = :id", Map.of("id", 2)),
                query(HANDLERSOCKET, "", "select count(*) from Active a where a.id = :id", Map.of("id", 3)));
    }

    private static Stream<MatrixCase> joined() {
        Map<String, Object> first = Map.of("id", 1L);
        return Stream.of(
                query(
                        HANDLERSOCKET,
                        "",
                        "select d.id, e.id from Diary d join d.entries e where d.id = :id and e.title = 'A'",
                        first),
                query(
                        HANDLERSOCKET,
                        "",
                        "select d.id, e.id from Diary d join d.entries e where d.id = :id and e.title = :title",
                        Map.of("id", 1L, "title", "b")),
                query(
                        HANDLERSOCKET,
                        "",
                        "select d.id, e.id from Diary d join d.entries e on e.title = :title where d.id = :id",
                        Map.of("id", 1L, "title", "b")),
                query(
                        HANDLERSOCKET,
                        "",
                        "select d.id, e.id from Diary d left join d.entries e on e.title = :title where d.id = :id",
                        Map.of("id", 1L, "title", "nothing")),
                query(
                        HANDLERSOCKET,
                        "",
                        "select d.id, e.id from Diary d join d.entries e where d.id = :id and e.price is null",
                        first),
                query(
                        JDBC,
                        "outer join",
                        "select d.id from Diary d left join d.entries e where d.id = :id and e.title is null",
                        Map.of("id", 2L)),
                query(
                        JDBC,
                        "outer join",
                        "select d.id from Diary d left join d.entries e where d.id = :id and e.title = 'b'",
                        first),
                query(
                        HANDLERSOCKET,
                        "",
                        "select p.id from Pet p where p.id = :id and p.type.name = :name",
                        Map.of("id", 1, "name", "CAT")),
                query(
                        HANDLERSOCKET,
                        "",
                        "select p.id from Pet p where p.id = :id and p.type.name = :name ",
                        Map.of("id", 1, "name", "dog")),
                query(
                        JDBC,
                        "no column of the first table",
                        "select p.id from Pet p where p.type.name = :name",
                        Map.of("name", "dog")),
                row(
                        "distinct over a join fetch",
                        HANDLERSOCKET,
                        "",
                        2,
                        s -> s.createSelectionQuery(
                                        "select distinct d from Diary d left join fetch d.labels where d.id = 3",
                                        Clinic.Diary.class)
                                .getResultList()
                                .size()),
                query(
                        JDBC,
                        "DISTINCT",
                        "select distinct d.id, n from Diary d join d.numbers n where d.id = :id",
                        first),
                query(
                        HANDLERSOCKET,
                        "",
                        "select distinct d.id, e.id from Diary d left join d.entries e where d.id = :id",
                        first),
                query(
                        HANDLERSOCKET,
                        "",
                        "select distinct e.id, d.title from Entry e join e.diary d where e.id = :id",
                        Map.of("id", 1)),
                query(
                        JDBC,
                        "DISTINCT",
                        "select distinct d.id, e.price from Diary d join d.entries e where d.id = :id",
                        first));
    }

    private static Stream<MatrixCase> snapshots() {
        return Stream.of(
                row("snapshot of a row", HANDLERSOCKET, "", 1, s -> snapshot(s, Model.Versioned.class, 1)),
                row("snapshot of no row", HANDLERSOCKET, "", 1, s -> snapshot(s, Model.Versioned.class, 77)),
                row(
                        "snapshot of an entity without attributes",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> snapshot(s, Narrowed.Club.class, 1)),
                query(HANDLERSOCKET, "", "select 1 from Resident m where m.id = :id", Map.of("id", 1)));
    }

    private static Object snapshot(Session session, Class<?> entity, Object id) {
        SessionImplementor implementor = session.unwrap(SessionImplementor.class);
        Object[] snapshot = implementor
                .getPersistenceContext()
                .getDatabaseSnapshot(
                        id, implementor.getFactory().getMappingMetamodel().getEntityDescriptor(entity));
        return snapshot == null ? "null" : Arrays.asList(snapshot).toString();
    }
}
