// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.fixture.Hierarchies.Animal;
import io.handlersocket.hibernate.fixture.Hierarchies.Cat;
import io.handlersocket.hibernate.fixture.Hierarchies.Dog;
import io.handlersocket.hibernate.fixture.Hierarchies.Dossier;
import io.handlersocket.hibernate.fixture.Hierarchies.Part;
import io.handlersocket.hibernate.fixture.Hierarchies.Piece;
import io.handlersocket.hibernate.fixture.Hierarchies.Place;
import io.handlersocket.hibernate.fixture.Hierarchies.Puppy;
import io.handlersocket.hibernate.fixture.Hierarchies.Screw;
import io.handlersocket.hibernate.fixture.Hierarchies.Tile;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.Session;

/** Loads of several tables. */
final class JoinCases {

    private JoinCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(hierarchies(), tables()).flatMap(cases -> cases);
    }

    private static MatrixCase find(String name, Class<?> entity, Object id) {
        return row(name, HANDLERSOCKET, "", 1, s -> found(s.find(entity, id)));
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
                row("JOINED by a unique key of the root", HANDLERSOCKET, "", 1, s -> named(s, "Animal", "puppy")),
                row(
                        "JOINED leaf by a unique key of the root",
                        JDBC,
                        "another table than the first",
                        1,
                        s -> named(s, "Dog", "puppy")),
                row("JOINED, refreshed", HANDLERSOCKET, "", 1, s -> s.find(Animal.class, 3), (s, animal) -> {
                    s.refresh(animal);
                    return animal;
                }));
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
                row("two @SecondaryTables, by query", HANDLERSOCKET, "", 1, s -> s.createSelectionQuery(
                                "from Dossier d where d.id in (:ids)", Dossier.class)
                        .setParameterList("ids", List.of(3L, 1L, 3L))
                        .getResultList()));
    }
}
