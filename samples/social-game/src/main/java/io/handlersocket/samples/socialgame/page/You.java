// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import io.handlersocket.samples.socialgame.player.PlayerCard;
import org.jspecify.annotations.Nullable;

/**
 * Who looks at the page.
 *
 * @param player null for a visitor who has not chosen a player
 */
public record You(@Nullable PlayerCard player) {

    static final String COOKIE = "game-session";

    public boolean isPlaying() {
        return player != null;
    }

    /** Returns the player's id; throws {@link NotPlayingException} if the visitor has none. */
    public long id() {
        if (player == null) {
            throw new NotPlayingException();
        }
        return player.id();
    }
}
