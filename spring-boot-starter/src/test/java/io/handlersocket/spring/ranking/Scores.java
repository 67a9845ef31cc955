// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.ranking;

import java.util.List;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;
import org.springframework.data.jpa.repository.JpaRepository;

/** Not annotated: Hibernate itself reads over HandlerSocket. */
public interface Scores extends JpaRepository<Score, Long> {

    List<Score> findTop10ByPlayerIdAndScoreGreaterThanEqualOrderByScore(long playerId, int score);

    Slice<Score> findByPlayerIdOrderByScoreDescIdDesc(long playerId, Pageable page);

    Window<Score> findFirst7ByPlayerIdOrderByScoreAscIdAsc(long playerId, ScrollPosition position);
}
