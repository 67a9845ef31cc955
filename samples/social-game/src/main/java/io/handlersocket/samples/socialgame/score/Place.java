// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.score;

import io.handlersocket.samples.socialgame.player.PlayerCard;

/** A place of a leaderboard. */
public record Place(int place, PlayerCard player, int points) {}
