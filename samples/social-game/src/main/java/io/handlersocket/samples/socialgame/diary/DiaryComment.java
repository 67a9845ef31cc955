// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** What a player says to an entry. */
@Entity
@Table(name = "diary_comment")
public class DiaryComment {

    /** The columns that a page shows; the author's name is looked up with those of all other authors. */
    record Line(long id, long authorId, LocalDateTime writtenAt, String body) {}

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @ManyToOne(fetch = FetchType.LAZY)
    private DiaryEntry entry;

    @Column(nullable = false)
    private long authorId;

    @Column(nullable = false)
    private LocalDateTime writtenAt;

    @Column(nullable = false)
    private String body;

    /** For Hibernate, which fills the fields. */
    @SuppressWarnings("NullAway.Init")
    protected DiaryComment() {}

    DiaryComment(DiaryEntry entry, long authorId, LocalDateTime writtenAt, String body) {
        this.entry = entry;
        this.authorId = authorId;
        this.writtenAt = writtenAt;
        this.body = body;
    }

    public DiaryEntry entry() {
        return entry;
    }

    public long id() {
        return id == null ? 0 : id;
    }
}
