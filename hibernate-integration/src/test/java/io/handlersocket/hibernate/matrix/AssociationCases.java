// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.fixture.Family.Author;
import io.handlersocket.hibernate.fixture.Family.Book;
import io.handlersocket.hibernate.fixture.Family.City;
import io.handlersocket.hibernate.fixture.Family.Member;
import io.handlersocket.hibernate.fixture.Family.Note;
import io.handlersocket.hibernate.fixture.Family.Passport;
import io.handlersocket.hibernate.fixture.Family.Person;
import io.handlersocket.hibernate.fixture.Family.Playlist;
import io.handlersocket.hibernate.fixture.Family.Student;
import io.handlersocket.hibernate.fixture.Family.Team;
import io.handlersocket.hibernate.fixture.HibernateLine;
import io.handlersocket.hibernate.fixture.Model;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.Hibernate;
import org.hibernate.Session;

/** References and collections. */
final class AssociationCases {

    private AssociationCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(references(), collections(), batches(), joins()).flatMap(cases -> cases);
    }

    private static Object initialize(Object owner, Object part) {
        Hibernate.initialize(part);
        return owner;
    }

    private static Stream<MatrixCase> references() {
        boolean joinsAny = HibernateLine.isAtLeast7(4); // older lines load the target by a select of its own
        return Stream.of(
                row("lazy to-one and its target", HANDLERSOCKET, "", 2, s -> {
                    Book book = s.find(Book.class, 1);
                    return initialize(book, book.author);
                }),
                row("lazy to-one that is null", HANDLERSOCKET, "", 1, s -> s.find(Book.class, 4)),
                row("to-one by a unique key", HANDLERSOCKET, "", 2, s -> {
                    City city = s.find(City.class, 1);
                    return initialize(city, city.country);
                }),
                row("to-one by a unique key that is null", HANDLERSOCKET, "", 1, s -> s.find(City.class, 2)),
                row("one-to-one, from its owner", HANDLERSOCKET, "", 1, s -> s.find(Person.class, 1)),
                row("one-to-one, mapped by the other side", HANDLERSOCKET, "", 2, s -> s.find(Passport.class, 1)),
                row("one-to-one, mapped by nobody", HANDLERSOCKET, "", 2, s -> s.find(Passport.class, 2)),
                row("eager to-one", HANDLERSOCKET, "", 1, s -> s.find(Model.EagerOwner.class, 1)),
                row("eager @Any that is null", joinsAny ? JDBC : HANDLERSOCKET, "", 1, s -> s.find(Note.class, 2)));
    }

    private static Stream<MatrixCase> collections() {
        return Stream.of(
                row(
                        "one-to-many by foreign key",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.find(Author.class, 1),
                        (s, author) -> initialize(author, author.books)),
                row(
                        "one-to-many, empty",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.find(Author.class, 3),
                        (s, author) -> initialize(author, author.books)),
                row(
                        "element collection",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.find(Author.class, 1),
                        (s, author) -> initialize(author, author.tags)),
                row(
                        "element collection that is a map",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.find(Author.class, 1),
                        (s, author) -> initialize(author, author.marks)),
                row(
                        "collection with @OrderBy",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.find(Author.class, 1),
                        (s, author) -> initialize(author, author.byTitle)),
                row(
                        "size of a lazy collection",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.find(Author.class, 1),
                        (s, author) -> author.books.size()));
    }

    private static Stream<MatrixCase> batches() {
        return Stream.of(
                row("@BatchSize of an entity", HANDLERSOCKET, "", 1, AssociationCases::members, (s, members) -> {
                    Hibernate.initialize(members.get(0).team);
                    return members.stream().map(member -> member.team).toList();
                }),
                row(
                        "@BatchSize of a collection",
                        HANDLERSOCKET,
                        "",
                        1,
                        AssociationCases::teams,
                        (s, teams) -> initialize(teams, teams.get(0).members)),
                row("find of an entity with @BatchSize", HANDLERSOCKET, "", 1, s -> s.find(Team.class, 1)));
    }

    private static List<Member> members(Session session) {
        return session.createQuery("from Member m order by m.id", Member.class).getResultList();
    }

    private static List<Team> teams(Session session) {
        return session.createQuery("from Team t order by t.id", Team.class).getResultList();
    }

    private static Stream<MatrixCase> joins() {
        return Stream.of(
                row(
                        "entity graph with a join",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.find(
                                Book.class,
                                1,
                                Map.of("jakarta.persistence.loadgraph", s.getEntityGraph("with-author")))),
                row(
                        "many-to-many",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.find(Student.class, 1),
                        (s, student) -> initialize(student, student.courses)),
                row(
                        "join table with @OrderColumn",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.find(Playlist.class, 1),
                        (s, playlist) -> initialize(playlist, playlist.songs)),
                row(
                        "join fetch",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.createQuery("from Author a join fetch a.books where a.id = :id", Author.class)
                                .setParameter("id", 1)
                                .getSingleResult()));
    }
}
