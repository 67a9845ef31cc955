// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.readme;

import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.IndexLookup;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

public interface DiaryRepository extends JpaRepository<Diary, Long> {

    record Line(long id, String title, LocalDateTime created) {}

    @FastLookup
    List<Line> findTop3ByPlayerIdOrderByCreatedDesc(long player);

    @FastLookup
    Slice<Line> findByPlayerIdAndCreatedBetweenOrderByCreated(
            long player, LocalDateTime from, LocalDateTime until, Pageable page);

    @FastLookup
    CompletableFuture<Line> findBySlug(String slug);

    @FastLookup
    boolean existsBySlug(String slug);

    @IndexLookup(index = "uk_slug")
    @Query("select d.id as id, d.title as title, d.created as created from Diary d where d.slug = ?1")
    Optional<Line> line(String slug);
}
