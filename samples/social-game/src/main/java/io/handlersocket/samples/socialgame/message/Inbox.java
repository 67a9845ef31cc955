// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.message;

import io.handlersocket.samples.socialgame.player.PlayerCard;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a player sees first: the score of the season, null without one, and the latest messages. */
public record Inbox(@Nullable Integer points, List<Letter> messages) {

    /** A message with its sender. */
    public record Letter(long id, PlayerCard sender, LocalDateTime sentAt, String body) {}
}
