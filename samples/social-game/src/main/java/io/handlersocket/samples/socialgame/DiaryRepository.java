// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import io.handlersocket.spring.FastLookup;
import java.time.LocalDateTime;
import java.util.List;
import org.springframework.data.repository.Repository;

/** Diaries by player: the index {@code (player_id, created)} gives the latest entries first, with no SQL at all. */
interface DiaryRepository extends Repository<Diary, Long> {

    /** What a page shows of an entry. */
    record Entry(long id, String title, String body, LocalDateTime created) {}

    @FastLookup
    List<Entry> findTop20ByPlayerIdOrderByCreatedDesc(long player);
}
