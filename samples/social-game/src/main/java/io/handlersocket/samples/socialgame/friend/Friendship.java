// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.friend;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.LocalDateTime;

/** One side of a friendship; the other side has a row of its own. */
@Entity
@Table(name = "friendship")
@IdClass(Friendship.Pair.class)
public class Friendship {

    /** The composite key. */
    public record Pair(long playerId, long friendId) implements Serializable {}

    @Id
    private long playerId;

    @Id
    private long friendId;

    @Column(nullable = false)
    private LocalDateTime since;

    /** For Hibernate, which fills the fields. */
    @SuppressWarnings("NullAway.Init")
    protected Friendship() {}

    Friendship(long playerId, long friendId, LocalDateTime since) {
        this.playerId = playerId;
        this.friendId = friendId;
        this.since = since;
    }
}
