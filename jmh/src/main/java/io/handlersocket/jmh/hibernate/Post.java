// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** What a user wrote; the user comes with it. */
@Entity
@Table(name = "post")
public class Post {

    @Id
    @Column(name = "post_id")
    private int id;

    private @Nullable String words;

    @ManyToOne(fetch = FetchType.EAGER)
    @JoinColumn(name = "author_id")
    private @Nullable User author;

    public int getId() {
        return id;
    }

    public @Nullable String getWords() {
        return words;
    }

    public @Nullable User getAuthor() {
        return author;
    }
}
