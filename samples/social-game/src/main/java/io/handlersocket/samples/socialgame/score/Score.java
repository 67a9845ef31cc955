// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.score;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A player's points of a season. */
@Entity
@Table(name = "score")
public class Score {

    /** What the index holds. */
    public record Line(long playerId, int points) {}

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @Column(nullable = false)
    private int season;

    @Column(nullable = false)
    private long playerId;

    @Column(nullable = false)
    private int points;

    /** For Hibernate, which fills the fields. */
    protected Score() {}
}
