// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.Clinic.Dangling;
import io.handlersocket.hibernate.fixture.Clinic.Diary;
import io.handlersocket.hibernate.fixture.Clinic.Loop;
import io.handlersocket.hibernate.fixture.Clinic.Owner;
import io.handlersocket.hibernate.fixture.Clinic.Pet;
import io.handlersocket.hibernate.fixture.Clinic.Vet;
import io.handlersocket.hibernate.fixture.Clinic.Ward;
import io.handlersocket.hibernate.fixture.Hierarchies.Animal;
import io.handlersocket.hibernate.fixture.Hierarchies.Cat;
import io.handlersocket.hibernate.fixture.Hierarchies.Dog;
import io.handlersocket.hibernate.fixture.Hierarchies.Dossier;
import io.handlersocket.hibernate.fixture.Hierarchies.Keeper;
import io.handlersocket.hibernate.fixture.Hierarchies.Part;
import io.handlersocket.hibernate.fixture.Hierarchies.Piece;
import io.handlersocket.hibernate.fixture.Hierarchies.Place;
import io.handlersocket.hibernate.fixture.Hierarchies.Puppy;
import io.handlersocket.hibernate.fixture.Hierarchies.Screw;
import io.handlersocket.hibernate.fixture.Hierarchies.Tile;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.Session;

/** Loads of several tables. */
final class JoinCases {

    private JoinCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(hierarchies(), tables(), children(), queries(), dependent())
                .flatMap(cases -> cases);
    }

    private static MatrixCase find(String name, Class<?> entity, Object id) {
        return find(name, 1, entity, id);
    }

    private static MatrixCase find(String name, int loads, Class<?> entity, Object id) {
        return row(name, HANDLERSOCKET, "", loads, s -> found(s.find(entity, id)));
    }

    /** What a route says of a load that finds nothing is said by the name of null. */
    private static Object found(Object entity) {
        return entity == null ? "null" : entity;
    }

    private static Stream<MatrixCase> hierarchies() {
        return Stream.of(
                find("JOINED of three levels, the root", Animal.class, 1),
                find("JOINED of three levels, the middle", Animal.class, 2),
                find("JOINED of three levels, the leaf", Animal.class, 3),
                find("JOINED of three levels, another leaf", Animal.class, 4),
                find("JOINED of three levels, no row", Animal.class, 77),
                find("JOINED middle, itself", Dog.class, 2),
                find("JOINED middle, its leaf", Dog.class, 3),
                find("JOINED middle, a root", Dog.class, 1),
                find("JOINED middle, another leaf", Dog.class, 4),
                find("JOINED leaf, itself", Puppy.class, 3),
                find("JOINED leaf, the middle", Puppy.class, 2),
                find("JOINED leaf with a reference", Cat.class, 4),
                find("JOINED with a discriminator, the root", Part.class, "a"),
                find("JOINED with a discriminator, the leaf", Part.class, "b"),
                find("JOINED with a discriminator, the leaf's row missing", Part.class, "c"),
                find("JOINED with a discriminator, id in capitals", Part.class, "B"),
                find("JOINED leaf with a discriminator", Screw.class, "b"),
                find("JOINED leaf with a discriminator, its row missing", Screw.class, "c"),
                find("JOINED with a composite id, the root", Piece.class, new Place(1, 1)),
                find("JOINED with a composite id, the leaf", Piece.class, new Place(1, 2)),
                find("JOINED leaf with a composite id", Tile.class, new Place(1, 2)),
                find("JOINED leaf with a composite id, a root", Tile.class, new Place(2, 1)),
                row(
                        "JOINED, several",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.findMultiple(Animal.class, List.of(4, 1, 3, 77, 2))),
                row(
                        "JOINED with a composite id, several",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.findMultiple(Piece.class, List.of(new Place(2, 1), new Place(1, 2), new Place(5, 5)))),
                row("JOINED by a unique key of the root", HANDLERSOCKET, "", 1, s -> named(s, "JoinedAnimal", "puppy")),
                row(
                        "JOINED leaf by a unique key of the root",
                        JDBC,
                        "no column of the first table",
                        1,
                        s -> named(s, "JoinedDog", "puppy")),
                row("JOINED, refreshed", HANDLERSOCKET, "", 1, s -> s.find(Animal.class, 3), (s, animal) -> {
                    s.refresh(animal);
                    return animal;
                }));
    }

    private static MatrixCase graph(String graph, Object id) {
        return graph(HANDLERSOCKET, "", 1, graph, id);
    }

    private static MatrixCase graph(Route route, String reason, int loads, String graph, Object id) {
        return row(
                "entity graph of " + graph + ", of " + id,
                route,
                reason,
                loads,
                s -> s.find(Diary.class, id, Map.of("jakarta.persistence.loadgraph", s.getEntityGraph(graph))));
    }

    private static MatrixCase query(Route route, String reason, String jpql, Object id) {
        return query(route, reason, 1, jpql, id);
    }

    private static MatrixCase query(Route route, String reason, int loads, String jpql, Object id) {
        return row(
                jpql + " " + id,
                route,
                reason,
                loads,
                s -> s.createSelectionQuery(jpql, Object.class)
                        .setParameter("id", id)
                        .getResultList());
    }

    private static Stream<MatrixCase> children() {
        return Stream.of(
                find("other side of a one-to-one", Diary.class, 1L),
                find("other side of a one-to-one, none", Diary.class, 2L),
                graph("lines", 1L),
                graph("lines", 2L),
                graph("labels", 1L),
                graph("labels", 3L),
                graph("numbers", 1L),
                graph("numbers", 2L),
                graph("marks", 1L),
                graph("entries", 1L),
                graph("entries", 2L),
                graph("byTitle", 1L),
                graph("byPrice", 1L),
                graph("sortedByTitle", 1L),
                graph(HANDLERSOCKET, "", 2, "entries and labels", 1L),
                graph(HANDLERSOCKET, "", 2, "entries and labels", 3L),
                graph(HANDLERSOCKET, "", 2, "numbers and labels", 1L),
                graph(HANDLERSOCKET, "", 2, "numbers and labels", 3L),
                find("children, one of them deleted", Ward.class, 1),
                find("children, all deleted", Ward.class, 2));
    }

    private static Stream<MatrixCase> queries() {
        return Stream.of(
                query(HANDLERSOCKET, "", 2, "from Diary d join fetch d.entries where d.id = :id", 1L),
                query(HANDLERSOCKET, "", "from Diary d join fetch d.entries where d.id = :id", 2L),
                query(HANDLERSOCKET, "", 2, "from Diary d left join fetch d.entries where d.id = :id", 2L),
                query(
                        HANDLERSOCKET,
                        "",
                        2,
                        "from Diary d left join fetch d.entries left join fetch d.labels where d.id = :id",
                        1L),
                query(HANDLERSOCKET, "", "select d.title, e.title from Diary d join d.entries e where d.id = :id", 1L),
                query(HANDLERSOCKET, "", 2, "select d from Diary d join d.numbers n where d.id = :id", 1L),
                query(HANDLERSOCKET, "", 2, "select e, d from Entry e join e.diary d where e.id = :id", 1),
                query(
                        HANDLERSOCKET,
                        "",
                        "select d.title, e.id from Diary d left join d.entries e where d.id = :id order by e.price desc, e.id",
                        1L),
                query(
                        HANDLERSOCKET,
                        "",
                        "select d.title, e.title from Diary d join d.entries e where d.id = :id order by e.title",
                        1L),
                query(
                        HANDLERSOCKET,
                        "",
                        "select d.id from Diary d join d.entries e where d.id = :id and e.price = 10",
                        1L),
                query(
                        JDBC,
                        "not a text, number or boolean",
                        "select d.id from Diary d join d.entries e where d.id = :id and e.price = 10.5",
                        1L),
                query(JDBC, "DISTINCT", "select distinct d.title from Diary d join d.entries e where d.id = :id", 1L),
                query(
                        JDBC,
                        "conditions other than equal columns",
                        "select d.id from Diary d join d.entries e on e.price > 1 where d.id = :id",
                        1L),
                query(
                        HANDLERSOCKET,
                        "",
                        "select d.id, e.id from Diary d left join d.entries e on e.title = 'a' where d.id = :id",
                        1L),
                query(
                        JDBC,
                        "",
                        "select d.id, c.id from Diary d left join Cover c on c.colour = d.title where d.id = :id",
                        1L),
                query(JDBC, "", "select count(e) from Diary d join d.entries e where d.id = :id", 1L),
                row(
                        "join fetch of several",
                        HANDLERSOCKET,
                        "",
                        3,
                        s -> s.createSelectionQuery(
                                        "from Diary d left join fetch d.entries where d.id in (:ids)", Diary.class)
                                .setParameterList("ids", List.of(3L, 1L, 9L))
                                .getResultList()));
    }

    private static Stream<MatrixCase> dependent() {
        return Stream.of(
                find("owner with pets with visits", Owner.class, 1),
                find("owner without pets", Owner.class, 2),
                find("owner with a pet with a visit", Owner.class, 3),
                find("no owner", Owner.class, 77),
                row("several owners", HANDLERSOCKET, "", 1, s -> s.findMultiple(Owner.class, List.of(3, 1))),
                find("pet with visits and its type", Pet.class, 1),
                find("pet without a type", Pet.class, 4),
                find("many-to-many, eager", Vet.class, 1),
                find("many-to-many, eager, none", Vet.class, 2),
                find("eager reference to a hierarchy", Keeper.class, 1),
                find("eager reference to a hierarchy, others", Keeper.class, 2),
                find("eager reference to a hierarchy, null", Keeper.class, 3),
                find("eager reference to the same entity", 2, Loop.class, 3),
                find("eager reference to itself", Loop.class, 4),
                find("eager reference that is null", Loop.class, 1),
                find("reference to a row that is there", Dangling.class, 1),
                row(
                        "reference to no row",
                        JDBC,
                        "a reference to a missing row of c_type",
                        1,
                        s -> s.find(Dangling.class, 2)),
                find("reference to no row, null", Dangling.class, 3),
                query(
                        HANDLERSOCKET,
                        "",
                        "select a.id, d.id from Loop a left join a.next b left join b.next c left join c.next d where a.id = :id",
                        7),
                query(
                        JDBC,
                        "more than 3 deep",
                        "select a.id, e.id from Loop a left join a.next b left join b.next c left join c.next d"
                                + " left join d.next e where a.id = :id",
                        7),
                query(HANDLERSOCKET, "", 4, "from Visit v join fetch v.pet p join fetch p.owner where v.id = :id", 1));
    }

    private static Object named(Session session, String entity, String name) {
        return session.createSelectionQuery("from " + entity + " e where e.name = :name", Object.class)
                .setParameter("name", name)
                .getResultList();
    }

    private static Stream<MatrixCase> tables() {
        return Stream.of(
                find("two @SecondaryTables", Dossier.class, 1L),
                find("two @SecondaryTables without rows", Dossier.class, 2L),
                find("two @SecondaryTables, one without a row", Dossier.class, 3L),
                find("two @SecondaryTables, id beyond the column", Dossier.class, Long.MAX_VALUE),
                row(
                        "two @SecondaryTables, by query",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.createSelectionQuery("from Dossier d where d.id in (:ids)", Dossier.class)
                                .setParameterList("ids", List.of(3L, 1L, 3L))
                                .getResultList()));
    }
}
