// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.player;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A player's profile; the bio is null until the player has written one. */
public record PlayerProfile(
        long id,
        String name,
        String email,
        int level,
        long coins,
        @Nullable String bio,
        LocalDateTime createdAt) {

    public PlayerCard card() {
        return new PlayerCard(id, name, level);
    }
}
