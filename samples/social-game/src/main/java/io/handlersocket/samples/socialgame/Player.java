// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** Somebody who plays. */
@Entity
@JsonPropertyOrder("id")
@Table(name = "player")
public class Player {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Column(columnDefinition = "INT UNSIGNED")
    private @Nullable Long id;

    private String name;
    private String email;
    private int level;
    private LocalDateTime created;

    public Player(String name, String email, int level, LocalDateTime created) {
        this.name = name;
        this.email = email;
        this.level = level;
        this.created = created;
    }

    /** For Hibernate, which fills the fields. */
    @SuppressWarnings("NullAway.Init")
    protected Player() {}

    public @Nullable Long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public String getEmail() {
        return email;
    }

    public int getLevel() {
        return level;
    }

    public LocalDateTime getCreated() {
        return created;
    }
}
