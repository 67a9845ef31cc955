// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.handlersocket.hibernate.fixture.HibernateLine;
import io.handlersocket.hibernate.fixture.Library;
import io.handlersocket.hibernate.fixture.Library.Author;
import io.handlersocket.hibernate.fixture.Library.Book;
import io.handlersocket.hibernate.fixture.Library.Country;
import io.handlersocket.hibernate.fixture.Library.Person;
import io.handlersocket.hibernate.fixture.Library.Room;
import io.handlersocket.hibernate.fixture.Library.RoomId;
import io.handlersocket.hibernate.fixture.Twins;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Collections, references and several entities at once: the route of each, and what JDBC gives. */
@SuppressWarnings({"deprecation", "removal"}) // loaders of several keys that applications still use
class RelationsIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static Twins twins;

    @BeforeAll
    static void start() {
        twins = new Twins(
                SERVER,
                Map.of(),
                List.of(
                        "lib_author_lib_author",
                        "lib_author_tag",
                        "lib_author_line",
                        "lib_book",
                        "lib_prize",
                        "lib_author",
                        "lib_passport",
                        "lib_vehicle",
                        "lib_person",
                        "lib_seat",
                        "lib_room",
                        "lib_country",
                        "lib_ticket",
                        "lib_event",
                        "lib_word"),
                Library.rows(),
                Library.entities());
    }

    @AfterAll
    static void stop() {
        twins.close();
    }

    private static <E> List<String> sorted(Collection<E> elements, Function<E, Object> text) {
        return elements.stream()
                .map(e -> String.valueOf(text.apply(e)))
                .sorted()
                .toList();
    }

    private static Function<Session, List<String>> ofAuthor(int id, Function<Author, List<String>> texts) {
        return session -> texts.apply(session.find(Author.class, id));
    }

    @Test
    void collectionsAreReadByTheForeignKeysIndex() {
        twins.rows(HANDLERSOCKET, 2, ofAuthor(3, a -> sorted(a.books, b -> b.id + b.title + b.text)))
                .hasSize(5);
        twins.rows(HANDLERSOCKET, 2, ofAuthor(3, a -> sorted(a.tags, t -> t))).hasSize(3);
        twins.rows(HANDLERSOCKET, 2, ofAuthor(19, a -> sorted(a.tags, t -> t)))
                .as("empty")
                .isEmpty();
        twins.rows(HANDLERSOCKET, 2, ofAuthor(2, a -> new ArrayList<>(a.lines)))
                .as("by position")
                .hasSize(4);
        twins.rows(
                        HANDLERSOCKET,
                        2,
                        session -> sorted(
                                session.find(Author.class, 2).prizesByName.keySet(), k -> k))
                .hasSize(5);
    }

    @Test
    void collectionsThatAreSortedByAsciiTextUseHandlerSocket() {
        twins.same(HANDLERSOCKET, 1, ofAuthor(3, a -> List.of(a.name)));
        twins.rows(
                        HANDLERSOCKET,
                        1,
                        session -> session.createSelectionQuery(
                                        "select b.title from Book b where b.author.id = :id order by b.title",
                                        String.class)
                                .setParameter("id", 3)
                                .getResultList())
                .hasSize(5);
        assertThat(plan(LoadPlan.Kind.COLLECTION, Author.class.getName() + ".sortedBooks")
                        .route())
                .isEqualTo(HANDLERSOCKET);
        twins.rows(
                        HANDLERSOCKET,
                        2,
                        ofAuthor(
                                3, a -> a.sortedBooks.stream().map(b -> b.title).toList()))
                .hasSize(5);
        assertThat(plan(LoadPlan.Kind.COLLECTION, Author.class.getName() + ".friends")
                        .route())
                .isEqualTo(HANDLERSOCKET);
    }

    @Test
    void aBatchOfCollectionsIsReadWholeFromAnIndexThatIsNotUnique() {
        List<String> prizes = twins.same(HANDLERSOCKET, 2, session -> {
            List<Author> authors = session.findMultiple(Author.class, List.of(1, 2, 3, 4));
            Hibernate.initialize(authors.get(0).prizes);
            List<String> all = new ArrayList<>();
            for (Author author : authors) {
                assertThat(Hibernate.isInitialized(author.prizes)).isTrue();
                all.addAll(sorted(author.prizes, p -> author.id + p.name));
            }
            return all;
        });
        assertThat(prizes).hasSize(20);
    }

    @Test
    void aBatchPaddedWithNullIsReadWithoutIt() {
        twins.rows(HANDLERSOCKET, 2, session -> {
                    List<Author> authors = session.findMultiple(Author.class, List.of(5, 6));
                    Hibernate.initialize(authors.get(0).prizes);
                    return sorted(authors.get(1).prizes, p -> p.name);
                })
                .hasSize(5);
    }

    @Test
    void collectionsOfCompositeKeysAreReadAloneAndInBatches() {
        twins.rows(HANDLERSOCKET, 2, session -> {
                    Room room = session.find(Room.class, new RoomId(1, "a"));
                    return sorted(room.seats, s -> s.id);
                })
                .containsExactly("1", "2");
        twins.rows(HANDLERSOCKET, 2, session -> {
                    List<Room> rooms = session.findMultiple(
                            Room.class, List.of(new RoomId(1, "b"), new RoomId(9, "z"), new RoomId(1, "a")));
                    assertThat(rooms.get(1)).isNull();
                    Hibernate.initialize(rooms.get(0).seats);
                    return sorted(rooms.get(2).seats, s -> s.id);
                })
                .containsExactly("1", "2");
    }

    @Test
    void manyEntitiesAreReadByOneLoad() {
        twins.rows(
                        HANDLERSOCKET,
                        1,
                        session -> session.findMultiple(Author.class, List.of(7, 99, 3, 7, -1)).stream()
                                .map(a -> a == null ? "none" : a.name)
                                .toList())
                .containsExactly("author 7", "none", "author 3", "author 7", "none");
        twins.rows(
                        HANDLERSOCKET,
                        1,
                        session -> session.findMultiple(Library.Word.class, List.of("Apple", "Pear", "Plum")).stream()
                                .map(w -> w == null ? "none" : w.id + w.n)
                                .toList())
                .containsExactly("Apple1", "Pear2", "none");
        twins.rows(
                        HANDLERSOCKET,
                        1,
                        session -> sorted(session.byMultipleIds(Author.class).multiLoad(1, 2, 3), a -> a.name))
                .hasSize(3);
    }

    @Test
    void moreKeysThanOnePacketHoldsUseJdbc() {
        List<Integer> ids = IntStream.rangeClosed(1, 6000).boxed().toList();
        twins.same(
                JDBC,
                1,
                session -> session.findMultiple(Author.class, ids).stream()
                        .filter(a -> a != null)
                        .count());
        assertThat(twins.reason("more keys than one HandlerSocket packet holds"))
                .isPositive();
    }

    @Test
    void manyNaturalIdsAreReadByOneLoad() {
        assumeTrue(HibernateLine.isAtLeast7(3), "7.2 itself rejects natural ids as maps");
        twins.rows(
                        HANDLERSOCKET,
                        1,
                        session -> sorted(
                                session.byMultipleNaturalId(Country.class)
                                        .multiLoad(
                                                Map.of("region", "north", "number", 2),
                                                Map.of("region", "south", "number", 1)),
                                c -> c.name))
                .containsExactly("n2", "s1");
        twins.value(
                        HANDLERSOCKET,
                        1,
                        session -> session.byNaturalId(Country.class)
                                .using("region", "north")
                                .using("number", 1)
                                .load()
                                .name)
                .isEqualTo("n1");
    }

    @Test
    void referencesAreFollowedAloneAndInBatches() {
        twins.value(
                        HANDLERSOCKET,
                        2,
                        session -> session.find(Book.class, 11).author.getName())
                .isEqualTo("author 3");
        twins.rows(HANDLERSOCKET, 2, session -> {
                    List<Book> books = session.findMultiple(Book.class, List.of(1, 6, 11, 16));
                    List<String> names = new ArrayList<>();
                    books.forEach(book -> names.add(book.author.getName()));
                    return names;
                })
                .containsExactly("author 1", "author 2", "author 3", "author 4");
    }

    @Test
    void aReferenceToAUniqueKeyIsFollowed() {
        twins.value(HANDLERSOCKET, 2, session -> {
                    Author editor = session.find(Book.class, 100).editor;
                    return editor.getName();
                })
                .isEqualTo("author 5");
    }

    @Test
    void theOtherSideOfAOneToOneIsFound() {
        twins.value(HANDLERSOCKET, 2, session -> session.find(Person.class, 1).passport.number)
                .isEqualTo("seven");
        twins.value(HANDLERSOCKET, 2, session -> session.find(Person.class, 2).passport == null)
                .isEqualTo(true);
    }

    @Test
    void rowsOfOtherSubclassesAndDeletedOnesAreNotSeen() {
        twins.rows(HANDLERSOCKET, 2, session -> sorted(session.find(Library.Event.class, 1).tickets, t -> t.id))
                .containsExactly("1", "3");
        twins.rows(
                        HANDLERSOCKET,
                        1,
                        session -> session.findMultiple(Library.Ticket.class, List.of(1, 2, 3)).stream()
                                .map(t -> t == null ? 0 : t.id)
                                .toList())
                .containsExactly(1, 0, 3);
        twins.rows(
                        HANDLERSOCKET,
                        1,
                        session -> session.findMultiple(Library.Car.class, List.of(1, 2, 3, 4)).stream()
                                .map(c -> c == null ? 0 : c.doors)
                                .toList())
                .containsExactly(4, 0, 0, 2);
        twins.value(HANDLERSOCKET, 1, session -> session.find(Library.Bike.class, 1) == null)
                .isEqualTo(true);
        twins.rows(
                        HANDLERSOCKET,
                        1,
                        session -> session
                                .createSelectionQuery("from Car where owner.id = :owner", Library.Car.class)
                                .setParameter("owner", 1)
                                .getResultList()
                                .stream()
                                .map(car -> car.id)
                                .sorted()
                                .toList())
                .containsExactly(1, 4);
    }

    @Test
    void everyLoadSaysItsRouteBeforeItIsDone() {
        String library = Library.class.getName();
        assertThat(twins.fast().loads().plans())
                .filteredOn(plan -> plan.route() == JDBC)
                .extracting(plan -> plan.kind() + " " + plan.role().replace(library + "$", "") + ": " + plan.reason())
                .containsExactly(
                        "QUERY booksByTitle: no index of lib_book starts with (title)",
                        "QUERY renamed: the query writes");
        assertThat(twins.fast().loads().plans())
                .filteredOn(plan -> plan.route() == HANDLERSOCKET)
                .extracting(LoadPlan::kind)
                .contains(
                        LoadPlan.Kind.ENTITY, LoadPlan.Kind.COLLECTION, LoadPlan.Kind.NATURAL_ID, LoadPlan.Kind.QUERY);
    }

    private static LoadPlan plan(LoadPlan.Kind kind, String role) {
        return twins.fast().loads().plans().stream()
                .filter(plan -> plan.kind() == kind && plan.role().equals(role))
                .findFirst()
                .orElseThrow();
    }
}
