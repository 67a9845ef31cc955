// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.message;

import io.handlersocket.samples.socialgame.player.PlayerCard;
import io.handlersocket.samples.socialgame.player.Players;
import io.handlersocket.samples.socialgame.score.Leaderboard;
import io.handlersocket.samples.socialgame.score.Score;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Service;

/** What players are told. */
@Service
public class Messages {

    private final MessageRepository repository;
    private final Leaderboard leaderboard;
    private final Players players;

    Messages(MessageRepository repository, Leaderboard leaderboard, Players players) {
        this.repository = repository;
        this.leaderboard = leaderboard;
        this.players = players;
    }

    /** Returns a player's score and messages. Both are asked for at once, so they take one round trip together. */
    public Inbox inbox(long player) {
        CompletableFuture<Score.Line> score = leaderboard.score(player, Leaderboard.SEASON);
        CompletableFuture<List<Message.Line>> messages =
                repository.findTop20ByRecipientIdOrderBySentAtDescIdDesc(player);
        players.require(player);
        Score.Line points = score.join();
        List<Message.Line> lines = messages.join();
        Map<Long, PlayerCard> senders =
                players.cardsById(lines.stream().map(Message.Line::senderId).toList());
        return new Inbox(
                points == null ? null : points.points(),
                lines.stream()
                        .map(line -> new Inbox.Letter(
                                line.id(),
                                Objects.requireNonNull(senders.get(line.senderId())),
                                line.sentAt(),
                                line.body()))
                        .toList());
    }
}
