// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import io.handlersocket.samples.socialgame.player.PlayerCard;
import java.time.LocalDateTime;
import java.util.List;

/** An entry with its author and comments, the oldest first. */
public record EntryView(
        long id, PlayerCard author, LocalDateTime postedAt, String title, String body, List<Comment> comments) {

    /** One of them. */
    public record Comment(long id, PlayerCard author, LocalDateTime writtenAt, String body) {}
}
