// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.diary;

import io.handlersocket.hibernate.OverHandlerSocket;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An entry of a diary, with a column of each kind that queries compare. */
@Entity
@OverHandlerSocket // has an effect only where the application says so
public class Entry {

    /** What an entry is about. */
    public enum Mood {
        GOOD,
        BAD
    }

    /** Keeps text in capitals. */
    public static class Capitals implements AttributeConverter<String, String> {

        @Override
        public String convertToDatabaseColumn(String attribute) {
            return attribute.toUpperCase(Locale.ROOT);
        }

        @Override
        public String convertToEntityAttribute(String dbData) {
            return dbData.toLowerCase(Locale.ROOT);
        }
    }

    @Id
    private long id;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "author_id")
    private @Nullable Author author;

    private @Nullable LocalDateTime created;

    private String slug = "";

    private @Nullable String title;

    @Convert(converter = Capitals.class)
    private String code = "";

    @Enumerated(EnumType.STRING)
    @Column(columnDefinition = "enum('BAD','GOOD')")
    private Mood mood = Mood.GOOD;

    private int score;

    private boolean hidden;

    private @Nullable BigDecimal price;

    public long getId() {
        return id;
    }

    public @Nullable Author getAuthor() {
        return author;
    }

    public @Nullable LocalDateTime getCreated() {
        return created;
    }

    public String getSlug() {
        return slug;
    }

    /** Everything, for comparison. */
    @Override
    public String toString() {
        return id + "|" + created + "|" + slug + "|" + title + "|" + code + "|" + mood + "|" + score + "|" + hidden
                + "|" + price;
    }
}
