// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.diary;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.IndexLookup;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.query.Param;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** One method for each form that an index can answer, and some that it cannot. */
@FastLookup
public interface Entries extends JpaRepository<Entry, Long> {

    /** What a list shows. */
    record Card(long id, @Nullable LocalDateTime created, String slug, Entry.Mood mood) {}

    /** The same by another name and way. */
    interface Headline {
        String getSlug();

        @Nullable
        String getTitle();

        boolean isHidden();
    }

    /** More than attributes. */
    interface Opened {
        @Value("#{target.toString().length() + ' letters'}")
        String getText();
    }

    /** One attribute that may be NULL. */
    interface OnlyTitle {
        @Nullable
        String getTitle();
    }

    /** Converted and exact values. */
    record Detail(String code, @Nullable BigDecimal price, int score) {}

    /** What a ranking scrolls over. */
    record Rank(long id, int score) {}

    @FastLookup
    Optional<Entry> findBySlug(String slug);

    @FastLookup
    Optional<Card> findCardBySlug(@Nullable String slug);

    @FastLookup
    @Nullable
    Headline findHeadlineBySlug(String slug);

    @FastLookup
    @Nullable
    Headline findHeadlineBySlugAndTitle(String slug, String title);

    @FastLookup
    Opened findOpenedBySlug(String slug);

    @FastLookup
    List<@Nullable OnlyTitle> findTitlesByAuthorId(long author);

    @FastLookup
    List<Card> findTop0CardsByAuthorIdOrderByCreated(long author);

    @FastLookup
    List<Card> findTop5CardsByMood(Entry.Mood mood);

    @FastLookup
    boolean existsBySlug(String slug);

    @FastLookup
    CompletableFuture<Card> findLaterBySlug(String slug);

    @FastLookup
    List<Entry> findByAuthorId(long author);

    @FastLookup
    List<Card> findCardsByAuthorIdOrderByCreated(long author);

    @FastLookup
    List<Card> findCardsByAuthorIdOrderByCreatedDescIdDesc(long author);

    @FastLookup
    List<Card> findCardsByAuthorIdOrderByCreatedAsc(long author, Limit limit);

    @FastLookup
    List<Card> findTop3CardsByAuthorIdOrderByCreatedDesc(long author);

    @FastLookup
    Optional<Card> findFirstCardByAuthorIdOrderByCreatedDesc(long author);

    @FastLookup
    List<Card> findTop2CardsByAuthorId(long author);

    @FastLookup
    Optional<Card> findFirstCardByAuthorId(long author);

    @FastLookup
    Optional<Card> findFirstCardBySlug(String slug);

    @FastLookup
    List<Card> findCardsByAuthorIdAndCreated(long author, LocalDateTime created);

    @FastLookup
    @Transactional(propagation = Propagation.NEVER)
    Optional<Card> findCardAloneBySlug(String slug);

    @FastLookup
    @Transactional(propagation = Propagation.REQUIRES_NEW, readOnly = true)
    Optional<Card> findCardApartBySlug(String slug);

    @FastLookup
    List<Card> findCardsByAuthorIdAndCreatedGreaterThanOrderByCreated(long author, LocalDateTime after);

    @FastLookup
    List<Card> findCardsByAuthorIdAndCreatedGreaterThanEqualOrderByCreatedDesc(long author, LocalDateTime after);

    @FastLookup
    List<Card> findCardsByAuthorIdAndCreatedLessThanOrderByCreated(long author, LocalDateTime before);

    @FastLookup
    List<Card> findCardsByCreatedBetweenAndAuthorIdOrderByCreatedDesc(
            LocalDateTime from, LocalDateTime until, long author);

    @FastLookup
    Collection<Card> findCardsByAuthorIdAndCreatedBefore(long author, LocalDateTime before);

    @FastLookup
    List<Headline> findHeadlinesByTitle(String title);

    @FastLookup
    List<Headline> findHeadlinesByTitleGreaterThanEqualOrderByTitle(String title);

    @FastLookup
    Optional<Detail> findDetailById(long id);

    @FastLookup
    List<Detail> findDetailsByCode(String code);

    @FastLookup
    List<Card> findCardsByMood(Entry.Mood mood);

    @FastLookup
    List<Card> findCardsByHiddenTrue();

    @FastLookup
    List<Card> findCardsByScoreLessThanOrderByScoreDesc(int score);

    @FastLookup
    Slice<Card> findCardsByAuthorIdOrderByCreated(long author, Pageable page);

    @FastLookup
    CompletableFuture<List<Card>> findLaterByAuthorIdOrderByCreated(long author);

    @FastLookup
    Optional<Card> findOneCardByAuthorId(long author);

    @FastLookup
    Window<Rank> findTop7RanksByAuthorIdOrderByScore(long author, ScrollPosition position);

    @FastLookup
    Window<Card> findTop9CardsByMoodOrderById(Entry.Mood mood, ScrollPosition position);

    @Transactional(readOnly = true)
    @FastLookup
    List<Card> findCardsByScore(int score);

    @Transactional
    @FastLookup
    Optional<Card> findWrittenCardBySlug(String slug);

    @IndexLookup(index = "uk_slug")
    @Query("select e.id as id, e.created as created, e.slug as slug, e.mood as mood from Entry e where e.slug = ?1")
    Optional<Card> card(String slug);

    @IndexLookup(index = "uk_slug")
    @Query("select e from Entry e where e.slug = :slug")
    Optional<Card> cardOf(@Param("slug") String value);

    @IndexLookup(index = "uk_slug")
    @Query("select e.title as title, e.slug as slug, e.hidden as hidden from Entry e where e.slug = ?1")
    Optional<Headline> headline(String slug);

    @IndexLookup(index = "author_score")
    @Query("select e.id, e.score from Entry e where e.score = ?2 and e.author.id = ?1 order by e.id desc")
    List<Rank> ranks(long author, int score);

    @IndexLookup(index = "author_created")
    List<Card> findNamedCardsByAuthorIdOrderByCreatedDescIdDesc(long author);

    @IndexLookup(index = "author_created")
    default List<Card> of(long author) {
        return findPlainByAuthorIdOrderByCreated(author);
    }

    List<Card> findPlainByAuthorIdOrderByCreated(long author);
}
