// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.score;

import io.handlersocket.samples.socialgame.player.PlayerCard;
import io.handlersocket.samples.socialgame.player.Players;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Service;

/** The best players of a season. */
@Service
public class Leaderboard {

    /** The season that is played now. */
    public static final int SEASON = 2;

    private final ScoreRepository scores;
    private final Players players;

    Leaderboard(ScoreRepository scores, Players players) {
        this.scores = scores;
        this.players = players;
    }

    /** Returns the best players: one read along an index, one of many players by id. No SQL. */
    public List<Place> top(int season, int size) {
        List<Score.Line> best = scores.findBySeasonOrderByPointsDescPlayerIdDesc(season, Limit.of(size));
        Map<Long, PlayerCard> cards =
                players.cardsById(best.stream().map(Score.Line::playerId).toList());
        List<Place> places = new ArrayList<>();
        for (Score.Line line : best) {
            PlayerCard card = cards.get(line.playerId());
            if (card != null) {
                places.add(new Place(places.size() + 1, card, line.points()));
            }
        }
        return places;
    }

    /** Returns at once; the score comes when the server has answered, null for a player without one. */
    public CompletableFuture<Score.Line> score(long player, int season) {
        return scores.findByPlayerIdAndSeason(player, season);
    }
}
