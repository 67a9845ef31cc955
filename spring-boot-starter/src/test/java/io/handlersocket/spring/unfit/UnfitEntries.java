// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.unfit;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.IndexLookup;
import io.handlersocket.spring.diary.Entry;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

public interface UnfitEntries extends JpaRepository<Entry, Long> {

    @FastLookup
    List<Entry> findByPriceAndScoreGreaterThan(java.math.BigDecimal price, int score);

    @FastLookup
    List<Entry> findBySlugOrTitle(String slug, String title);

    /** What is read. */
    record Title(String slug, String title) {}

    @IndexLookup(index = "uk_slug")
    @Query("select e from Entry e where e.slug = ?1 and e.hidden = false")
    Optional<Title> shown(String slug);

    @IndexLookup(index = "author_score")
    Optional<Title> findTitleByTitleAndSlug(String title, String slug);
}
