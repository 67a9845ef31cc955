// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.friend;

import io.handlersocket.samples.socialgame.player.PlayerCard;
import java.time.LocalDateTime;

/** A friend, and since when. */
public record Friend(PlayerCard player, LocalDateTime since) {}
