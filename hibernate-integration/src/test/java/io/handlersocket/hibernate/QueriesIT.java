// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.Library;
import io.handlersocket.hibernate.fixture.Library.Author;
import io.handlersocket.hibernate.fixture.Library.Book;
import io.handlersocket.hibernate.fixture.Twins;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.ListAssert;
import org.hibernate.LockMode;
import org.hibernate.Session;
import org.hibernate.query.SelectionQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Queries that are lookups, and those that look like one and are not. */
class QueriesIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static Twins twins;

    @BeforeAll
    static void start() {
        twins = new Twins(
                SERVER,
                Map.of("hibernate.query.in_clause_parameter_padding", "true"),
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
                rows(),
                Library.entities());
    }

    private static List<String> rows() {
        List<String> rows = new ArrayList<>(Library.rows());
        rows.add("insert into lib_prize (id, author_id, name) select seq, 17, 'many' from seq_1000_to_5095");
        rows.add("insert into lib_prize (id, author_id, name) select seq, 18, 'many' from seq_6000_to_10094");
        return rows;
    }

    @AfterAll
    static void stop() {
        twins.close();
    }

    private static List<String> titles(Session session, String query, Consumer<SelectionQuery<Book>> settings) {
        SelectionQuery<Book> books = session.createSelectionQuery(query, Book.class);
        settings.accept(books);
        return books.getResultList().stream().map(book -> book.title).sorted().toList();
    }

    private static List<String> books(Route route, String query, Consumer<SelectionQuery<Book>> settings) {
        return twins.same(route, 1, session -> titles(session, query, settings));
    }

    /** Three ids and four are the same text. */
    @Test
    void aPaddedListHasItsOwnKeysEachTime() {
        for (List<Integer> ids : List.of(List.of(1, 2, 3), List.of(1, 2, 3, 4), List.of(5, 6, 7), List.of(8, 9))) {
            assertThat(books(HANDLERSOCKET, "from Book where id in (:ids)", q -> q.setParameterList("ids", ids)))
                    .hasSize(ids.size());
        }
    }

    @Test
    void equalityOfAnIndexedColumnIsALookup() {
        assertThat(books(HANDLERSOCKET, "from Book where id = :id", q -> q.setParameter("id", 3)))
                .hasSize(1);
        assertThat(books(HANDLERSOCKET, "from Book where author.id = :id", q -> q.setParameter("id", 3)))
                .hasSize(5);
        assertThat(books(HANDLERSOCKET, "from Book where author.id = :id", q -> q.setParameter("id", 77)))
                .isEmpty();
        assertThat(books(HANDLERSOCKET, "from Book where genre = :g", q -> q.setParameter("g", "A")))
                .as("as the collation compares")
                .hasSize(33);
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where genre = :g and published = :y",
                        q -> q.setParameter("g", "b").setParameter("y", 2003)))
                .isNotEmpty();
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where published = :y and id = :id and genre = :g",
                        q -> q.setParameter("g", "b").setParameter("y", 2001).setParameter("id", 1)))
                .containsExactly("title 1");
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where published = :y and id = :id",
                        q -> q.setParameter("y", 2002).setParameter("id", 1)))
                .as("the rest of the condition does not hold")
                .isEmpty();
        twins.rows(
                        HANDLERSOCKET,
                        1,
                        session -> session.createSelectionQuery(
                                        "select a.name from Author a where a.code = :code", String.class)
                                .setParameter("code", "CODE 4")
                                .getResultList())
                .containsExactly("author 4");
    }

    @Test
    void nullEqualsNothing() {
        // Nothing is asked, so nothing is read: an empty answer is shown as null, of which no read is expected.
        twins.value(HANDLERSOCKET, 1, session -> {
                    List<String> none = titles(
                            session, "from Book where author.id = :id", q -> q.setParameter("id", null, Integer.class));
                    return none.isEmpty() ? null : none;
                })
                .isNull();
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where author.id in (:ids)",
                        q -> q.setParameterList("ids", Arrays.asList(3, null, 4))))
                .hasSize(10);
    }

    @Test
    void aListOfKeysGivesEachRowOnce() {
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where id in (:ids)",
                        q -> q.setParameterList("ids", List.of(3, 5, 3, 99, 7))))
                .containsExactly("title 3", "title 5", "title 7");
        twins.rows(
                        HANDLERSOCKET,
                        1,
                        session -> session.createSelectionQuery("select id from Book where id in (:ids)", Integer.class)
                                .setParameterList("ids", List.of(7, 3, 12, 3))
                                .getResultList())
                .as("in the order of the index")
                .containsExactly(3, 7, 12);
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where author.id in (:ids)",
                        q -> q.setParameterList("ids", List.of(1, 2, 1))))
                .hasSize(10);
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where genre in (:gs)",
                        q -> q.setParameterList("gs", List.of("a", "A", "ä"))))
                .as("texts that are equal to the collation")
                .hasSizeGreaterThan(16);
        twins.rows(
                        HANDLERSOCKET,
                        1,
                        session -> session
                                .createSelectionQuery("from Word where id in (:ids)", Library.Word.class)
                                .setParameterList("ids", List.of("apple", "APPLE", "Pear"))
                                .getResultList()
                                .stream()
                                .map(word -> word.id)
                                .sorted()
                                .toList())
                .containsExactly("Apple", "Pear");
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where genre = :g and published in (:ys)",
                        q -> q.setParameter("g", "b").setParameterList("ys", List.of(2001, 2002, 2003))))
                .isNotEmpty();
    }

    @Test
    void constantsBesidesTheKeyAreComparedByTheServer() {
        assertThat(books(
                        HANDLERSOCKET, "from Book where author.id = :id and genre = 'B'", q -> q.setParameter("id", 3)))
                .isNotEmpty();
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where author.id = :id and published = 2003",
                        q -> q.setParameter("id", 3)))
                .hasSizeLessThan(5);
        assertThat(books(HANDLERSOCKET, "from Book where genre = 'B'", q -> {})).isNotEmpty();
        assertThat(books(JDBC, "from Book where author.id = :id and text = 'x'", q -> q.setParameter("id", 3)))
                .isEmpty();
    }

    @Test
    void aListOfConstantsIsAListOfKeys() {
        assertThat(books(HANDLERSOCKET, "from Book where id in (3, 5, 3, 99, 7)", q -> {}))
                .containsExactly("title 3", "title 5", "title 7");
        assertThat(books(HANDLERSOCKET, "from Book where author.id in (1, 2, 1)", q -> {}))
                .hasSize(10);
        assertThat(books(HANDLERSOCKET, "from Book where genre in ('a', 'A', 'ä')", q -> {}))
                .as("texts that are equal to the collation")
                .hasSizeGreaterThan(16);
        assertThat(books(
                        HANDLERSOCKET, "from Book where id in (1, 2, 4) and genre = :g", q -> q.setParameter("g", "b")))
                .containsExactly("title 1", "title 4");
        assertThat(books(HANDLERSOCKET, "from Book where genre = 'b' and id in (1, 2, 4)", q -> {}))
                .containsExactly("title 1", "title 4");
        assertThat(books(HANDLERSOCKET, "from Book where id in (4, 1, 2, 4) and editor is null", q -> {}))
                .containsExactly("title 1", "title 2", "title 4");
        ids(HANDLERSOCKET, "select id from Book where id in (7, 3, 12, 3)", 0)
                .as("in the order of the index")
                .containsExactly(3, 7, 12);
        ids(HANDLERSOCKET, "select id from Book where id in (7, 3, 12) order by id desc", 0)
                .containsExactly(12, 7, 3);
        ids(HANDLERSOCKET, "select b.id from Book b join b.author a where b.id in (7, 3, 12) order by b.id desc", 0)
                .containsExactly(12, 7, 3);
        twins.value(
                        HANDLERSOCKET,
                        1,
                        session -> session.createSelectionQuery(
                                        "select count(*) from Book where id in (2, 3, 3, 999)", Long.class)
                                .getSingleResult())
                .isEqualTo(2L);
        ids(JDBC, "select id from Book where id in (7, 3, 12) order by id", 2).containsExactly(3, 7);
        ids(JDBC, "select id from Book where id in (7, 3, 12) order by published, title", 0)
                .hasSize(3);
        books(JDBC, "from Book where id in (1, :id)", q -> q.setParameter("id", 2));
        books(JDBC, "from Book where id in (1, 2) and published in (2001, 2002)", q -> {});
    }

    private static ListAssert<Integer> ids(Route route, String query, int limit) {
        return twins.rows(route, 1, session -> {
            SelectionQuery<Integer> ids = session.createSelectionQuery(query, Integer.class);
            return (limit == 0 ? ids : ids.setMaxResults(limit)).getResultList();
        });
    }

    @Test
    void aListOfConstantsGivesEachRowOnce() {
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where id in (:ids) and genre in ('b', 'B')",
                        q -> q.setParameterList("ids", List.of(1, 2, 4, 5))))
                .as("texts that are equal to the collation")
                .containsExactly("title 1", "title 4");
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where id = :id and genre in ('a', 'z')",
                        q -> q.setParameter("id", 1)))
                .isEmpty();
    }

    @Test
    void aConditionIsNullIsComparedByTheServer() {
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where author.id = :id and editor is null",
                        q -> q.setParameter("id", 3)))
                .hasSize(5);
        assertThat(books(
                        HANDLERSOCKET,
                        "from Book where author.id = :id and editor is null",
                        q -> q.setParameter("id", 20)))
                .isEmpty();
    }

    @Test
    void whatIsMoreThanALookupUsesJdbc() {
        books(JDBC, "from Book where title = :t", q -> q.setParameter("t", "title 1"));
        books(JDBC, "from Book where published = :y", q -> q.setParameter("y", 2001));
        books(
                JDBC,
                "from Book where author.id = :id and title = :t",
                q -> q.setParameter("id", 1).setParameter("t", "title 1"));
        books(JDBC, "from Book where author.id = :id and genre in ('a', 'b')", q -> q.setParameter("id", 1));
        books(JDBC, "from Book where author.id = :id or id = :id", q -> q.setParameter("id", 1));
        books(JDBC, "from Book where author.id <> :id and id < 50", q -> q.setParameter("id", 1));
        books(
                JDBC,
                "from Book where author.id not in (:ids) and id < 50",
                q -> q.setParameterList("ids", List.of(1, 2)));
        books(JDBC, "from Book where author is null", q -> {});
        books(JDBC, "from Book b where b.author.name = :n", q -> q.setParameter("n", "author 1"));
        books(
                JDBC,
                "from Book where author.id = :id",
                q -> q.setParameter("id", 1).setHint("hibernate.query.database", "PRIMARY"));
        // Native SQL does not even come by here to be counted.
        twins.same(
                JDBC,
                0,
                session -> session.createNativeQuery("select title from lib_book where id = 1", String.class)
                        .getSingleResult());
        twins.same(
                JDBC,
                1,
                session -> session.createSelectionQuery("select count(*) from Book where author.id = :id", Long.class)
                        .setParameter("id", 1)
                        .getSingleResult());
    }

    @Test
    void streamsScrollsAndLocksUseJdbc() {
        twins.same(JDBC, 1, session -> {
            try (var books = session.createSelectionQuery("from Book where author.id = :id", Book.class)
                    .setParameter("id", 2)
                    .getResultStream()) {
                return books.map(book -> book.title).sorted().toList();
            }
        });
        twins.same(JDBC, 1, session -> {
            session.beginTransaction();
            List<String> titles = titles(
                    session,
                    "from Book where author.id = :id",
                    q -> q.setParameter("id", 2).setHibernateLockMode(LockMode.PESSIMISTIC_WRITE));
            session.getTransaction().rollback();
            return titles;
        });
    }

    @Test
    void readOnlyQueriesGiveReadOnlyEntities() {
        twins.value(HANDLERSOCKET, 1, session -> {
                    Book book = session.createSelectionQuery("from Book where id = :id", Book.class)
                            .setParameter("id", 5)
                            .setReadOnly(true)
                            .getSingleResult();
                    return session.isReadOnly(book);
                })
                .isEqualTo(true);
    }

    @Test
    void moreRowsOfOneKeyThanAreReadAtOnceUseJdbc() {
        // First, because it opens the index: a load that meets a closed one uses JDBC for another reason.
        twins.value(HANDLERSOCKET, 1, session -> prizes(session, 18)).isEqualTo(4095);
        String query = "select count(p.id) from Prize p where p.author.id = :id";
        twins.value(
                        JDBC,
                        1,
                        session -> session.createSelectionQuery(query, Long.class)
                                .setParameter("id", 17)
                                .getSingleResult())
                .isEqualTo(4096L);
        twins.value(JDBC, 1, session -> prizes(session, 17)).isEqualTo(4096);
        assertThat(twins.reason("4096 rows of one key, or more")).isPositive();
    }

    private static int prizes(Session session, int author) {
        return session.createSelectionQuery("from Prize where author.id = :id", Library.Prize.class)
                .setParameter("id", author)
                .getResultList()
                .size();
    }

    @Test
    void aChangeToTheTableIsFlushedBeforeTheQueryAndSeenByIt() {
        books(HANDLERSOCKET, "from Book where author.id = :id", q -> q.setParameter("id", 5));
        twins.same(HANDLERSOCKET, 1, session -> session.find(Author.class, 1).name);
        List<String> titles = twins.fast().sessionFactory().fromTransaction(session -> {
            session.find(Book.class, 20).title = "changed";
            List<String> seen = titles(session, "from Book where author.id = :id", q -> q.setParameter("id", 5));
            session.getTransaction().setRollbackOnly();
            session.clear();
            return seen;
        });
        assertThat(titles).contains("changed");
        // A table that the session did not change: nothing is flushed, and HandlerSocket may answer.
        twins.fast()
                .routed(
                        HANDLERSOCKET,
                        2,
                        () -> twins.fast().sessionFactory().fromSession(session -> {
                            session.find(Author.class, 1).name = "not flushed";
                            List<String> seen =
                                    titles(session, "from Book where author.id = :id", q -> q.setParameter("id", 5));
                            session.clear();
                            return seen;
                        }));
    }

    @Test
    void namedQueriesAreLookupsToo() {
        twins.value(
                        HANDLERSOCKET,
                        1,
                        session -> session.createNamedSelectionQuery("booksOfGenre", Book.class)
                                .setParameter("genre", "b")
                                .getResultList()
                                .size())
                .isEqualTo(17);
    }
}
