// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.score;

import io.handlersocket.spring.FastLookup;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.data.domain.Limit;
import org.springframework.data.repository.Repository;

/** Scores: the best along the index {@code (season, points, player_id)}, one by {@code (player_id, season)}. */
public interface ScoreRepository extends Repository<Score, Long> {

    @FastLookup
    List<Score.Line> findBySeasonOrderByPointsDescPlayerIdDesc(int season, Limit limit);

    @FastLookup
    CompletableFuture<Score.Line> findByPlayerIdAndSeason(long playerId, int season);
}
