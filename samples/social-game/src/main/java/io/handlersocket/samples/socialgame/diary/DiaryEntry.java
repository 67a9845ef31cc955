// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import io.handlersocket.samples.socialgame.player.Player;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** An entry of a player's diary. */
@Entity
@Table(name = "diary_entry")
public class DiaryEntry {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @ManyToOne(fetch = FetchType.LAZY)
    private Player player;

    private LocalDateTime postedAt;
    private String title;
    private String body;

    /** For Hibernate, which fills the fields. */
    @SuppressWarnings("NullAway.Init")
    protected DiaryEntry() {}

    DiaryEntry(Player player, LocalDateTime postedAt, String title, String body) {
        this.player = player;
        this.postedAt = postedAt;
        this.title = title;
        this.body = body;
    }

    public long id() {
        return id == null ? 0 : id;
    }

    public Player player() {
        return player;
    }

    public DiaryLine line() {
        return new DiaryLine(id(), postedAt, title, body);
    }
}
