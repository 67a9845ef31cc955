// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import java.time.LocalDateTime;

/** An entry as a timeline or a search shows it. */
public record FeedEntry(
        long id, long playerId, String playerName, LocalDateTime postedAt, String title, String body, long comments) {}
