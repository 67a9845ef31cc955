// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import io.handlersocket.spring.FastLookup;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Window;
import org.springframework.data.jpa.repository.JpaRepository;

/** Diaries along two indexes, the latest entries first. */
@FastLookup
public interface DiaryEntryRepository extends JpaRepository<DiaryEntry, Long> {

    /**
     * Pages by keyset along {@code (player_id, id)}. Entities, so the query is Hibernate's, which reads the range over
     * HandlerSocket. A range of times would stay on JDBC, so the pages go by id, which rises with time.
     */
    Window<DiaryEntry> findByPlayerIdOrderByIdDesc(long playerId, ScrollPosition position, Limit limit);

    /** Records straight from the rows of {@code (player_id, posted_at, id)}, without Hibernate. */
    @FastLookup
    List<DiaryLine> findTop5ByPlayerIdOrderByPostedAtDescIdDesc(long playerId);
}
