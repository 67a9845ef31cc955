// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static io.handlersocket.spring.Diaries.describe;
import static io.handlersocket.spring.LookupRoute.HANDLERSOCKET;
import static io.handlersocket.spring.LookupRoute.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.spring.diary.Entries.Card;
import io.handlersocket.spring.diary.Entry;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.IncorrectResultSizeDataAccessException;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;

/** Each form of query, over HandlerSocket and in the same application without the starter. */
class DirectQueryIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final LocalDateTime MORNING = LocalDateTime.parse("2026-03-01T07:00:00.500");
    private static Diaries diaries;
    private static Entries entries;
    private static Entries plain;
    private static final LocalDateTime NOON = LocalDateTime.parse("2026-03-02T12:00:00.500");

    @BeforeAll
    static void start() {
        diaries = Diaries.start(server);
        entries = diaries.entries();
        plain = diaries.plain();
    }

    @AfterAll
    static void stop() {
        diaries.close();
    }

    @BeforeEach
    void forget() {
        diaries.awaitFast();
        diaries.lookups().clear();
    }

    record Query(String name, Function<Entries, @Nullable Object> call) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static Arguments fast(String name, Function<Entries, @Nullable Object> call) {
        return Arguments.of(new Query(name, call), HANDLERSOCKET, "");
    }

    private static Arguments jdbc(String name, String reason, Function<Entries, @Nullable Object> call) {
        return Arguments.of(new Query(name, call), JDBC, reason);
    }

    /** JPA answers, whose query Hibernate may answer over HandlerSocket. */
    private static Arguments jpa(String name, Function<Entries, @Nullable Object> call) {
        return Arguments.of(new Query(name, call), HANDLERSOCKET, "");
    }

    static Stream<Arguments> queries() {
        return Stream.of(
                fast("a record by unique key", e -> e.findCardBySlug("slug-7")),
                fast("no record", e -> e.findCardBySlug("slug-0")),
                fast("a record by key in capitals", e -> e.findCardBySlug("SLUG-7")),
                fast("an interface", e -> e.findHeadlineBySlug("slug-40")),
                fast("a unique key and more", e -> e.findHeadlineBySlugAndTitle("slug-40", "straße")),
                fast("a unique key and something else", e -> e.findHeadlineBySlugAndTitle("slug-40", "other")),
                fast("no interface", e -> e.findHeadlineBySlug("none")),
                fast("an entity by unique key", e -> e.findBySlug("slug-7")),
                fast("entities by a prefix", e -> sorted(e.findByAuthorId(3))),
                fast("existence", e -> e.existsBySlug("slug-9")),
                fast("absence", e -> e.existsBySlug("slug-301")),
                fast("a future", e -> e.findLaterBySlug("slug-12")),
                fast("a future of nothing", e -> e.findLaterBySlug("slug-none")),
                fast("a prefix in order", e -> e.findCardsByAuthorIdOrderByCreated(3)),
                fast("a prefix in the opposite order", e -> e.findCardsByAuthorIdOrderByCreatedDescIdDesc(4)),
                fast("a limit", e -> e.findCardsByAuthorIdOrderByCreatedAsc(2, Limit.of(5))),
                fast("no limit", e -> e.findCardsByAuthorIdOrderByCreatedAsc(2, Limit.unlimited())),
                fast("the last three", e -> e.findTop3CardsByAuthorIdOrderByCreatedDesc(5)),
                fast("the last", e -> e.findFirstCardByAuthorIdOrderByCreatedDesc(6)),
                jdbc("a limit without an order", "a LIMIT without ORDER BY", e -> e.findTop2CardsByAuthorId(3)),
                jdbc("the first of several", "a LIMIT without ORDER BY", e -> e.findFirstCardByAuthorId(3)),
                jdbc("the first of none", "a LIMIT without ORDER BY", e -> e.findFirstCardByAuthorId(999)),
                fast("the first of one", e -> e.findFirstCardBySlug("slug-7")),
                fast("after", e -> e.findCardsByAuthorIdAndCreatedGreaterThanOrderByCreated(1, NOON)),
                fast("after, turned", e -> e.findCardsByAuthorIdAndCreatedGreaterThanEqualOrderByCreatedDesc(1, NOON)),
                fast("before, turned", e -> e.findCardsByAuthorIdAndCreatedLessThanOrderByCreated(1, NOON)),
                fast("before", e -> sorted(e.findCardsByAuthorIdAndCreatedBefore(2, NOON.plusDays(1)))),
                fast(
                        "between",
                        e -> e.findCardsByCreatedBetweenAndAuthorIdOrderByCreatedDesc(NOON, NOON.plusDays(2), 4)),
                fast("a range without prefix", e -> ties(e.findCardsByScoreLessThanOrderByScoreDesc(0))),
                fast("text by collation", e -> sorted(e.findHeadlinesByTitle("STRASSE"))),
                fast("empty text", e -> sorted(e.findHeadlinesByTitle("  "))),
                fast("no text", e -> sorted(e.findHeadlinesByTitle("missing"))),
                fast("converted values", e -> e.findDetailById(5)),
                fast("a converted key", e -> sorted(e.findDetailsByCode("code-7"))),
                fast("TRUE", e -> sorted(e.findCardsByHiddenTrue())),
                fast("a slice", e -> e.findCardsByAuthorIdOrderByCreated(3, PageRequest.of(0, 7))),
                fast("a later slice", e -> e.findCardsByAuthorIdOrderByCreated(3, PageRequest.of(2, 4))),
                fast("a slice behind the end", e -> e.findCardsByAuthorIdOrderByCreated(3, PageRequest.of(9, 9))),
                fast("a future of many", e -> e.findLaterByAuthorIdOrderByCreated(2)),
                fast("a method with a transaction of its own", e -> sorted(e.findCardsByScore(3))),
                fast("a named index", e -> e.card("slug-100")),
                fast("a named index behind a default method", e -> e.of(5)),
                fast("a query for the entity", e -> e.cardOf("slug-101")),
                fast("a query for attributes by name", e -> e.headline("slug-40")),
                fast("a query with an order", e -> e.ranks(3, 9)),
                fast("a named index and a derived name", e -> e.findNamedCardsByAuthorIdOrderByCreatedDescIdDesc(4)),
                fast(
                        "a reference",
                        e -> e.getReferenceById(5L).getClass().getSimpleName().startsWith("Entry")),
                jpa("an open interface", e -> e.findOpenedBySlug("slug-7").getText()),
                jpa(
                        "NULL alone",
                        e -> sorted(e.findTitlesByAuthorId(3).stream()
                                .map(one -> one == null ? "nothing" : "title " + one.getTitle())
                                .toList())),
                jpa("no rows", e -> e.findTop0CardsByAuthorIdOrderByCreated(3)),
                jdbc(
                        "some rows of no order",
                        "a LIMIT without ORDER BY",
                        e -> e.findTop5CardsByMood(Entry.Mood.BAD).size()),
                jdbc("NULL", "null argument", e -> e.findCardBySlug(null)),
                fast("an enum", e -> sorted(e.findCardsByMood(Entry.Mood.BAD))),
                fast("a moment", e -> sorted(e.findCardsByAuthorIdAndCreated(2, MORNING))),
                jdbc(
                        "a moment between those of the column",
                        "that column created does not hold exactly",
                        e -> sorted(e.findCardsByAuthorIdAndCreated(2, MORNING.plusNanos(300_000)))),
                fast(
                        "a moment finer than the driver sends",
                        e -> sorted(e.findCardsByAuthorIdAndCreated(2, MORNING.plusNanos(3)))),
                fast("more rows than are read without Hibernate", e -> ties(e.findCardsByAuthorIdOrderByCreated(7))),
                jdbc(
                        "a caller's order",
                        "order chosen",
                        e -> e.findCardsByAuthorIdOrderByCreated(3, PageRequest.of(0, 5, Sort.by("slug")))),
                fast("all pages", e -> e.findCardsByAuthorIdOrderByCreated(3, Pageable.unpaged())),
                fast("a large limit", e -> e.findCardsByAuthorIdOrderByCreatedAsc(2, Limit.of(101))),
                jdbc("a text range", "", e -> e.findHeadlinesByTitleGreaterThanEqualOrderByTitle("straße")));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("queries")
    void givesWhatJpaGives(Query query, LookupRoute route, String reason) {
        String expected = describe(query.call().apply(plain));
        describe(query.call().apply(entries)); // opens what was never opened
        diaries.lookups().clear();
        if (route == HANDLERSOCKET) {
            await().until(() -> {
                diaries.lookups().clear();
                describe(query.call().apply(entries));
                return !diaries.lookups().isEmpty() && diaries.lookups().get(0).route() != JDBC;
            });
            diaries.lookups().clear();
        }
        long before = diaries.questions();

        String actual = describe(query.call().apply(entries));

        long commands = diaries.questions() - before - 1;
        assertThat(actual).isEqualTo(expected);
        assertThat(diaries.lookups())
                .hasSize(1)
                .allSatisfy(lookup -> assertThat(lookup.reason()).contains(reason));
        if (route == HANDLERSOCKET) {
            assertThat(diaries.lookups().get(0).route()).isNotEqualTo(JDBC);
            assertThat(commands).isZero();
        } else {
            assertThat(diaries.lookups().get(0).route()).isEqualTo(JDBC);
            assertThat(diaries.lookups().get(0).reason()).isNotEmpty();
        }
    }

    @Test
    void failsAsJpaFailsWhereOneRowIsExpected() {
        assertThatThrownBy(() -> entries.findOneCardByAuthorId(1))
                .isInstanceOf(IncorrectResultSizeDataAccessException.class);
        assertThat(diaries.lookups())
                .singleElement()
                .satisfies(lookup -> assertThat(lookup.reason()).startsWith("failed: "));
    }

    /** As SQL reads the index, and as the loads of Hibernate do. */
    @Test
    void rowsBelowABoundComeInTheOrderOfTheIndex() {
        assertThat(List.copyOf(entries.findCardsByAuthorIdAndCreatedBefore(2, NOON.plusDays(9))))
                .hasSizeGreaterThan(2)
                .isSortedAccordingTo(
                        Comparator.comparing((Entries.Card card) -> card.created(), Comparator.naturalOrder())
                                .thenComparing(Entries.Card::id));
    }

    /** Of a value that no row has, only the call itself goes to SQL. */
    @Test
    void theIndexStaysOpenIfAColumnCannotHoldABound() {
        String tooLong = "x".repeat(41);
        String expected = describe(plain.findHeadlinesByTitleGreaterThanEqualOrderByTitle(tooLong));
        await().until(() -> {
            diaries.lookups().clear();
            entries.findHeadlinesByTitleGreaterThanEqualOrderByTitle("z");
            return diaries.lookups().get(0).route() == HANDLERSOCKET;
        });
        diaries.lookups().clear();

        assertThat(describe(entries.findHeadlinesByTitleGreaterThanEqualOrderByTitle(tooLong)))
                .isEqualTo(expected);
        entries.findHeadlinesByTitleGreaterThanEqualOrderByTitle("z");

        assertThat(diaries.lookups()).extracting(Lookup::route).containsExactly(JDBC, HANDLERSOCKET);
        assertThat(diaries.lookups().get(0).kind()).isEqualTo(JdbcReason.Kind.VALUE);
    }

    @Test
    void findsManyEntitiesByIdWithoutATransaction() {
        List<Long> ids = List.of(5L, 3L, 999L, 5L, 100L);
        String expected = sorted(plain.findAllById(ids)).toString();
        long before = diaries.questions();

        String actual = sorted(entries.findAllById(ids)).toString();

        long commands = diaries.questions() - before - 1;
        assertThat(actual).isEqualTo(expected);
        assertThat(commands).isZero();
        assertThat(diaries.lookups())
                .singleElement()
                .satisfies(lookup -> assertThat(lookup.route()).isEqualTo(HANDLERSOCKET));
    }

    /** Rows of an order that leaves some open, in one that does not. */
    private static List<String> sorted(Collection<?> rows) {
        return rows.stream().map(Diaries::describe).sorted().toList();
    }

    /** By what is ordered, then by everything. */
    private static List<String> ties(Collection<Card> cards) {
        return sorted(cards);
    }
}
