// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.ranking;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** What a player scored in one game. */
@Entity
public class Score {

    @Id
    private long id;

    private long playerId;
    private int score;

    public long getId() {
        return id;
    }

    public long getPlayerId() {
        return playerId;
    }

    public int getScore() {
        return score;
    }
}
